// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the Explore page on imported data: a folder like that of MovieLens 100K, and a file with 6,000 users.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <set>

#include "core/data/importer.h"
#include "tests/core/support/movielens_files.h"
#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/map_controls.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/agreement_panel.h"
#include "ui/explore/tabs/cause_card_view.h"
#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/explore/user_list_model.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kManyUsers = 6000;

bool importInto(TestEnvironment& environment, const ImportOptions& options) {
    const bool imported = environment.work(
        [&](JobContext& context) { importDataset(context.workspace, options, context.progress, context.stop); });
    environment.session().refreshDatasets();
    return imported && waitUntil([&] { return environment.session().catalogue() != nullptr; });
}

bool settled(TestEnvironment& environment) {
    QApplication::processEvents();
    const bool idle = waitUntil([&] { return environment.jobs().isIdle(); });
    QApplication::processEvents();
    return idle;
}

}  // namespace

class RealDataTest : public QObject {
    Q_OBJECT

private slots:
    void everyTabWorksOnMovieLens() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        ImportOptions options;
        options.path = environment.path(QStringLiteral("ml-100k")).toStdString();
        writeMovieLens100K(options.path);
        QVERIFY(importInto(environment, options));
        QCOMPARE(environment.session().dataset()->users, 943);
        trainTiny(environment, "sasrec", /*maxLength=*/50);
        const RunId run = trainTiny(environment, "bert4rec", /*maxLength=*/50);
        ExplorePage page(environment.session());
        test::show(page, {1280, 860});
        QVERIFY(waitUntil([&] { return page.answer() && page.answer()->explanation; }));
        QVERIFY(settled(environment));

        findUser(environment, page);
        const Explanation& explanation = *page.answer()->explanation;
        QCOMPARE(explanation.attention.size, std::int32_t(std::min<std::int64_t>(page.answer()->user.length, 50)));
        checkAttention(environment, page);
        checkEvidence(environment, page);
        checkWhatIf(environment, page);
        checkHeads(environment, page, run);
        checkItems(environment, page);
    }

    void sixThousandUsersCanBeSearchedFilteredAndStepped() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        QByteArray rows;
        for (int user = 0; user < kManyUsers; ++user) {
            const int length = 3 + user % 8;
            for (int position = 0; position < length; ++position)
                rows += "u" + QByteArray::number(user) + '\t' +
                        QByteArray::number((user * 31 + position * position * 7 + position) % 200) + '\t' +
                        QByteArray::number(1'000'000'000 + position * 3600) + '\n';
        }
        ImportOptions options;
        options.path = environment.write(QStringLiteral("many.tsv"), rows).toStdString();
        options.columns = ColumnMapping::parse("user=1,item=2,time=3");
        QVERIFY(importInto(environment, options));
        QCOMPARE(environment.session().dataset()->users, kManyUsers);
        ExplorePage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr; }));
        QVERIFY(settled(environment));
        auto* users = find<TableView>(page, "users");
        auto* count = find<QLabel>(page, "userCount");
        QVERIFY(count->text().startsWith(wholeNumber(kManyUsers)));

        // Goes to the end with one key and back page by page: each row must show the right user.
        users->setFocus();
        QTest::keyClick(users, Qt::Key_End, Qt::ControlModifier);
        while (users->currentIndex().row() != kManyUsers - 1) {
            // The list is loaded page by page: its end moves until all pages are loaded.
            const int before = users->currentIndex().row();
            QVERIFY(waitUntil([&] {
                QTest::keyClick(users, Qt::Key_End, Qt::ControlModifier);
                return users->currentIndex().row() > before;
            }));
        }
        QVERIFY(waitUntil([&] { return page.answer()->user.user == kManyUsers - 1; }));
        QVERIFY(settled(environment));
        const auto idAt = [&](int row) { return users->model()->index(row, UserListModel::User).data().toString(); };
        QCOMPARE(idAt(kManyUsers - 1), QStringLiteral("u%1").arg(kManyUsers - 1));
        for (int step = 0; step < 5; ++step) QTest::keyClick(users, Qt::Key_PageUp);
        const int row = users->currentIndex().row();
        QVERIFY(row < kManyUsers - 5);
        QVERIFY(waitUntil([&] { return page.answer()->user.user == row; }));
        QVERIFY(users->verticalScrollBar()->value() > 0);
        QTest::keyClick(users, Qt::Key_Up);
        QVERIFY(waitUntil([&] { return page.answer()->user.user == row - 1; }));
        savePicture(page, QStringLiteral("explore-many-users"));

        // Searches by a part of the user's id.
        auto* search = find<QLineEdit>(page, "userSearch");
        type(search, QStringLiteral("599"));
        const auto expected = [&] {
            int matches = 0;
            for (int user = 0; user < kManyUsers; ++user)
                matches += QString::number(user).contains(QStringLiteral("599"));
            return matches;
        }();
        QVERIFY(waitUntil([&] { return users->model()->rowCount() == expected; }));
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return QString::fromStdString(page.answer()->user.id) == idAt(0); }));
        search->setFocus();
        search->clear();
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > expected; }));
        QVERIFY(settled(environment));

        // Filters by history length: every eighth user has ten items.
        click(find<QToolButton>(page, "userFilter"));
        auto* shortest = find<QSpinBox>(page, "userMinLength");
        type(shortest, QStringLiteral("10"));
        QTest::keyClick(shortest, Qt::Key_Return);
        QVERIFY(waitUntil([&] {
            return count->text() == tr("%1 of %2 users").arg(wholeNumber(kManyUsers / 8), wholeNumber(kManyUsers));
        }));
        QVERIFY(settled(environment));
    }

