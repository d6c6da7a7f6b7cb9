// SPDX-License-Identifier: GPL-3.0-or-later
// How long the event loop ever stands still while an import and a training run and when the theme changes. Prints the
// numbers; what it asserts is that the loop kept beating.
#include <QElapsedTimer>
#include <QFile>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "core/data/importer.h"
#include "core/train/trainer.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kBeatMilliseconds = 5;

/// Beats every few milliseconds and remembers the longest pause between two beats.
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
    double longestMilliseconds() const { return double(m_longest) / 1e6 - kBeatMilliseconds; }
    int beats() const { return m_beats; }

private:
    QTimer m_timer;
    QElapsedTimer m_sinceBeat;
    qint64 m_longest = 0;
    int m_beats = 0;
};

/// QTest::qWaitFor sleeps between turns of the loop and would be measured itself.
void spinUntil(const std::function<bool()>& condition) {
    QElapsedTimer timer;
    timer.start();
    while (!condition() && timer.elapsed() < 10 * kPatience)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

struct Stage {
    Bench bench{Bench::Content::Empty};
    MainWindow window;

    Stage() {
        show(window);
        window.openWorkspace(bench.path("watchdog.recscope"), JobRunner::IfMissing::Create);
        if (!waitUntil([this] { return window.session() && window.session()->catalogue(); }) ||
            !waitUntil([this] { return window.session()->jobs().isIdle(); }))
            qFatal("The window did not open its workspace.");
    }
};

void report(const char* job, const StallMeter& meter, double seconds) {
    qInfo("%s: %.1f s, %d beats, longest stall %.1f ms", job, seconds, meter.beats(), meter.longestMilliseconds());
}

}  // namespace

class WatchdogTest : public QObject {
    Q_OBJECT

private slots:
    void theLoopBeatsWhileML1MIsImported() {
        const QString path = QStringLiteral(RECSCOPE_SHARED_DATA "/ml-1m/ml-1m.txt");
        if (!QFile::exists(path)) QSKIP("ml-1m.txt is not on this machine.");
        Stage stage;
        Session& session = *stage.window.session();
        stage.window.showPage("data");
        session.offerImport(path);
        auto* start = find<QPushButton>(stage.window, "startImport");
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        QElapsedTimer timer;
        timer.start();
        StallMeter meter;
        click(start);
        int before = 0;
        spinUntil([&] {
            if (session.jobs().stripJobs().empty() && !before) before = meter.beats();
            return session.dataset() && session.dataset()->interactions == 999'611 && session.jobs().isIdle();
        });
        report("Importing ml-1m", meter, double(timer.elapsed()) / 1000);
        QCOMPARE(session.dataset()->interactions, std::int64_t(999'611));
        QVERIFY2(before > 10, qPrintable(QString::number(before)));
    }

    void theLoopBeatsWhileAModelTrains() {
        Stage stage;
        Session& session = *stage.window.session();
        stage.window.showPage("train");
        QCoreApplication::processEvents();
        auto* start = find<QPushButton>(stage.window, "startTraining");
        QVERIFY(waitUntil([&] { return start->isEnabled(); }));
        QElapsedTimer timer;
        timer.start();
        StallMeter meter;
        click(start);
        spinUntil([&] { return !session.runs().empty() && session.runs().front().epochsDone >= 2; });
        const int beats = meter.beats();
        report("Training BERT4Rec, quick preset, two epochs", meter, double(timer.elapsed()) / 1000);
        session.jobs().cancelAll();
        spinUntil([&] { return session.jobs().isIdle(); });
        report("… until it stopped", meter, double(timer.elapsed()) / 1000);
        QVERIFY(!session.runs().empty());
        QVERIFY2(beats > 10, qPrintable(QString::number(beats)));
    }

    void theLoopBeatsAgainAfterAnotherThemeAndScale() {
        Stage stage;
        for (const char* page : {"train", "explore", "learn", "compare", "data"}) {
            stage.window.showPage(page);
            QCoreApplication::processEvents();
        }
        Theme& theme = Theme::instance();
        QElapsedTimer timer;
        const auto reportChange = [&](const char* change, const std::function<void()>& make) {
            timer.start();
            StallMeter meter;
            make();
            spinUntil([&] { return meter.beats() > 1; });
            report(change, meter, double(timer.elapsed()) / 1000);
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
