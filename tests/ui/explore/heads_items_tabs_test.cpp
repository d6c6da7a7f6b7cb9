// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the Heads tab, which studies many users, and the Items tab with its map of item vectors.
#include <qcustomplot.h>

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

#include "explore_fixture.h"
#include "ui/attention/attention_map.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/item_search.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class HeadsItemsTabsTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void theHeadsAreStudiedOverManyUsers() {
        openTab(3);
        auto* panel = find<HeadsPanel>(page(), "characters");
        auto* empty = find<EmptyState>(page(), "headsEmpty");
        QVERIFY(empty->isVisible());
        savePictures(QStringLiteral("explore-heads-empty"));
        QSignalSpy studied(panel, &HeadsPanel::studied);
        auto* whose = find<QComboBox>(page(), "headsWhose");
        whose->setFocus();
        click(empty->button());
        QVERIFY(empty->isVisible());
        QVERIFY(empty->button()->isHidden());
        QCOMPARE(page().window()->focusWidget(), whose);
        QVERIFY(waitUntil([&] { return studied.count() == 1; }));
        auto* table = find<TableView>(page(), "headCharacters");
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(panel->study()->characters.users, 200);
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                QVERIFY(!table->model()->index(row, column).data().toString().isEmpty());
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(page(), "map")->model().choice().head.layer, 1);
        savePictures(QStringLiteral("explore-heads"));
        // Another run has no study yet; the study of the first run is kept.
        session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return empty->isVisible(); }));
        session().chooseRun(m_bidirectional);
        QVERIFY(waitUntil([&] { return table->isVisible(); }));
        QVERIFY(settled());
    }

    void theItemMapShowsNeighboursAndTheHistory() {
        openTab(4);
        auto* panel = find<ItemMapPanel>(page(), "itemsMap");
        QVERIFY(waitUntil([&] { return !panel->plot()->isEmpty() && environment().jobs().isIdle(); }));
        const auto points = [&] {
            int count = 0;
            for (int line = 0; line < panel->plot()->plot()->graphCount(); ++line)
                count += panel->plot()->pointCount(line);
            return count;
        };
        const int items = int(session().catalogue()->size());
        const int itemsRead = answer().given - answer().explanation->firstPosition;
        QCOMPARE(points(), items + itemsRead);
        auto* search = find<ItemSearch>(page(), "itemMapSearch");
        QSignalSpy nearest(panel, &ItemMapPanel::neighboursShown);
        type(search, session().titleOf(3));
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return nearest.count() == 1; }));
        auto* list = find<TableView>(page(), "itemNeighbours");
        QCOMPARE(list->model()->rowCount(), 20);
        const auto cosine = [&](int row) { return list->model()->index(row, 1).data().toDouble(); };
        for (int row = 1; row < 20; ++row) QVERIFY(cosine(row) <= cosine(row - 1));
        const Token first = panel->item().value();
        list->setFocus();
        list->selectRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return nearest.count() == 2; }));
        QVERIFY(*panel->item() != first);
        auto* colours = find<QComboBox>(page(), "itemColours");
        savePictures(QStringLiteral("explore-items"));
        colours->setFocus();
        QTest::keyClick(colours, Qt::Key_Down);
        QCOMPARE(points(), items + itemsRead + 21);  // the chosen item and its 20 neighbours are drawn once more
        savePictures(QStringLiteral("explore-items-popularity"));
    }
};

QTEST_MAIN(HeadsItemsTabsTest)
#include "heads_items_tabs_test.moc"
