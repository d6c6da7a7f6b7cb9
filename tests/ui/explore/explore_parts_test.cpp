// SPDX-License-Identifier: GPL-3.0-or-later
// Tests parts of the Explore page without the page.
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "tiny_runs.h"
#include "ui/explore/explore_header.h"
#include "ui/explore/explore_subject.h"
#include "ui/explore/removal_tests.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

DatasetInfo version(DatasetId id, const char* name, DatasetId next) {
    DatasetInfo dataset;
    dataset.id = id;
    dataset.name = name;
    dataset.next = next;
    return dataset;
}

}  // namespace

class ExplorePartsTest : public QObject {
    Q_OBJECT

private slots:
    void theHeaderKeepsTheChosenVersionWhileItIsOffered() {
        ExploreHeader header;
        const DatasetInfo first = version(1, "week 1", 2), second = version(2, "week 2", 3);
        header.setVersions(first, {first, second});
        QVERIFY(!header.laterVersion());
        find<QComboBox>(header, "historyVersion")->setCurrentIndex(1);
        QVERIFY(header.laterVersion());
        QCOMPARE(header.laterVersion()->id, DatasetId(2));
        header.setVersions(first, {first, second, version(3, "week 3", 0)});
        QVERIFY(header.laterVersion());
        QCOMPARE(header.laterVersion()->id, DatasetId(2));
        header.setVersions(first, {first});
        QVERIFY(!header.laterVersion());
    }

    void theHeaderSaysThatNoItemIsHeldOut() {
        ExploreHeader header;
        ExploreAnswer answer;
        answer.user.id = "ada";
        answer.user.length = 2;
        answer.request.predicted = Predicted::Next;
        header.showAnswer(answer);
        QVERIFY(find<QLabel>(header, "exploreSubtitle")->text().contains("User ada · 2 items · no item is held out"));
    }

    void theSubjectHasAnAnswerAndRanksOfTheChosenRun() {
        TestEnvironment environment;
        const RunId run = trainTiny(environment, "sasrec");
        QWidget page;
        test::show(page, {200, 100});
        const auto cache = std::make_shared<InferenceCache>();
        ExploreSubject subject(environment.session(), cache, page);
        QSignalSpy requested(&subject, &ExploreSubject::requested), answered(&subject, &ExploreSubject::answered);
        subject.setUser(0);
        QCOMPARE(requested.size(), 1);
        QVERIFY(waitUntil([&] { return answered.size() == 1; }));
        QCOMPARE(subject.answer()->request.run->run, run);
        subject.requestFromNewRun();
        QCOMPARE(requested.size(), 1);  // the run is still the same

        QCOMPARE(subject.ranks()->run, run);
        QCOMPARE(subject.ranks()->split, Split::Test);
        subject.setPredicted(Predicted::Valid);
        QCOMPARE(subject.ranks()->split, Split::Valid);
        subject.setLaterVersion(environment.session().dataset());
        QVERIFY(!subject.ranks());

        RemovalTests removals(environment.jobs(), cache);
        QSignalSpy changed(&removals, &RemovalTests::changed);
        const auto answer = subject.answer();
        const Token first = answer->explanation->recommendations.front().token;
        QVERIFY(!removals.of(first) && !removals.strongest(first));
        removals.request(answer, {});
        QVERIFY(waitUntil([&] { return removals.state() == AsyncQueryState::Answered; }));
        QVERIFY(removals.of(first));
        if (const RemovalEffect* strongest = removals.strongest(first))
            for (const RemovalEffect& effect : removals.of(first)->effects) QVERIFY(effect.effect <= strongest->effect);
        removals.reset();
        QVERIFY(!removals.of(first));

        const std::string user = answer->user.id;
        subject.clear();
        QVERIFY(!subject.answer());
        QCOMPARE(subject.keptUser(), user);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }
};

QTEST_MAIN(ExplorePartsTest)
#include "explore_parts_test.moc"
