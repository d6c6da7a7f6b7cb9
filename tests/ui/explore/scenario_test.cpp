// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the What-if tab: moving items with mouse events and with keys, and saving edited histories as scenarios.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/store/scenario_store.h"
#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/edited_history_view.h"
#include "ui/explore/tabs/scenario_popup.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ScenarioTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        trainTiny(*m_environment, "sasrec");
        m_page = std::make_unique<ExplorePage>(m_environment->session());
        test::show(*m_page, {1368, 800});
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        tabs->tabBar()->setFocus();
        while (!find<WhatIfPanel>(*m_page, "whatIf")->isVisible()) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
    }
    void init() {
        m_environment->session().chooseUser(0);
        find<QComboBox>(*m_page, "predicted")->setCurrentIndex(0);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 0 && idle(); }));
        settle();
        while (history().undoStack().canUndo()) history().undoStack().undo();
        settle();
    }
    void cleanup() { closePopup(); }
    void cleanupTestCase() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return idle(); }));
        m_environment.reset();
    }

    void anItemIsDraggedUpAndDownWithTheMouse() {
        const std::vector<Token> original = history().tokens();
        view()->verticalScrollBar()->setValue(0);
        // The third item is dropped on the upper half of the first row, which inserts it above that row.
        drag(2, rowPoint(0, -0.3));
        std::vector<Token> expected = original;
        std::rotate(expected.begin(), expected.begin() + 2, expected.begin() + 3);
        QCOMPARE(history().tokens(), expected);
        QCOMPARE(history().undoStack().count(), 1);
        QCOMPARE(view()->currentIndex().row(), 0);
        // The first item is dropped below the fourth, so the items in between move up.
        history().undoStack().undo();
        drag(0, rowPoint(3, 0.3));
        expected = original;
        std::rotate(expected.begin(), expected.begin() + 1, expected.begin() + 4);
        QCOMPARE(history().tokens(), expected);
        QCOMPARE(view()->currentIndex().row(), 3);
    }

    void aLineShowsTheDropPositionAndEscapeCancelsTheDrag() {
        const std::vector<Token> original = history().tokens();
        view()->verticalScrollBar()->setValue(0);
        QCOMPARE(view()->dropRow(), -1);
        press(3);
        pointerTo(rowPoint(1, -0.3));
        QCOMPARE(view()->dropRow(), 1);
        pointerTo(rowPoint(1, 0.3));
        QCOMPARE(view()->dropRow(), 2);
        savePicture(*m_page, QStringLiteral("what-if-dragging"));
        QTest::keyClick(view(), Qt::Key_Escape);
        QCOMPARE(view()->dropRow(), -1);
        release(rowPoint(1, 0.3));
        QCOMPARE(history().tokens(), original);
        // A press and release with hardly any movement is a click.
        press(2);
        pointerTo(rowPoint(2) + QPoint(1, 1));
        release(rowPoint(2) + QPoint(1, 1));
        QCOMPARE(history().tokens(), original);
        QCOMPARE(view()->currentIndex().row(), 2);
    }

    void ghostsCannotBeDraggedAndAreNoDropPositions() {
        const std::vector<Token> original = history().tokens();
        view()->setFocus();
        view()->selectRow(1);
        QTest::keyClick(view(), Qt::Key_Delete);
        view()->verticalScrollBar()->setValue(0);
        QVERIFY(history().isGhost(1));
        const std::vector<Token> rest = history().tokens();
        drag(1, rowPoint(4, 0.3));
        QCOMPARE(history().tokens(), rest);
        // Row 1 is a ghost (a deleted item). A drop above or below it gives the same position, so nothing moves.
        drag(0, rowPoint(1, 0.3));
        QCOMPARE(history().tokens(), rest);
        drag(2, rowPoint(0, -0.3));
        QCOMPARE(history().tokens()[0], original[2]);
        QCOMPARE(history().tokens()[1], original[0]);
    }

    void draggingAtTheEdgeScrolls() {
        view()->verticalScrollBar()->setValue(0);
        QVERIFY(view()->verticalScrollBar()->maximum() > 0);
        const Token first = history().tokens().front();
        press(0);
        const QPoint edge(20, view()->viewport()->height() - 2);
        pointerTo(edge);
        QVERIFY(
            waitUntil([&] { return view()->verticalScrollBar()->value() == view()->verticalScrollBar()->maximum(); }));
        QCOMPARE(view()->dropRow(), history().rowCount());
        release(edge);
        QCOMPARE(history().tokens().back(), first);
    }

    void altArrowsMoveTheChosenItemAndDoNotChangeTheUser() {
        const std::vector<Token> original = history().tokens();
        view()->setFocus();
        view()->selectRow(2);
        QTest::keyClick(view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(history().tokens()[1], original[2]);
        QTest::keyClick(view(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(history().tokens(), original);
        settle();
        QCOMPARE(m_page->answer()->user.user, 0);
        // When another widget has the focus, the same keys show the next user.
        find<QWidget>(*m_page, "predicted")->setFocus();
        QTest::keyClick(find<QWidget>(*m_page, "predicted"), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 1; }));
    }

    void anEditedHistoryIsSavedUnderANameAndOpenedAgain() {
        openPopup();
        QVERIFY(!find<QPushButton>(*popup(), "scenarioSave")->isEnabled());
        closePopup();
        deleteOldestItem();
        QTest::keyClick(view(), Qt::Key_M, Qt::ControlModifier);
        const std::vector<EditedItem> made = history().items();
        savePictures(QStringLiteral("what-if-scenario-empty"), true);
        save(QStringLiteral("two changes"));
        QCOMPARE(names(), QStringList{QStringLiteral("two changes")});
        QVERIFY(find<QLabel>(*popup(), "scenarioNote")->text().contains(tr("is saved")));
        QVERIFY(find<QLabel>(*m_page, "whatIfState")->text().startsWith(tr("“two changes”")));
        savePictures(QStringLiteral("what-if-scenarios"), true);
        closePopup();
        click(find<QToolButton>(*m_page, "whatIfReset"));
        QVERIFY(!history().isChanged());
        QVERIFY(!find<QLabel>(*m_page, "whatIfState")->text().contains(QStringLiteral("two changes")));
        openPopup();
        auto* list = find<QTableView>(*popup(), "scenarioList");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return history().isChanged(); }));
        QCOMPARE(history().items(), made);
        QVERIFY(history().isGhost(0));
        QVERIFY(!popup()->isVisible());
        // Opening a scenario is one step of the undo stack. After it is undone, the name no longer applies.
        history().undoStack().undo();
        QVERIFY(!history().isChanged());
        QVERIFY(!find<QLabel>(*m_page, "whatIfState")->text().contains(QStringLiteral("two changes")));
    }

    void aScenarioBelongsToItsUserAndIsListedInAnotherPopup() {
        m_environment->session().chooseUser(5);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 5 && idle(); }));
        QVERIFY(waitUntil([this] { return names().isEmpty(); }));
        settle();
        deleteOldestItem();
        save(QStringLiteral("of the sixth"));
        m_environment->session().chooseUser(6);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 6 && idle(); }));
        settle();
        QVERIFY(names().isEmpty());
        EditedHistory other;
        ScenarioPopup again(m_environment->session(), other);
        QSignalSpy listed(&again, &ScenarioPopup::listed);
        again.setUser(m_environment->session().dataset()->id, QStringLiteral("6"));  // the id of the user with index 5
        QVERIFY(waitUntil([&] { return listed.count() == 1; }));
        QCOMPARE(find<QTableView>(again, "scenarioList")->model()->index(0, 0).data().toString(),
                 QStringLiteral("of the sixth"));
    }

    void aTakenNameIsRefusedWithAMessage() {
        deleteOldestItem();
        save(QStringLiteral("once"));
        const int before = int(names().size());
        save(QStringLiteral("once"));
        auto* note = find<QLabel>(*popup(), "scenarioNote");
        QVERIFY2(note->text().contains(QStringLiteral("already has a scenario \"once\"")), qPrintable(note->text()));
        QVERIFY(note->property("problem").toBool());
        QCOMPARE(int(names().size()), before);
        savePictures(QStringLiteral("what-if-scenario-refused"), true);
    }

    void aScenarioIsRenamedInPlaceAndDeletedWithUndo() {
        deleteOldestItem();
        save(QStringLiteral("a first name"));
        auto* list = find<QTableView>(*popup(), "scenarioList");
        choose(QStringLiteral("a first name"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_F2);
        auto* editor = list->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("a second name"));
        QTest::keyClick(editor, Qt::Key_Return);
        settle();
        QVERIFY(names().contains(QStringLiteral("a second name")));
        QVERIFY(!names().contains(QStringLiteral("a first name")));
        const std::vector<Token> edited = history().tokens();
        choose(QStringLiteral("a second name"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        settle();
        QVERIFY(!names().contains(QStringLiteral("a second name")));
        QCOMPARE(history().tokens(), edited);  // the key Delete acted on the list of scenarios only
        auto* undo = find<QPushButton>(*popup(), "scenarioUndo");
        QVERIFY(undo->isVisible());
        click(undo);
        settle();
        QVERIFY(names().contains(QStringLiteral("a second name")));
        QVERIFY(!undo->isVisible());
    }

    void openingAScenarioOfAnotherHistoryShowsANote() {
        deleteOldestItem();
        save(QStringLiteral("of the test history"));
        closePopup();
        find<QComboBox>(*m_page, "predicted")->setCurrentIndex(1);
        const int shorter = int(m_page->answer()->user.length) - 2;
        QVERIFY(waitUntil([&] { return m_page->answer()->given == shorter && idle(); }));
        settle();
        openPopup();
        choose(QStringLiteral("of the test history"));
        click(find<QPushButton>(*popup(), "scenarioOpen"));
        settle();
        auto* note = find<QLabel>(*popup(), "scenarioNote");
        QVERIFY2(note->text().contains(tr("%1 items then, %2 now").arg(shorter + 1).arg(shorter)),
                 qPrintable(note->text()));
        QVERIFY(popup()->isVisible());
        // The scenario lacks all occurrences of the oldest item. Its last item is not part of the shorter history, so
        // it counts as inserted.
        const std::vector<Token> given = m_page->answer()->givenTokens();
        QCOMPARE(history().count(), shorter + 1 - int(std::count(given.begin(), given.end(), given.front())));
        QCOMPARE(history().items().back().original, -1);
        savePictures(QStringLiteral("what-if-scenario-other"), true);
    }

    void openingADeletedScenarioIsRefusedWithAMessage() {
        deleteOldestItem();
        save(QStringLiteral("soon gone"));
        const DatasetId dataset = m_environment->session().dataset()->id;
        const std::string user = m_page->answer()->user.id;
        QVERIFY(m_environment->work([&](JobContext& context) {
            ScenarioStore store(context.workspace);
            store.remove(store.byName(dataset, user, "soon gone").id);
        }));
        choose(QStringLiteral("soon gone"));
        const std::vector<Token> before = history().tokens();
        click(find<QPushButton>(*popup(), "scenarioOpen"));
        settle();
        auto* note = find<QLabel>(*popup(), "scenarioNote");
        QVERIFY2(note->text().contains(QStringLiteral("no longer in the workspace")), qPrintable(note->text()));
        QCOMPARE(history().tokens(), before);
    }

private:
    EditedHistory& history() { return find<WhatIfPanel>(*m_page, "whatIf")->history(); }
    EditedHistoryView* view() { return find<EditedHistoryView>(*m_page, "whatIfHistory"); }
    ScenarioPopup* popup() { return find<ScenarioPopup>(*m_page, "scenarios"); }
    bool idle() const { return m_environment->jobs().isIdle(); }
    /// Waits until no job runs. The result of a job may start another job, so it waits several times.
    void settle() {
        for (int round = 0; round < 3; ++round) {
            QApplication::processEvents();
            QVERIFY(waitUntil([this] { return idle(); }));
        }
        QApplication::processEvents();
    }
    /// A point in viewport coordinates, `down` row heights below the middle of the row.
    QPoint rowPoint(int row, double down = 0) {
        return {60, view()->rowViewportPosition(row) + int((0.5 + down) * view()->rowHeight(row))};
    }
    void press(int row) { QTest::mousePress(view()->viewport(), Qt::LeftButton, {}, rowPoint(row)); }
    /// Moves with the left button held, which QTest::mouseMove cannot do.
    void pointerTo(const QPoint& point) {
        QMouseEvent move(QEvent::MouseMove, point, view()->viewport()->mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(view()->viewport(), &move);
    }
    void release(const QPoint& point) { QTest::mouseRelease(view()->viewport(), Qt::LeftButton, {}, point); }
    void drag(int row, const QPoint& to) {
        press(row);
        pointerTo((rowPoint(row) + to) / 2);
        pointerTo(to);
        release(to);
    }
    void closePopup() {
        popup()->close();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }
    void openPopup() {
        click(find<QToolButton>(*m_page, "whatIfScenarios"));
        QVERIFY(popup()->isVisible());
    }
    /// Deletes the oldest item, with all its occurrences.
    void deleteOldestItem() {
        view()->setFocus();
        view()->selectRow(0);
        QTest::keyClick(view(), Qt::Key_Delete);
        QVERIFY(history().isChanged());
    }
    void save(const QString& name) {
        if (!popup()->isVisible()) openPopup();
        type(find<QLineEdit>(*popup(), "scenarioName"), name);
        click(find<QPushButton>(*popup(), "scenarioSave"));
        settle();
    }
    QStringList names() {
        QStringList list;
        const auto* model = find<QTableView>(*popup(), "scenarioList")->model();
        for (int row = 0; row < model->rowCount(); ++row) list << model->index(row, 0).data().toString();
        return list;
    }
    void choose(const QString& name) {
        QVERIFY2(names().contains(name), qPrintable(names().join(QLatin1Char(','))));
        find<QTableView>(*popup(), "scenarioList")->selectRow(int(names().indexOf(name)));
    }
    /// Saves pictures of the page in both themes, at the smallest and at a usual size. The popup is saved separately.
    void savePictures(const QString& name, bool withPopup) {
        if (withPopup && !popup()->isVisible()) openPopup();
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            const QString theme = choice == ThemeChoice::Light ? QStringLiteral("light") : QStringLiteral("dark");
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                QTest::qWait(50);
                savePicture(*m_page, QStringLiteral("%1-%2-%3").arg(name, theme).arg(size.width()));
            }
            if (withPopup) savePicture(*popup(), QStringLiteral("%1-%2-popup").arg(name, theme));
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        QTest::qWait(50);
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
};

QTEST_MAIN(ScenarioTest)
#include "scenario_test.moc"
