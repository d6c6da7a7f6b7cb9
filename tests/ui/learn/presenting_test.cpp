// SPDX-License-Identifier: GPL-3.0-or-later
// Presenter mode in the whole window, every page and chapter of which was seen before.
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <cmath>

#include "measuring_application.h"
#include "ui/frame/main_window.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_page.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PresentingTest : public QObject {
    Q_OBJECT

    static MeasuringApplication& measured() { return *static_cast<MeasuringApplication*>(qApp); }
    void settle() {
        for (int turn = 0; turn < 10; ++turn) QCoreApplication::processEvents();
    }
    /// The longest event from this key on, as it is reported.
    double press(Qt::Key key, const char* what) {
        measured().takeLongest();
        QTest::keyClick(m_page, key);
        settle();
        const MeasuringApplication::Longest longest = measured().takeLongest();
        qInfo("%s: longest event %.1f ms (%s) with %d widgets, %d of them on Learn", what, 1000 * longest.seconds,
              qPrintable(longest.what), int(QApplication::allWidgets().size()),
              int(m_page->findChildren<QWidget*>().size()));
        return longest.seconds;
    }

private slots:
    void initTestCase() {
        m_bench = std::make_unique<Bench>(Bench::Content::Empty);
        m_window = std::make_unique<MainWindow>();
        test::show(*m_window, {1280, 720});
        m_window->openWorkspace(m_bench->path("presenting.recscope"), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([this] { return m_window->session() && m_window->session()->catalogue(); }));
        QVERIFY(waitUntil([this] { return m_window->session()->jobs().isIdle(); }));
        for (const char* page : {"data", "train", "explore", "compare"}) {
            m_window->showPage(page);
            settle();
        }
        m_window->showPage("learn");
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

    void itBeginsAndEnds() {
        const int gap = Theme::instance().px(100);
        for (int turn = 0; turn < 3; ++turn) {
            const auto* title = find<QLabel>(*m_page, "stepTitle");
            const auto* elsewhere = find<QPushButton>(*m_window, "startTraining");
            const int words = title->fontInfo().pixelSize(), others = elsewhere->fontInfo().pixelSize();
            press(Qt::Key_F11, "Presenting");
            QVERIFY(Theme::instance().isPresenting());
            QCOMPARE(Theme::instance().px(100), gap * 3 / 2);
            QVERIFY(std::abs(title->fontInfo().pixelSize() - 1.5 * words) <= 1);
            QCOMPARE(title->palette().color(QPalette::WindowText), Theme::instance().colours().text);
            QCOMPARE(elsewhere->fontInfo().pixelSize(), others);
            press(Qt::Key_PageDown, "The next chapter");
            press(Qt::Key_Escape, "No longer");
            QVERIFY(!Theme::instance().isPresenting());
            QCOMPARE(title->fontInfo().pixelSize(), words);
            QCOMPARE(title->palette().color(QPalette::WindowText), Theme::instance().colours().text);
        }
    }

    void anotherThemeAndSizeReachTheStageAndAreThereAfterwards() {
        Theme& theme = Theme::instance();
        const auto* title = find<QLabel>(*m_page, "stepTitle");
        const auto* elsewhere = find<QPushButton>(*m_window, "startTraining");
        const int words = title->fontInfo().pixelSize(), others = elsewhere->fontInfo().pixelSize();
        press(Qt::Key_F11, "Presenting");
        theme.setChoice(ThemeChoice::Dark);
        theme.setScale(1.2);
        settle();
        QVERIFY(theme.isPresenting());
        QVERIFY(std::abs(title->fontInfo().pixelSize() - 1.5 * 1.2 * words) <= 2);
        QCOMPARE(title->palette().color(QPalette::WindowText), theme.colours().text);
        QVERIFY(std::abs(elsewhere->fontInfo().pixelSize() - 1.2 * others) <= 1);
        picture(*m_window, QStringLiteral("learn-presenting-dark"));
        press(Qt::Key_Escape, "No longer");
        QVERIFY(std::abs(title->fontInfo().pixelSize() - 1.2 * words) <= 1);
        QVERIFY(theme.colours().dark);
        QCOMPARE(title->palette().color(QPalette::WindowText), theme.colours().text);
        theme.setChoice(ThemeChoice::Light);
        theme.setScale(1);
    }

    void cleanupTestCase() {
        m_window.reset();
        m_bench.reset();
    }

private:
    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<MainWindow> m_window;
    LearnPage* m_page = nullptr;
};

int main(int argc, char** argv) {
    MeasuringApplication application(argc, argv);
    PresentingTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "presenting_test.moc"