private:
    static void findUser(TestEnvironment& environment, ExplorePage& page) {
        auto* search = find<QLineEdit>(page, "userSearch");
        type(search, QStringLiteral("405"));
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return page.answer()->user.id == "405"; }));
        QVERIFY(settled(environment));
        // The list shows titles of films.
        QVERIFY(find<TableView>(page, "recommendations")->model()->index(0, 1).data().toString().size() > 3);
        savePicture(page, QStringLiteral("real-explore"));
    }

    static void checkAttention(TestEnvironment& environment, ExplorePage& page) {
        auto* heads = find<HeadGrid>(page, "heads");
        auto* map = find<AttentionMap>(page, "map");
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 0).center().toPoint());
        QCOMPARE(map->model().choice().head.layer, 1);
        // This data has no planted patterns, so no causes are known.
        QVERIFY(map->selection().causes().empty());
        auto* view = find<QComboBox>(*find<MapControls>(page, "mapControls"), "mapView");
        view->setFocus();
        // Steps through all views of the map: each must show numbers.
        std::set<int> seen;
        QTest::keyClick(view, Qt::Key_Home);
        for (int i = 0; i < view->count(); ++i) {
            QVERIFY(seen.insert(view->currentData().toInt()).second);
            QVERIFY2(waitUntil([&] { return map->model().reason().isEmpty() && map->model().maximum() > 0; }),
                     qPrintable(map->model().reason()));
            QVERIFY(showsSomething(*map));
            savePicture(page, QStringLiteral("real-view-%1").arg(i));
            QTest::keyClick(view, Qt::Key_Down);
        }
        QTest::keyClick(view, Qt::Key_Home);
        QVERIFY(settled(environment));
    }

    static void openTab(TestEnvironment& environment, ExplorePage& page, int index) {
        auto* tabs = find<QTabWidget>(page, "exploreTabs");
        tabs->tabBar()->setFocus();
        while (tabs->currentIndex() < index) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        QVERIFY(settled(environment));
    }

    static void checkEvidence(TestEnvironment& environment, ExplorePage& page) {
        openTab(environment, page, 1);
        auto* strip = find<EvidenceStrip>(page, "evidenceStrip");
        const Explanation& explanation = *page.answer()->explanation;
        QCOMPARE(int(strip->items().size()), int(explanation.history.size()) - explanation.firstPosition);
        savePicture(page, QStringLiteral("real-evidence"));
        QVERIFY(find<QPushButton>(page, "evidenceCause")->isHidden());
        click(find<QPushButton>(page, "evidenceMany"));
        auto* panel = page.findChild<AgreementPanel*>();
        click(find<EmptyState>(page, "agreementEmpty")->button());
        QVERIFY(waitUntil([&] { return panel->study() != nullptr; }));
        QCOMPARE(panel->study()->users, 200);
        savePicture(page, QStringLiteral("real-agreement"));
    }

    static void checkWhatIf(TestEnvironment& environment, ExplorePage& page) {
        openTab(environment, page, 2);
        auto* panel = find<WhatIfPanel>(page, "whatIf");
        QVERIFY(waitUntil([&] { return panel->result() != nullptr; }));
        auto* view = find<TableView>(page, "whatIfHistory");
        view->setFocus();
        view->selectRow(panel->history().count() - 1);
        QSignalSpy predicted(panel, &WhatIfPanel::predicted);
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(waitUntil([&] { return predicted.count() == 1; }));
        QVERIFY(panel->history().isChanged());
        QVERIFY(settled(environment));
    }

    static void checkHeads(TestEnvironment& environment, ExplorePage& page, RunId run) {
        openTab(environment, page, 3);
        auto* panel = find<HeadsPanel>(page, "characters");
        click(find<EmptyState>(page, "headsEmpty")->button());
        QVERIFY(waitUntil([&] { return panel->study() != nullptr; }));
        QCOMPARE(panel->study()->request.run.run, run);
        QCOMPARE(find<TableView>(page, "headCharacters")->model()->rowCount(), 4);
        savePicture(page, QStringLiteral("real-heads"));
    }

    static void checkItems(TestEnvironment& environment, ExplorePage& page) {
        openTab(environment, page, 4);
        auto* panel = find<ItemMapPanel>(page, "itemsMap");
        QVERIFY(waitUntil([&] { return !panel->plot()->isEmpty(); }));
        QVERIFY(settled(environment));
        savePicture(page, QStringLiteral("real-items"));
    }
};

QTEST_MAIN(RealDataTest)
#include "real_data_test.moc"
