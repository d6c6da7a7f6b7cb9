// SPDX-License-Identifier: GPL-3.0-or-later
// recscope_soak [HOURS] [--seed N] [--without-times] [--tell] clicks at random for hours while models train and files
// are imported, in rounds with a fresh workspace each. It exits with 1 if memory or file handles grew over the rounds,
// if Qt printed a warning, or if the window froze. With --without-times, which ctest uses, it does not check whether
// the window froze. With --tell, it prints each action and its time on stderr.
#include <QApplication>
#include <QMimeDatabase>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>

#include "core/util/heap.h"
#include "gauges.h"
#include "random_user.h"
#include "ui/frame/workspace_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::soak;

namespace {

constexpr double kStallMilliseconds = 50;
// The limit for turns that restyle or create widgets: after a change of theme or size Qt restyles every widget in one
// turn, and after a change of language or workspace the window creates its pages, one per turn.
constexpr double kRestylingMilliseconds = 500;
// The limit for the growth of memory from the first half of the rounds to the second half. The minimum of each half
// counts, because the memory at the end of a round depends on what was shown last. The very first round is ignored,
// because it fills caches. The limit is higher with a sanitizer, which keeps freed memory for a while.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kGrowthMegabytes = 512;
#else
constexpr double kGrowthMegabytes = 64;
#endif
// The limit for the growth of the number of open file handles, computed in the same way. It is not 0, because a handle
// that the process opens once and keeps, such as the event queue of a thread, may first appear in the second half. A
// leak of one handle per round makes the growth as large as the number of rounds in a half.
constexpr std::ptrdiff_t kGrowthHandles = 2;
constexpr std::size_t kMinRounds = 6;
constexpr int kActMilliseconds = 60;           // between two actions
constexpr double kRoundSeconds = 300;          // at most: the requested time is divided into kMinRounds or more
constexpr int kTimeoutMilliseconds = 240'000;  // to open a workspace, or to cancel all jobs, beside other tests

bool waitFor(const char* what, const std::function<bool()>& condition) {
    if (QTest::qWaitFor(condition, kTimeoutMilliseconds)) return true;
    std::fprintf(stderr, "%s did not come to its end in %d s.\n", what, kTimeoutMilliseconds / 1000);
    return false;
}

int warnings = 0;

/// Receives Qt's messages. Ignores the one that the offscreen platform prints for each menu; any other warning is a bug
/// of RecScope. For use in a debugger, aborts at a message that contains $RECSCOPE_SOAK_ABORT_AT.
void reportMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
    if (message.startsWith(QLatin1String("This plugin does not support"))) return;
    if (type != QtDebugMsg && type != QtInfoMsg) ++warnings;
    std::fprintf(stderr, "%s\n", qPrintable(message));
    const QString words = qEnvironmentVariable("RECSCOPE_SOAK_ABORT_AT");
    if (!words.isEmpty() && message.contains(words)) std::abort();
}

/// Closes popups and dialogs, cancels all jobs and waits until they have ended.
void waitUntilIdle(ui::MainWindow& window) {
    for (int i = 0; i < 50 && (QApplication::activePopupWidget() || QApplication::activeModalWidget()); ++i) {
        QWidget* top = QApplication::activePopupWidget();
        QTest::keyClick(top ? top : QApplication::activeModalWidget(), Qt::Key_Escape);
        QTest::qWait(20);
    }
    waitFor("Ending all jobs", [&] {
        if (!window.session()) return true;
        window.session()->jobs().cancelAll();
        return window.session()->jobs().isIdle();
    });
}

/// Opens a new workspace with the sample dataset. Returns false if it could not be opened.
bool openFresh(ui::MainWindow& window, const QString& path) {
    waitUntilIdle(window);
    window.openWorkspace(path, ui::JobRunner::IfMissing::Create);
    return waitFor("Opening a workspace", [&] {
        return window.session() && window.session()->jobs().workspacePath() == path.toStdString() &&
               window.session()->catalogue() && window.session()->jobs().isIdle();
    });
}

