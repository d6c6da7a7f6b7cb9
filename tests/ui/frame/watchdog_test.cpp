// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the longest stall of the event loop during an import, a training, and changes of theme and scale. A loop
// that waited for a job would stall as long as the job runs. So during the import and the training a stall may last at
// most half as long as the job, a limit that does not depend on the speed of the machine. For a change of theme or
// scale the stall is only printed.
#include <QElapsedTimer>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <chrono>
#include <thread>

#include "core/data/importer.h"
#include "core/train/trainer.h"
#include "tests/core/support/movielens_files.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kBeatMilliseconds = 5;

/// Counts the beats of a timer that fires every kBeatMilliseconds, and records the longest time between two beats.
class StallMeter {
public:
    StallMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_longest = std::max(m_longest, m_sinceBeat.nsecsElapsed());
            m_sinceBeat.restart();
            ++m_beats;
        });
        m_sinceBeat.start();
        m_timer.start(kBeatMilliseconds);
    }
    /// By how many milliseconds the latest of all beats was late.
    double longestMilliseconds() const { return double(m_longest) / 1e6 - kBeatMilliseconds; }
    int beats() const { return m_beats; }

private:
    QTimer m_timer;
    QElapsedTimer m_sinceBeat;
    qint64 m_longest = 0;
    int m_beats = 0;
};

/// Runs the event loop until the condition holds, but at most ten times kPatience. QTest::qWaitFor cannot be used: it
/// sleeps between turns of the loop, and the meter would count this sleep as a stall.
void spinUntil(const std::function<bool()>& condition) {
    QElapsedTimer timer;
    timer.start();
    while (!condition() && timer.elapsed() < 10 * kPatience)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;

    Fixture() {
        show(window);
        window.openWorkspace(environment.path("watchdog.recscope"), JobRunner::IfMissing::Create);
        if (!waitUntil([this] { return window.session() && window.session()->catalogue(); }) ||
            !waitUntil([this] { return window.session()->jobs().isIdle(); }))
            qFatal("The window did not open its workspace.");
    }
};

/// Prints the measurement. Returns true if the loop stalled for more than half of the job, or had fewer than ten beats.
bool stalled(const char* job, const StallMeter& meter, double seconds) {
    qInfo("%s: %.1f s, %d beats, longest stall %.1f ms", job, seconds, meter.beats(), meter.longestMilliseconds());
    return meter.beats() < 10 || meter.longestMilliseconds() > 1000 * seconds / 2;
}

void report(const char* change, const StallMeter& meter) {
    qInfo("%s: longest stall %.1f ms", change, meter.longestMilliseconds());
}

}  // namespace

class WatchdogTest : public QObject {
    Q_OBJECT

private slots:
    void theLoopDoesNotStallWhileAFileIsImported() {
        Fixture fixture;
        Session& session = *fixture.window.session();
        const MovieLensFiles files = writeMovieLens1M(fixture.environment.path(QStringLiteral("ml-1m")).toStdString(),
                                                      /*users=*/6040, /*items=*/3416);
        fixture.window.showPage(PageId::Data);
        session.offerImport(fixture.environment.path(QStringLiteral("ml-1m/ml-1m.txt")));
        auto* start = find<QPushButton>(fixture.window, "startImport");
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        QElapsedTimer timer;
        timer.start();
        StallMeter meter;
        click(start);
        spinUntil([&] {
            return session.dataset() && session.dataset()->interactions == files.interactions &&
                   session.jobs().isIdle();
        });
        const double seconds = double(timer.elapsed()) / 1000;
        QCOMPARE(session.dataset()->interactions, files.interactions);
        QVERIFY(!stalled("Importing", meter, seconds));
    }

    void theLoopDoesNotStallWhileAModelTrains() {
        Fixture fixture;
        Session& session = *fixture.window.session();
        fixture.window.showPage(PageId::Train);
        QCoreApplication::processEvents();
        auto* start = find<QPushButton>(fixture.window, "startTraining");
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        QElapsedTimer timer;
        timer.start();
        StallMeter meter;
        click(start);
        spinUntil([&] { return !session.runs().empty() && session.runs().front().epochsDone >= 2; });
        session.jobs().cancelAll();
        spinUntil([&] { return session.jobs().isIdle(); });
        const double seconds = double(timer.elapsed()) / 1000;
        QVERIFY(!session.runs().empty());
        QVERIFY(!stalled("Training BERT4Rec, quick preset, two epochs", meter, seconds));
    }

    // Tests the measurement itself: it must detect a slot that waits for the end of its job.
    void aLoopThatWaitsForItsJobIsDetected() {
        QElapsedTimer timer;
        timer.start();
        StallMeter meter;
        spinUntil([&] { return meter.beats() > 20; });
        // Blocks three times as long as the test has taken so far, so that the stall is more than half of the total.
        std::thread([&] { std::this_thread::sleep_for(std::chrono::milliseconds(3 * timer.elapsed())); }).join();
        const int before = meter.beats();
        spinUntil([&] { return meter.beats() > before; });
        QVERIFY(stalled("Waiting for a job", meter, double(timer.elapsed()) / 1000));
    }

    void theLoopContinuesAfterAChangeOfThemeAndScale() {
        Fixture fixture;
        for (PageId page : {PageId::Train, PageId::Explore, PageId::Learn, PageId::Compare, PageId::Data}) {
            fixture.window.showPage(page);
            QCoreApplication::processEvents();
        }
        Theme& theme = Theme::instance();
        const auto reportChange = [&](const char* change, const std::function<void()>& make) {
            StallMeter meter;
            make();
            spinUntil([&] { return meter.beats() > 1; });
            report(change, meter);
            QVERIFY(meter.beats() > 1);
        };
        reportChange("Another theme", [&] {
            theme.setChoice(theme.choice() == ThemeChoice::Dark ? ThemeChoice::Light : ThemeChoice::Dark);
        });
        reportChange("Another scale", [&] { theme.setScale(1.25); });
        reportChange("The scale as it was", [&] { theme.setScale(1); });
    }
};

QTEST_MAIN(WatchdogTest)
#include "watchdog_test.moc"
