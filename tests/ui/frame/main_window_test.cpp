// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/main_window.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QShortcut>
#include <QToolButton>
#include <atomic>

#include "core/data/sample_shop.h"
#include "core/models/transformer/transformer_config.h"
#include "core/recommender/registry.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "ui/frame/notice_stack.h"
#include "ui/frame/pages.h"
#include "ui/learn/learn_page.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/settings.h"
#include "window_fixture.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// The first visible widget below `root` that extends beyond its parent; null if there is none. Does not check windows
/// and the contents of scroll areas.
QWidget* firstCutWidget(QWidget& root) {
    for (QObject* child : root.children()) {
        auto* widget = qobject_cast<QWidget*>(child);
        if (!widget || !widget->isVisible() || widget->isWindow()) continue;
        if (!root.rect().contains(widget->geometry())) return widget;
        if (qobject_cast<QAbstractScrollArea*>(widget)) continue;
        if (QWidget* cut = firstCutWidget(*widget)) return cut;
    }
    return nullptr;
}

/// All key combinations that the widgets of the window have registered, except mnemonics (Alt and a letter).
QSet<QKeySequence> registeredKeys(const QWidget& window) {
    QSet<QKeySequence> keys;
    for (const QShortcut* shortcut : window.findChildren<QShortcut*>())
        for (const QKeySequence& key : shortcut->keys()) keys.insert(key);
    for (const QAction* action : window.findChildren<QAction*>())
        for (const QKeySequence& key : action->shortcuts()) keys.insert(key);
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (button->shortcut() != QKeySequence::mnemonic(button->text())) keys.insert(button->shortcut());
    keys.remove(QKeySequence());
    return keys;
}