struct Request {
    double hours = 2;
    unsigned seed = 1;
    bool checksTimes = true;
    bool reportsActions = false;
};

std::optional<Request> requestFrom(const QStringList& words) {
    Request request;
    bool isNumber = false;
    for (int i = 1; i < words.size(); ++i) {
        if (words[i] == QLatin1String("--without-times")) {
            request.checksTimes = false;
        } else if (words[i] == QLatin1String("--tell")) {
            request.reportsActions = true;
        } else if (words[i] == QLatin1String("--seed") && i + 1 < words.size()) {
            request.seed = words[++i].toUInt(&isNumber);
            if (!isNumber) return std::nullopt;
        } else {
            request.hours = words[i].toDouble(&isNumber);
            if (!isNumber || request.hours <= 0) return std::nullopt;
        }
    }
    return request;
}

/// Prints one line per kind of action, the one with the longest stall first.
void reportStalls(const std::vector<Stall>& stalls) {
    std::map<QString, std::pair<int, double>> byAction;
    for (const Stall& stall : stalls) {
        auto& [count, longest] = byAction[stall.during];
        ++count;
        longest = std::max(longest, stall.milliseconds);
    }
    std::vector<std::pair<QString, std::pair<int, double>>> worst(byAction.begin(), byAction.end());
    std::sort(worst.begin(), worst.end(),
              [](const auto& a, const auto& b) { return a.second.second > b.second.second; });
    for (const auto& [action, countAndLongest] : worst)
        std::printf("  %6.1f ms (%d times) %s\n", countAndLongest.second, countAndLongest.first, qPrintable(action));
}

}  // namespace

