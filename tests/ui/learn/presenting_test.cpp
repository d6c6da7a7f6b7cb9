// SPDX-License-Identifier: GPL-3.0-or-later
// Tests presenter mode in the whole window, after every page and every chapter was shown once.
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "measuring_application.h"
#include "ui/frame/main_window.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_page.h"
#include "ui/theme/presentation_size.h"
#include "ui/theme/theme.h"
#include "ui/widgets/step_bar.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PresentingTest : public QObject {
    Q_OBJECT

    static MeasuringApplication& measuringApplication() { return *static_cast<MeasuringApplication*>(qApp); }
    void settle() {
        for (int turn = 0; turn < 10; ++turn) QCoreApplication::processEvents();
    }
    /// Presses a key. Prints and returns the duration, in seconds, of the longest event that this causes.
    double press(Qt::Key key, const char* what) {
        measuringApplication().takeLongest();
        QTest::keyClick(m_page, key);
        settle();
        const MeasuringApplication::Longest longest = measuringApplication().takeLongest();
        qInfo("%s: longest event %.1f ms (%s) with %d widgets, %d of them on Learn", what, 1000 * longest.seconds,
              qPrintable(longest.what), int(QApplication::allWidgets().size()),
              int(m_page->findChildren<QWidget*>().size()));
        return longest.seconds;
    }

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>(TestEnvironment::Content::Empty);
        m_window = std::make_unique<MainWindow>();
        test::show(*m_window, {1280, 720});
        m_window->openWorkspace(m_environment->path("presenting.recscope"), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([this] { return m_window->session() && m_window->session()->catalogue(); }));
        QVERIFY(waitUntil([this] { return m_window->session()->jobs().isIdle(); }));
        for (PageId page : {PageId::Data, PageId::Train, PageId::Explore, PageId::Compare}) {
            m_window->showPage(page);
            settle();
        }
        m_window->showPage(PageId::Learn);
        m_page = find<LearnPage>(*m_window, "learnPage");
        for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter) {
            m_page->showChapter(chapter);
            settle();
        }
        m_window->session()->jobs().cancelAll();
        QVERIFY(waitUntil([this] { return m_window->session()->jobs().isIdle(); }));
        m_page->showChapter(2);
        m_page->setFocus();
        settle();
    }

    void presentingBeginsAndEnds() {
        const int lengthBefore = Theme::instance().px(1000);
        for (int turn = 0; turn < 3; ++turn) {
            const auto* title = find<QLabel>(*m_page, "stepTitle");
            const auto* elsewhere = find<QPushButton>(*m_window, "startTraining");
            const int titleSize = title->fontInfo().pixelSize(), otherSize = elsewhere->fontInfo().pixelSize();
            press(Qt::Key_F11, "Presenting");
            QVERIFY(Theme::instance().isPresenting());
            const double magnification = double(Theme::instance().px(1000)) / lengthBefore;
            QVERIFY(magnification > 1);
            QVERIFY(std::abs(title->fontInfo().pixelSize() - magnification * titleSize) <= 1);
            QCOMPARE(title->palette().color(QPalette::WindowText), Theme::instance().colours().text);
            QCOMPARE(elsewhere->fontInfo().pixelSize(), otherSize);
            press(Qt::Key_PageDown, "The next chapter");
            press(Qt::Key_Escape, "Leaving presenter mode");
            QVERIFY(!Theme::instance().isPresenting());
            QCOMPARE(title->fontInfo().pixelSize(), titleSize);
            QCOMPARE(title->palette().color(QPalette::WindowText), Theme::instance().colours().text);
        }
    }

    void anotherThemeAndScaleApplyWhilePresentingAndRemainAfterwards() {
        Theme& theme = Theme::instance();
        const auto* title = find<QLabel>(*m_page, "stepTitle");
        const auto* elsewhere = find<QPushButton>(*m_window, "startTraining");
        const int titleSize = title->fontInfo().pixelSize(), otherSize = elsewhere->fontInfo().pixelSize();
        press(Qt::Key_F11, "Presenting");
        const int presentingSize = title->fontInfo().pixelSize();
        theme.setChoice(ThemeChoice::Dark);
        theme.setScale(1.2);
        settle();
        QVERIFY(theme.isPresenting());
        QVERIFY(std::abs(title->fontInfo().pixelSize() - 1.2 * presentingSize) <= 2);
        QCOMPARE(title->palette().color(QPalette::WindowText), theme.colours().text);
        QVERIFY(std::abs(elsewhere->fontInfo().pixelSize() - 1.2 * otherSize) <= 1);
        savePicture(*m_window, QStringLiteral("learn-presenting-dark"));
        press(Qt::Key_Escape, "Leaving presenter mode");
        QVERIFY(std::abs(title->fontInfo().pixelSize() - 1.2 * titleSize) <= 1);
        QVERIFY(theme.colours().dark);
        QCOMPARE(title->palette().color(QPalette::WindowText), theme.colours().text);
        theme.setChoice(ThemeChoice::Light);
        theme.setScale(1);
    }

    void theFontSizeFollowsTheScreenAndNoPageIsScrolled_data() {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("1280 x 720") << QSize(1280, 720);
        QTest::newRow("1920 x 1080") << QSize(1920, 1080);
        QTest::newRow("3840 x 2160") << QSize(3840, 2160);
    }
    void theFontSizeFollowsTheScreenAndNoPageIsScrolled() {
        QFETCH(QSize, screen);
        const auto* pages = find<QScrollArea>(*m_window, "pages");
        const auto* leave = find<QPushButton>(*m_page, "stageLeave");
        const auto* text = find<QLabel>(*m_page, "stepText");
        press(Qt::Key_F11, "Presenting");
        m_window->showNormal();  // full screen is only 800 x 800 on the offscreen platform
        m_window->resize(screen);
        settle();
        QStringList scrolled;
        for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter) {
            m_page->showChapter(chapter);
            auto* steps = find<StepBar>(*m_page, "stepBar");
            for (int step = 0; step < std::max(1, steps->count()); ++step) {
                steps->showStep(step);
                settle();
                QCOMPARE(m_page->window()->size(), screen);
                const QFont body = Theme::instance().body();
                QVERIFY(QFontInfo(body).pixelSize() >= kMinBodyShareOfScreen * screen.height());
                if (text->isVisible()) QVERIFY(text->fontInfo().pixelSize() >= kMinBodyShareOfScreen * screen.height());
                QVERIFY(leave->isVisible());
                if (!leave->visibleRegion().contains(leave->rect()))
                    scrolled << QStringLiteral("%1.%2: Leave is cut").arg(chapter + 1).arg(step + 1);
                for (const QScrollBar* bar : {pages->horizontalScrollBar(), pages->verticalScrollBar()})
                    if (bar->maximum() > 0)
                        scrolled << QStringLiteral("%1.%2: %3 pixels more than the screen has")
                                        .arg(chapter + 1)
                                        .arg(step + 1)
                                        .arg(bar->maximum());
            }
            savePicture(*m_window, QStringLiteral("presenting-%1-%2").arg(screen.height()).arg(chapter + 1));
        }
        press(Qt::Key_Escape, "Leaving presenter mode");
        m_window->resize(1280, 720);
        m_page->showChapter(2);
        QVERIFY2(scrolled.isEmpty(), qPrintable(scrolled.join(QLatin1Char('\n'))));
    }

    void aPresentationRemoteCanStepThroughTheWholeCourse() {
        m_page->showChapter(0);
        m_page->setFocus();
        press(Qt::Key_F11, "Presenting");
        auto* steps = find<StepBar>(*m_page, "stepBar");
        int presses = 0, allSteps = 0;
        for (const Chapter& chapter : m_page->chapters()) allSteps += std::max(1, int(chapter.steps.size()));
        const Qt::Key keys[] = {Qt::Key_PageDown, Qt::Key_Right, Qt::Key_Space};  // keys that presentation remotes send
        const int last = int(m_page->chapters().size()) - 1;
        while (m_page->chapter() < last || steps->step() + 1 < steps->count()) {
            QTest::keyClick(m_page, keys[presses % 3]);
            QVERIFY(++presses < allSteps);
        }
        // Each chapter takes at least one press. A chapter that needs known causes has no steps for data without them.
        QVERIFY(presses >= last);
        QTest::keyClick(m_page, Qt::Key_PageDown);  // does nothing after the last step
        QCOMPARE(m_page->chapter(), last);
        while (m_page->chapter() > 0 || steps->step() > 0) {
            QTest::keyClick(m_page, presses % 2 == 0 ? Qt::Key_PageUp : Qt::Key_Left);
            QVERIFY(--presses >= 0);
        }
        QCOMPARE(presses, 0);  // going back took as many presses as going forward
        press(Qt::Key_Escape, "Leaving presenter mode");
        m_page->showChapter(2);
    }

    void theScreenIsBlankUntilTheNextKey() {
        m_page->setFocus();
        QTest::keyClick(m_page, Qt::Key_B);
        QVERIFY(!find<QWidget>(*m_page, "blankScreen")->isVisible());  // only while presenting
        press(Qt::Key_F11, "Presenting");
        auto* blank = find<QWidget>(*m_page, "blankScreen");
        const int step = find<StepBar>(*m_page, "stepBar")->step();
        for (const Qt::Key key : {Qt::Key_Period, Qt::Key_PageDown, Qt::Key_Escape}) {
            QTest::keyClick(m_page, Qt::Key_B);
            QVERIFY(blank->isVisible());
            QCOMPARE(blank->geometry(), m_page->rect());
            QTest::keyClick(m_page, key);
            QVERIFY(!blank->isVisible());
            QVERIFY(Theme::instance().isPresenting());
            QCOMPARE(find<StepBar>(*m_page, "stepBar")->step(), step);
        }
        press(Qt::Key_Escape, "Leaving presenter mode");
    }

    void cleanupTestCase() {
        m_window.reset();
        m_environment.reset();
    }

private:
    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<MainWindow> m_window;
    LearnPage* m_page = nullptr;
};

int main(int argc, char** argv) {
    MeasuringApplication application(argc, argv);
    PresentingTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "presenting_test.moc"
