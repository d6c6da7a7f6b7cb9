// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the What-if tab, which predicts for edited histories.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "explore_fixture.h"
#include "ui/explore/answer_note.h"
#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/explore/tabs/item_search.h"
#include "ui/explore/tabs/slope_chart.h"
#include "ui/explore/tabs/smallest_search.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/lists/row_delegates.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class WhatIfTabTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void editsArePredictedByBothRunsAndCanBeUndone() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(page(), "whatIf");
        QVERIFY(waitUntil([&] { return panel->result() && environment().jobs().isIdle(); }));
        QCOMPARE(int(panel->result()->runs.size()), 2);
        QVERIFY(find<SlopeChart>(page(), "slopeChart1")->isVisible());
        for (const WhatIfRun& run : panel->result()->runs)
            for (const RankMove& move : run.moves) QCOMPARE(move.before.rank, move.after.rank);
        EditedHistory& history = panel->history();
        const std::vector<Token> original = history.original();
        auto* view = find<TableView>(page(), "whatIfHistory");
        view->setFocus();
        view->selectRow(int(original.size()) - 1);
        QSignalSpy predicted(panel, &WhatIfPanel::predicted);
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(waitUntil([&] { return predicted.count() == 1; }));
        // All occurrences of an item are removed together, even if the chosen one is the last.
        std::vector<Token> kept = original;
        std::erase(kept, original.back());
        QCOMPARE(history.tokens(), kept);
        // The deleted item stays visible as a ghost.
        QCOMPARE(view->model()->rowCount(), int(original.size()));
        QVERIFY(history.isGhost(int(original.size()) - 1));
        // Computes the prediction without the deleted items directly, not through the window.
        std::vector<Recommendation> expected;
        QVERIFY(environment().work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_bidirectional);
            WhatIfQuestion question;
            question.histories = {kept};
            question.topK = 3;
            question.alsoSeen = original;
            expected = whatIf(inference, question).at(0).recommendations;
        }));
        for (const Recommendation& recommendation : expected) {
            const auto& moves = panel->result()->runs[0].moves;
            const auto match = std::find_if(moves.begin(), moves.end(), [&](const RankMove& move) {
                return move.after.token == recommendation.token;
            });
            QVERIFY(match != moves.end());
            QCOMPARE(match->after.rank, recommendation.rank);
        }
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(history.tokens(), original);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(history.tokens(), kept);
        click(find<QToolButton>(page(), "whatIfReset"));
        QCOMPARE(history.tokens(), original);
        QVERIFY(settled());
    }

    void allOccurrencesOfAnItemAreDeletedUnlessOneAtATimeIsChosen() {
        // Finds a user whose history contains an item twice, and the row of that item.
        int row = -1;
        for (int user = 0; user < 80 && row < 0; ++user) {
            QVERIFY(showUser(user));
            const std::vector<Token> given = answer().givenTokens();
            for (int i = 0; i < int(given.size()) && row < 0; ++i)
                if (std::count(given.begin(), given.end(), given[size_t(i)]) > 1) row = i;
        }
        QVERIFY(row >= 0);
        openTab(2);
        auto* panel = find<WhatIfPanel>(page(), "whatIf");
        QVERIFY(waitUntil([&] { return panel->result() && environment().jobs().isIdle(); }));
        EditedHistory& history = panel->history();
        const std::vector<Token> original = history.original();
        const auto times = std::count(original.begin(), original.end(), original[size_t(row)]);
        auto* together = find<QCheckBox>(page(), "whatIfEqual");
        QVERIFY(together->isVisible() && together->isChecked());
        auto* view = find<TableView>(page(), "whatIfHistory");
        view->setFocus();
        view->selectRow(row);
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(history.count(), int(original.size() - size_t(times)));
        QCOMPARE(history.undoStack().count(), 1);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(history.tokens(), original);
        // This choice applies to the whole page: the Evidence tab then tests each position separately, too.
        QTest::mouseClick(together, Qt::LeftButton, {}, QPoint(together->height() / 2, together->height() / 2));
        QCOMPARE(find<QComboBox>(page(), "removalEqual")->currentIndex(), 1);
        view->setFocus();
        view->selectRow(row);
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(history.count(), int(original.size()) - 1);
        click(find<QToolButton>(page(), "whatIfReset"));
        QVERIFY(settled());
        openTab(1);
        const int itemsRead = answer().given - answer().explanation->firstPosition;
        QCOMPARE(int(find<EvidenceStrip>(page(), "evidenceStrip")->items().size()), itemsRead);
        auto* equal = find<QComboBox>(page(), "removalEqual");
        equal->setFocus();
        QTest::keyClick(equal, Qt::Key_Up);
        QVERIFY(settled());
        QVERIFY(together->isChecked());
        QVERIFY(int(find<EvidenceStrip>(page(), "evidenceStrip")->items().size()) < itemsRead);
    }

    void itemsTooOldForTheModelAreMarkedAsNotRead() {
        EditedHistory history;
        history.setOriginal({1, 2, 3, 4, 5, 6}, [](Token token) { return QString::number(token); });
        history.setReadLength(3);
        for (int row = 0; row < 6; ++row) QCOMPARE(history.isUnread(row), row < 3);
        const auto badge = [&](int row) { return history.index(row, EditedHistory::Item).data(BadgeRole).toString(); };
        history.apply({.kind = EditKind::Delete, .position = 0});
        QCOMPARE(badge(0), QStringLiteral("deleted · not read"));
        history.apply({.kind = EditKind::Delete, .position = 4});  // the newest item, so the model reads an older one
        QCOMPARE(badge(5), QStringLiteral("deleted"));
        QVERIFY(history.isUnread(1));
        QVERIFY(!history.isUnread(2));
        QVERIFY(history.index(1, EditedHistory::Item).data(Qt::AccessibleTextRole).toString().contains("not read"));
        history.setReadLength(0);
        QCOMPARE(badge(0), QStringLiteral("deleted"));
    }

    void theChartWithLongerTitlesGetsMoreOfTheWidth() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(page(), "whatIf");
        QVERIFY(waitUntil([&] { return panel->result() && environment().jobs().isIdle(); }));
        auto *first = find<SlopeChart>(page(), "slopeChart0"), *second = find<SlopeChart>(page(), "slopeChart1");
        const int totalWidth = first->width() + second->width();
        const auto items = [](const QString& title) {
            return std::vector{SlopeItem{.title = title, .before = 1, .after = 2}};
        };
        QString longTitle = QStringLiteral("Jaws");
        second->setItems(items(longTitle), 10, Qt::red);
        // Lengthens the title until its chart needs more than half of the width. Both charts must still fit.
        do {
            longTitle += QLatin1Char('m');
            first->setItems(items(longTitle), 10, Qt::red);
        } while (first->desiredWidth() < totalWidth * 11 / 20);
        QVERIFY(first->desiredWidth() + second->desiredWidth() < totalWidth);
        QVERIFY(waitUntil(
            [&] { return first->width() >= first->desiredWidth() && second->width() >= second->desiredWidth(); }));
        savePicture(page(), QStringLiteral("what-if-widths"));
    }

    void editsWorkByKeyAndAreMarked() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(page(), "whatIf");
        EditedHistory& history = panel->history();
        const std::vector<Token> original = history.original();
        auto* view = find<TableView>(page(), "whatIfHistory");
        auto* insert = find<QToolButton>(page(), "whatIfInsert");
        QVERIFY(!insert->isEnabled());
        QCOMPARE(insert->toolTip(), tr("Choose an item by its title above first"));
        auto* item = find<ItemSearch>(page(), "whatIfItem");
        const Token other = original.front() == 1 ? 2 : 1;
        type(item, session().titleOf(other));
        QTest::keyClick(item, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return item->item().has_value(); }));
        view->setFocus();
        view->selectRow(1);
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(history.tokens()[2], *item->item());
        QCOMPARE(view->model()->index(2, 1).data(BadgeRole).toString(), tr("inserted"));
        QCOMPARE(view->currentIndex().row(), 2);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(history.tokens()[1], *item->item());
        QTest::keyClick(view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(history.tokens()[2], *item->item());
        view->selectRow(0);
        QTest::keyClick(view, Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(history.tokens()[0], kHiddenItem);
        QCOMPARE(view->model()->index(0, 1).data().toString(), tr("[MASK]"));
        view->selectRow(3);
        click(find<QToolButton>(page(), "whatIfReplace"));
        QCOMPARE(history.tokens()[3], *item->item());
        QVERIFY(view->model()->index(3, 1).data(BadgeRole).toString().startsWith(tr("replaces ")));
        QCOMPARE(history.count(), int(original.size()) + 2);
        view->selectRow(3);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(history.undoStack().count(), 6);
        QVERIFY(settled());
        savePictures(QStringLiteral("explore-what-if"));
        for (int i = 0; i < 6; ++i) history.undoStack().undo();
        QCOMPARE(history.tokens(), original);
        QVERIFY(settled());
    }

    void theSmallestChangeIsReportedAndCanBeUndone() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(page(), "whatIf");
        const std::vector<Token> original = panel->history().original();
        QSignalSpy changes(panel, &WhatIfPanel::changeFound);
        click(find<QToolButton>(page(), "whatIfSmallest"));
        QVERIFY(waitUntil([&] { return changes.count() == 1; }));
        QVERIFY(settled());
        const QString state = find<QLabel>(page(), "whatIfAnswer")->text();
        QCOMPARE(find<AnswerNote>(page(), "answerNote")->text(), state);
        if (panel->history().isChanged()) {
            QVERIFY2(state.startsWith(tr("Without ")), qPrintable(state));
            panel->history().undoStack().undo();
        } else {
            QVERIFY2(state.startsWith(tr("Even without ")), qPrintable(state));
        }
        QCOMPARE(panel->history().tokens(), original);
        QVERIFY(settled());
    }
};

QTEST_MAIN(WhatIfTabTest)
#include "what_if_tab_test.moc"