int main(int argc, char** argv) {
    limitHeaps();  // as RecScope itself does
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    qputenv("HOME", folder.path().toUtf8());
    qputenv("XDG_RUNTIME_DIR", folder.path().toUtf8());
    qInstallMessageHandler(reportMessage);
    QApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("recscope-soak"));
    QCoreApplication::setApplicationName(QStringLiteral("recscope-soak"));
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication::setQuitOnLastWindowClosed(false);
    const std::optional<Request> request = requestFrom(QApplication::arguments());
    if (!request) {
        std::fprintf(stderr, "usage: recscope_soak [HOURS] [--seed N] [--without-times] [--tell]\n");
        return 2;
    }

    QMimeDatabase().mimeTypeForName(QStringLiteral("text/csv"));  // Qt keeps the database open from now on

    QThreadPool::globalInstance()->setExpiryTimeout(100);  // ms; an idle thread holds a handle

    ui::MainWindow window;
    window.resize(1280, 800);
    window.show();
    RandomUser randomUser(window, folder.path(), request->seed);
    StallMeter meter(kStallMilliseconds);
    QObject::connect(&ui::Theme::instance(), &ui::Theme::changed, [&meter] { meter.setRestyling(); });
    meter.setIsCreatingPages([&window] {
        const auto* view = window.findChild<ui::WorkspaceView*>();
        return !view || view->hasPagesToMake();  // no view: between two workspaces
    });
    std::vector<ResourceUsage> rounds;
    QElapsedTimer all;
    all.start();
    std::int64_t actions = 0;
    std::size_t stallsReported = 0;
    bool isActing = false;
    // Schedules the next action before it performs this one. This action may open a dialog that runs its own event
    // loop, in which actions must continue, and a timer does not fire inside its own slot.
    const std::function<void()> actAgain = [&] {
        if (!isActing) return;
        QTimer::singleShot(kActMilliseconds, &app, actAgain);
        if (!window.isVisible()) window.show();
        ++actions;
        const QString action = randomUser.act();
        meter.setCurrentAction(action);
        if (request->reportsActions)
            std::fprintf(stderr, "%9.3f s  %s\n", double(all.elapsed()) / 1000, qPrintable(action));
    };
    const double seconds = request->hours * 3600, roundSeconds = std::min(kRoundSeconds, seconds / kMinRounds);
    std::printf("seed %u, rounds of %.0f s; stalls over %.0f ms are listed after each round\n", request->seed,
                roundSeconds, kStallMilliseconds);
    const auto openNext = [&] {
        meter.setCounting(false);
        const QString path = folder.filePath(QStringLiteral("%1.recscope").arg(rounds.size()));
        const bool opened = openFresh(window, path);
        rounds.push_back(resourceUsageNow(path.toStdString()));
        return opened;
    };
    while (double(all.elapsed()) / 1000 < seconds || rounds.size() < kMinRounds) {
        if (!openNext()) return 1;
        std::printf("%6.0f s  %7.1f MB, %.1f in use  %3zu handles  %3d threads  %lld actions, longest stall %.1f ms\n",
                    double(all.elapsed()) / 1000, rounds.back().megabytes, rounds.back().inUse,
                    rounds.back().handles.size(), rounds.back().threads, static_cast<long long>(actions),
                    meter.longestMilliseconds());
        reportStalls({meter.stalls().begin() + std::ptrdiff_t(stallsReported), meter.stalls().end()});
        stallsReported = meter.stalls().size();
        std::fflush(stdout);
        meter.setCounting(true);
        isActing = true;
        actAgain();
        QElapsedTimer round;
        round.start();
        while (double(round.elapsed()) / 1000 < roundSeconds) QTest::qWait(kActMilliseconds);
        isActing = false;
    }
    if (!openNext()) return 1;

    const auto half = rounds.begin() + std::ptrdiff_t((rounds.size() + 1) / 2);
    const auto minimumBy = [](auto from, auto to, const auto& amount) {
        return *std::min_element(from, to, [&](const ResourceUsage& usage, const ResourceUsage& other) {
            return amount(usage) < amount(other);
        });
    };
    const auto memory = [](const ResourceUsage& usage) { return usage.megabytes; };
    const auto handles = [](const ResourceUsage& usage) { return usage.handles.size(); };
    const double growth =
        minimumBy(half, rounds.end(), memory).megabytes - minimumBy(rounds.begin() + 1, half, memory).megabytes;
    const ResourceUsage before = minimumBy(rounds.begin() + 1, half, handles),
                        after = minimumBy(half, rounds.end(), handles);
    std::vector<std::string> opened;
    std::set_difference(after.handles.begin(), after.handles.end(), before.handles.begin(), before.handles.end(),
                        std::back_inserter(opened));
    const auto newHandles = std::ptrdiff_t(after.handles.size()) - std::ptrdiff_t(before.handles.size());
    std::printf(
        "%lld actions in %.2f h. The minimum of the second half minus that of the first: memory %+.1f MB (limit %.0f), "
        "handles %+td (limit %td)\n",
        static_cast<long long>(actions), double(all.elapsed()) / 3.6e6, growth, kGrowthMegabytes, newHandles,
        kGrowthHandles);
    for (const std::string& handle : opened) std::printf("  %s\n", handle.c_str());
    std::printf("Beats later than a frame of 60 a second: %.2f %%; stalls over %.0f ms caused by RecScope: %zu\n",
                100.0 * double(meter.lateBeats()) / double(std::max<std::int64_t>(1, meter.beats())),
                kStallMilliseconds, meter.stalls().size());
    reportStalls(meter.stalls());
    const Stall& restyling = meter.longestRestyling();
    std::printf("All restyled or recreated, longest: %.1f ms (limit %.0f) %s\n", restyling.milliseconds,
                kRestylingMilliseconds, qPrintable(restyling.during));
    std::printf("Warnings and errors of Qt: %d\n", warnings);
    bool isSound = warnings == 0 && growth <= kGrowthMegabytes && newHandles <= kGrowthHandles;
    if (request->checksTimes)
        isSound = isSound && meter.stalls().empty() && restyling.milliseconds <= kRestylingMilliseconds;
    std::printf("%s\n", isSound ? "Sound." : "Not sound.");
    return isSound ? 0 : 1;
}
