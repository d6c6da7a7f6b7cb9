// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what is offered for a dropped table: recommendations become a run, interactions go to the import.
#include <QSignalSpy>
#include <QTest>

#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "ui/explore/explore_page.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/train/adopt_lists_job.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class AdoptListsTest : public QObject {
    Q_OBJECT

private:
    struct Offer {
        QString sentence, action;
        std::function<void()> act;
    };
    /// What the session offers for the file; without an action if it goes to the import.
    static Offer offerFor(TestEnvironment& environment, const QString& file) {
        Offer offer;
        QObject receiver;
        connect(&environment.session(), &Session::offered, &receiver,
                [&](const QString& sentence, const QString&, const QString& action, const std::function<void()>& act) {
                    offer = {sentence, action, act};
                });
        QSignalSpy imports(&environment.session(), &Session::importRequested);
        offerListsOrImport(environment.session(), file);
        if (!waitUntil([&] { return offer.act || imports.count() == 1; })) qFatal("Nothing was offered.");
        return offer;
    }
    /// A file with one list, for the first user of the sample: the test item, and an item that the user does not have.
    static QByteArray lists(TestEnvironment& environment) {
        QByteArray rows = "user,item,score\n";
        const bool isRead = environment.work([&](JobContext& context) {
            const DatasetStore store(context.workspace);
            const DatasetId dataset = environment.session().dataset()->id;
            const std::vector<Interaction> history = store.history(dataset, 0);
            const std::vector<ItemInfo> items = store.items(dataset);
            const auto idOf = [&](Token token) { return items[std::size_t(token - 1)].id; };
            const Token last = history.back().token;
            Token other = 1;
            while (std::any_of(history.begin(), history.end(), [&](const auto& visit) { return visit.token == other; }))
                ++other;
            const std::string id = store.user(dataset, 0).id;
            rows += QByteArray::fromStdString(id + ',' + idOf(last) + ",2.5\n" + id + ',' + idOf(other) + ",1.5\n");
        });
        if (!isRead) qFatal("The sample could not be read.");
        return rows;
    }

private slots:
    void interactionsGoToTheImport() {
        TestEnvironment environment;
        QVERIFY(!offerFor(environment, environment.write("shop.csv", "user,item,time\n1,2,1000\n")).act);
        QVERIFY(!offerFor(environment, environment.path("missing.csv")).act);
    }

    void listsBecomeARunThatExploreShows() {
        TestEnvironment environment;
        const QString file = environment.write("our system.csv", lists(environment));
        const Offer offer = offerFor(environment, file);
        QVERIFY2(offer.sentence.contains("looks like recommendations"), qPrintable(offer.sentence));
        QCOMPARE(offer.action, QString("Adopt the lists"));
        ExplorePage page(environment.session());
        test::show(page);
        QSignalSpy notified(&environment.session(), &Session::notified);
        offer.act();
        QVERIFY(waitUntil([&] { return environment.session().run().has_value() && environment.jobs().isIdle(); }));
        const RunRecord run = *environment.session().run();
        QCOMPARE(QString::fromStdString(run.name), QString("our system"));
        QVERIFY(run.test.has_value() && run.test->hr1 > 0);
        QCOMPARE(notified.count(), 1);
        QVERIFY(notified[0][0].toString().contains("our system is adopted"));
        QVERIFY(notified[0][1].toString().contains("have no list"));
        environment.session().chooseUser(0);
        auto* list = find<RecommendationList>(page, "recommendationList");
        QVERIFY(waitUntil([&] { return list->model()->explanation() != nullptr && environment.jobs().isIdle(); }));
        QCOMPARE(list->model()->rowCount(), 2);
        QTest::qWait(100);
        savePicture(page, "explore-lists-of-a-file");
    }
};

QTEST_MAIN(AdoptListsTest)
#include "adopt_lists_test.moc"