/// The names of all keys in the list of shortcuts, one entry per line.
QString listedKeys(const QWidget& overlay) {
    QString listed;
    for (const QGridLayout* grid : overlay.findChildren<QGridLayout*>())
        for (int row = 0; row < grid->rowCount(); ++row) {
            const QLayoutItem *keys = grid->itemAtPosition(row, 0), *meaning = grid->itemAtPosition(row, 1);
            if (!keys || keys == meaning) continue;  // an empty row, or the title of a group
            listed += qobject_cast<QLabel*>(keys->widget())->text() + QLatin1Char('\n');
        }
    return listed.replace("Ctrl+1 … Ctrl+5", "Ctrl+1 Ctrl+2 Ctrl+3 Ctrl+4 Ctrl+5")
        .replace("Page Down", "PgDown")
        .replace("Page Up", "PgUp");
}

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        Settings::instance().clear();
        Theme::instance().setChoice(ThemeChoice::Light);
        Theme::instance().setScale(1);
    }

    void theFirstStartCreatesAndChoosesTheSampleDataset() {
        WindowFixture fixture;
        fixture.window.openWorkspace(fixture.path(), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return fixture.window.session() && fixture.window.session()->catalogue(); }));
        QVERIFY(waitUntil([&] { return fixture.window.session()->jobs().isIdle(); }));
        QCOMPARE(fixture.window.session()->dataset()->name, kSampleName);
        QCOMPARE(find<QComboBox>(fixture.window, "datasetChoice")->currentText(), QString(kSampleName));
        QVERIFY(!find<QComboBox>(fixture.window, "runChoice")->isEnabled());
        QVERIFY(fixture.window.windowTitle().contains("window"));
        QVERIFY(fixture.window.focusWidget());
        QVERIFY(!find<QFrame>(fixture.window, "rail")->isAncestorOf(fixture.window.focusWidget()));
        savePicture(fixture.window, "window-first-start");
    }

    void keysAndClicksSwitchThePages() {
        WindowFixture fixture;
        fixture.open();
        const std::pair<Qt::Key, PageId> keys[] = {{Qt::Key_2, PageId::Train},
                                                   {Qt::Key_3, PageId::Explore},
                                                   {Qt::Key_4, PageId::Learn},
                                                   {Qt::Key_5, PageId::Compare},
                                                   {Qt::Key_1, PageId::Data}};
        for (const auto& [key, page] : keys) {
            QTest::keyClick(&fixture.window, key, Qt::ControlModifier);
            QVERIFY(fixture.window.currentPage() == page);
            QVERIFY(find<QToolButton>(fixture.window, qPrintable("page-" + pageKey(page)))->isChecked());
        }
        click(find<QToolButton>(fixture.window, "page-learn"));
        QVERIFY(fixture.window.currentPage() == PageId::Learn);
        QVERIFY(showsSomething(fixture.window));
    }

    void everyPageFitsTheSmallestWindow() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.resize(fixture.window.minimumSize());
        QCOMPARE(fixture.window.minimumSize(), QSize(1024, 700));
        for (const PageEntry& page : pageEntries()) {
            fixture.window.showPage(page.id);
            // In a narrow window, pages hide columns only after some turns of the event loop.
            QWidget* cut = nullptr;
            const bool fits = waitUntil([&] { return !(cut = firstCutWidget(fixture.window)); });
            QVERIFY2(fits, qPrintable(QString("%1: %2 “%3” is cut")
                                          .arg(page.key, cut ? cut->metaObject()->className() : "",
                                               cut ? cut->objectName() : QString())));
            QCOMPARE(fixture.window.size(), QSize(1024, 700));
        }
    }

    void theThemeSwitchChangesThePaletteAndBack() {
        WindowFixture fixture;
        fixture.open();
        auto* button = find<QToolButton>(fixture.window, "themeSwitch");
        click(button);
        QVERIFY(Theme::instance().colours().dark);
        QCOMPARE(fixture.window.palette().color(QPalette::Window), darkColours().window);
        QVERIFY(button->toolTip().contains("light"));
        savePicture(fixture.window, "window-dark");
        click(button);
        QVERIFY(!Theme::instance().colours().dark);
    }

    void controlPlusMinusAndZeroScaleTheWindow() {
        WindowFixture fixture;
        fixture.open();
        const int width = find<QWidget>(fixture.window, "rail")->width();
        QTest::keyClick(&fixture.window, Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(&fixture.window, Qt::Key_Equal, Qt::ControlModifier);
        QCoreApplication::processEvents();
        QVERIFY(Theme::instance().scale() > 1.2);
        QVERIFY(find<QWidget>(fixture.window, "rail")->width() > width);
        savePicture(fixture.window, "window-large");
        QTest::keyClick(&fixture.window, Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(Theme::instance().scale() < 1.2);
        QTest::keyClick(&fixture.window, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(Theme::instance().scale(), 1.0);
    }

    void keysInAnOpenListAreNotShortcutsOfThePage() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.showPage(PageId::Learn);
        auto* page = find<LearnPage>(fixture.window, "learnPage");
        QVERIFY(waitUntil([page] { return page->chapter() >= 0; }));
        const int chapter = page->chapter();
        page->setPresenting(true);
        const auto presents = [&] { return find<QWidget>(fixture.window, "stageRestart")->isVisible(); };
        QVERIFY(waitUntil(presents));
        auto* choice = new QComboBox(page);
        for (int i = 0; i < 30; ++i) choice->addItem(QString::number(i));
        choice->show();
        choice->setFocus();
        choice->showPopup();
        QWidget* popup = QApplication::activePopupWidget();
        QVERIFY(popup);
        QTest::keyClick(popup->windowHandle(),
                        Qt::Key_PageDown);  // the key moves in the open list, not to the next chapter
        QCOMPARE(page->chapter(), chapter);
        QVERIFY(choice->view()->currentIndex().row() > 0);
        QTest::keyClick(popup->windowHandle(), Qt::Key_Escape);
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(presents());
        delete choice;
        page->setFocus();
        QTest::keyClick(fixture.window.windowHandle(), Qt::Key_PageDown);
        QCOMPARE(page->chapter(), chapter + 1);
        QTest::keyClick(fixture.window.windowHandle(), Qt::Key_Escape);
        QVERIFY(!presents());
    }

    void enterChoosesInAnOpenList() {
        WindowFixture fixture;
        fixture.open();
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
            QComboBox choice(&fixture.window);
            choice.addItems({QStringLiteral("one"), QStringLiteral("two")});
            choice.show();
            choice.setFocus();
            choice.showPopup();
            QWidget* popup = QApplication::activePopupWidget();
            QVERIFY(popup);
            QTest::keyClick(popup->windowHandle(), Qt::Key_Down);
            QTest::keyClick(popup->windowHandle(), key);
            QVERIFY(!QApplication::activePopupWidget());
            QCOMPARE(choice.currentIndex(), 1);
        }
    }

    void aMenuClosesWithItsWidget() {
        WindowFixture fixture;
        fixture.open();
        auto* table = find<QWidget>(fixture.window, "usersTable");
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), table->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(table, &event);
        QVERIFY(QApplication::activePopupWidget());
        fixture.window.openWorkspace(fixture.environment.path("other.recscope"), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return !QApplication::activePopupWidget(); }));
        QVERIFY(waitUntil([&] { return fixture.window.session() && fixture.window.session()->jobs().isIdle(); }));
    }

    void errorsStayUntilTheyAreDismissed() {
        WindowFixture fixture;
        fixture.open();
        auto* notices = find<NoticeStack>(fixture.window, "notices");
        fixture.window.session()->notify("The disk is full.", "Make room on it.", Severity::Error);
        fixture.window.session()->notify("Copied 3 rows");
        QCOMPARE(notices->count(), 2);
        savePicture(fixture.window, "window-notices");
        QVERIFY(waitUntil([&] { return notices->count() == 1; }));  // the info notice closed by itself
        QTest::qWait(100);
        QCOMPARE(notices->count(), 1);
        click(find<QToolButton>(*notices, "dismissNotice"));
        QVERIFY(waitUntil([&] { return notices->count() == 0 && !notices->isVisible(); }));
        fixture.window.session()->notify("The disk is full.", {}, Severity::Error);
        QTest::keyClick(&fixture.window, Qt::Key_Escape);
        QCOMPARE(notices->count(), 0);
    }

    void aNoticeCoversNeitherControlsNorTexts() {
        WindowFixture fixture;
        fixture.open();
        auto* notices = find<NoticeStack>(fixture.window, "notices");
        int checked = 0;
        QStringList covered;
        for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
            fixture.window.resize(size);
            for (const PageEntry& page : pageEntries()) {
                fixture.window.showPage(page.id);
                // Learn trains its models first, at a low priority: on a busy machine that takes minutes.
                constexpr int kTrainingMs = 240'000;
                QVERIFY(QTest::qWaitFor([&] { return fixture.window.session()->jobs().isIdle(); }, kTrainingMs));
                QTest::qWait(50);
                fixture.window.session()->notify("Saved report.pdf", "in /home/ada/reports", Severity::Warning);
                QVERIFY(notices->isVisible());
                for (const QWidget* widget : fixture.window.findChildren<QWidget*>()) {
                    const auto* label = qobject_cast<const QLabel*>(widget);
                    const bool matters = qobject_cast<const QAbstractButton*>(widget) ||
                                         qobject_cast<const QComboBox*>(widget) ||
                                         qobject_cast<const QLineEdit*>(widget) || (label && !label->text().isEmpty());
                    if (!matters || !widget->isVisible() || notices->isAncestorOf(widget)) continue;
                    ++checked;
                    // A widget that is scrolled out of view cannot be covered.
                    const QPoint middle = widget->mapTo(&fixture.window, widget->rect().center());
                    if (notices->geometry().contains(middle) && !widget->visibleRegion().isEmpty())
                        covered << QStringLiteral("%1 at %2: %3 %4")
                                       .arg(page.key)
                                       .arg(size.width())
                                       .arg(widget->objectName(), label ? label->text() : QString());
                }
                savePicture(fixture.window, QStringLiteral("notice-%1-%2").arg(page.key).arg(size.width()));
                notices->dismissAll();
            }
        }
        QVERIFY(checked > 200);
        QVERIFY2(covered.isEmpty(), qPrintable(covered.join(QLatin1Char('\n'))));
    }

    void aNoticeMovesOffAFormThatOpensUnderIt() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.resize(fixture.window.minimumSize());
        fixture.window.showPage(PageId::Data);
        QVERIFY(waitUntil([&] { return fixture.window.session()->jobs().isIdle(); }));
        auto* notices = find<NoticeStack>(fixture.window, "notices");
        fixture.window.session()->notify("trips.csv was not imported. Nothing is left after filtering.",
                                         "Choose lower minimums.", Severity::Error);
        click(find<QPushButton>(fixture.window, "importData"));
        QTest::qWait(50);
        savePicture(fixture.window, "notice-import-smallest");
        for (const char* name : {"startImport", "cancelImport", "chooseImport"}) {
            const auto* button = find<QPushButton>(fixture.window, name);
            const QRect place(button->mapTo(&fixture.window, QPoint()), button->size());
            QVERIFY2(!notices->geometry().intersects(place), name);
        }
    }

    void aWarningClosesWithItsPageAndAnErrorStays() {
        WindowFixture fixture;
        fixture.open();
        auto* notices = find<NoticeStack>(fixture.window, "notices");
        fixture.window.session()->notify("The disk is full.", {}, Severity::Error);
        fixture.window.session()->notify("A dataset cannot be removed while jobs run.", {}, Severity::Warning);
        QCOMPARE(notices->count(), 2);
        fixture.window.showPage(fixture.window.currentPage().value());
        QCOMPARE(notices->count(), 2);
        click(find<QToolButton>(fixture.window, "page-train"));
        QCOMPARE(notices->count(), 1);
        QCOMPARE(notices->findChild<QFrame*>("notice")->property("sentence").toString(), QString("The disk is full."));
    }

    void anUnhandledJobFailureShowsANotice() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.session()->jobs().start(
            &fixture.window, {.title = "Counting"},
            [](JobContext&) { throw Error(ErrorKind::Input, "No.", "Why not?"); }, [] {});
        auto* notices = find<NoticeStack>(fixture.window, "notices");
        QVERIFY(waitUntil([&] { return notices->count() == 1; }));
    }

    void theStripShowsAJobAndItsStopButtonStopsIt() {
        WindowFixture fixture;
        fixture.open();
        bool stopped = false;
        fixture.window.session()->jobs().start(
            &fixture.window, {.title = "Counting stars", .queue = WorkerQueue::Training, .isShownInStrip = true},
            [](JobContext& context) {
                for (int i = 0; !context.stop.stop_requested(); i = std::min(i + 1, 399)) {
                    context.progress({"Counting", i, 400, "stars"});
                    QThread::msleep(5);
                }
            },
            [&stopped] { stopped = true; });
        QVERIFY(waitUntil([&] {
            auto* text = fixture.window.findChild<QLabel*>("jobText");
            return text && text->text().contains("of 400 stars") && text->text().contains("left");
        }));
        QCOMPARE(find<QLabel>(fixture.window, "jobTitle")->text(), QString("Counting stars"));
        savePicture(fixture.window, "window-job");
        click(find<QPushButton>(fixture.window, "stopJob"));
        QVERIFY(waitUntil([&] { return stopped; }));
        QVERIFY(waitUntil([&] { return !fixture.window.findChild<QPushButton*>("stopJob"); }));
    }

    void closingLetsAJobFinishSafely() {
        WindowFixture fixture;
        fixture.open();
        bool finished = false;
        std::atomic<bool> works = false;
        fixture.window.session()->jobs().start(
            &fixture.window, {.title = "Training", .queue = WorkerQueue::Training, .isShownInStrip = true},
            [&works](JobContext& context) {
                works = true;
                while (!context.stop.stop_requested()) QThread::msleep(1);
                QThread::msleep(50);
            },
            [&finished] { finished = true; });
        QVERIFY(waitUntil([&] { return works.load(); }));  // the job must run: a waiting job would be dropped
        fixture.window.close();
        QVERIFY(fixture.window.isVisible());
        QVERIFY(waitUntil([&] { return !fixture.window.isVisible(); }));
        QVERIFY(finished);
    }

    void closingDuringTrainingAsksAndTheNextStartOffersToResume() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        const QString path = environment.path("closed.recscope");
        putSampleWorkspace(path);
        auto window = std::make_unique<MainWindow>();
        show(*window);
        window->openWorkspace(path, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return window->session() && window->session()->catalogue(); }));
        TrainRequest request;
        request.dataset = window->session()->dataset()->id;
        request.config = defaultConfig("bert4rec");
        transformerOf(request.config).dim = transformerOf(request.config).innerDim = 8;
        transformerOf(request.config).maxLength = 8;
        transformerOf(request.config).layers = 1;
        request.config.training.epochs = 100'000;
        request.device = DeviceChoice::Cpu;
        TrainRequest waiting = request;
        waiting.config.training.seed = 7;
        TrainingController& training = trainingOf(*window->session());
        training.start({request, waiting});
        QVERIFY(waitUntil([&] { return training.isTraining() && !training.live()->steps.empty(); }));

        window->close();
        auto* question = find<QDialog>(*window, "closingDialog");
        QVERIFY(question->isVisible() && window->isVisible());
        QVERIFY(find<QLabel>(*question, "closingText")
                    ->text()
                    .contains(QRegularExpression("BERT4Rec 1 is in epoch \\d+ of 100000\\. 1 run waits\\.")));
        QCOMPARE(question->focusWidget(), find<QPushButton>(*question, "stayOpen"));
        savePicture(*question, "window-closing");
        QTest::keyClick(question, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !window->findChild<QDialog*>("closingDialog"); }));
        QVERIFY(training.isTraining() && !training.live()->stopping);

        // If a training runs when another workspace is opened, the dialog must ask about leaving the workspace, not
        // about closing the program.
        window->openWorkspace(environment.path("another.recscope"), JobRunner::IfMissing::Create);
        question = find<QDialog>(*window, "closingDialog");
        QCOMPARE(find<QLabel>(*question, "closingTitle")->text(), QString("Stop training and leave this workspace?"));
        QCOMPARE(find<QPushButton>(*question, "stopAndClose")->text(), QString("Stop and leave"));
        QTest::keyClick(question, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !window->findChild<QDialog*>("closingDialog"); }));

        window->close();
        question = find<QDialog>(*window, "closingDialog");
        auto* stop = find<QPushButton>(*question, "stopAndClose");
        stop->setFocus();
        QTest::keyClick(stop, Qt::Key_Return);
        QVERIFY(find<QLabel>(*question, "closingTitle")->text().startsWith("Saving"));
        savePicture(*question, "window-saving");
        QVERIFY(waitUntil([&] { return !window->isVisible(); }));

        window.reset();
        MainWindow next;
        show(next);
        next.openWorkspace(path, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return next.session() && next.session()->catalogue(); }));
        auto* text = find<QLabel>(next, "resumeText");
        QVERIFY(waitUntil([&] { return text->isVisible(); }));
        QVERIFY2(text->text().startsWith("BERT4Rec 1 was stopped in epoch"), qPrintable(text->text()));
        QVERIFY2(text->text().endsWith("One more run was waiting."), qPrintable(text->text()));
        savePicture(next, "window-resume");
        click(find<QPushButton>(next, "resumeInterrupted"));
        TrainingController& again = trainingOf(*next.session());
        QVERIFY(waitUntil([&] { return again.isTraining(); }));
        QCOMPARE(again.live()->record.name, std::string("BERT4Rec 1"));
        QCOMPARE(again.queue().waiting().size(), std::size_t(1));
        QVERIFY(!text->isVisible());
    }

    void pageThemeAndScaleSurviveClosing() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        const QString path = environment.path("kept.recscope");
        putSampleWorkspace(path);
        for (const bool isReopened : {false, true}) {
            MainWindow window;
            show(window, isReopened ? window.size() : QSize(1200, 800));
            window.openWorkspace(path, JobRunner::IfMissing::Create);
            QVERIFY(waitUntil([&] { return window.session() && window.session()->catalogue(); }));
            if (isReopened) {
                QVERIFY(window.currentPage() == PageId::Compare);
                QVERIFY(Theme::instance().colours().dark);
                QVERIFY(Theme::instance().scale() > 1);
            } else {
                window.showPage(PageId::Compare);  // a page without training
                Theme::instance().setChoice(ThemeChoice::Dark);
                Theme::instance().setScale(1.1);
            }
            QVERIFY(waitUntil([&] { return window.session()->jobs().isIdle(); }));
            window.close();
            QVERIFY(waitUntil([&] { return !window.isVisible(); }));
            Theme::instance().setChoice(ThemeChoice::Light);
            Theme::instance().setScale(1);
        }
    }

    void f1ShowsTheShortcutsAndEscapeHidesThem() {
        WindowFixture fixture;
        fixture.open();
        auto* overlay = find<QWidget>(fixture.window, "shortcutsOverlay");
        QTest::keyClick(&fixture.window, Qt::Key_F1);
        QVERIFY(overlay->isVisible());
        savePicture(fixture.window, "window-shortcuts");
        QTest::keyClick(overlay, Qt::Key_Escape);
        QVERIFY(!overlay->isVisible());
    }

    void theListOfShortcutsHasAllKeysOfTheWindowAndNoOthers() {
        WindowFixture fixture;
        fixture.open();
        for (const PageEntry& page : pageEntries()) fixture.window.showPage(page.id);
        const QSet<QKeySequence> keys = registeredKeys(fixture.window);
        const QString listed = listedKeys(*find<QWidget>(fixture.window, "shortcutsOverlay"));
        for (const QKeySequence& key : keys) {
            const QString name = key.toString(QKeySequence::PortableText);
            if (name == "Ctrl+=") continue;  // Ctrl++ on keyboards where + needs Shift
            const QRegularExpression word("(?<![^\\s,])" + QRegularExpression::escape(name) + "(?![^\\s,])");
            QVERIFY2(word.match(listed).hasMatch(), qPrintable(name + " is not listed"));
        }
        const QRegularExpression combination(R"((?<![^\s,])(?:(?:(?:Ctrl|Alt|Shift)\+)+[^\s,]+|F\d+))");
        for (auto match = combination.globalMatch(listed); match.hasNext();) {
            const QString name = match.next().captured();
            // A table handles Ctrl+C itself; the wheel and dragging are no keys.
            if (name == "Ctrl+C" || name.endsWith("wheel") || name.endsWith("drag")) continue;
            QVERIFY2(keys.contains(QKeySequence(name)), qPrintable(name + " is listed and has no effect"));
        }
    }

    void everyControlOfTheFrameHasAnAccessibleName() {
        WindowFixture fixture;
        fixture.open();
        for (const char* name : {"page-data", "page-train", "page-explore", "page-learn", "page-compare", "themeSwitch",
                                 "menuButton", "datasetChoice", "runChoice"})
            QVERIFY2(!find<QWidget>(fixture.window, name)->accessibleName().isEmpty(), name);
    }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
