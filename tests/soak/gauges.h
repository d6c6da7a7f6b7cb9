// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace recscope::soak {

/// The resources that the process holds at present.
struct ResourceUsage {
    /// Resident memory, measured after free heap memory was returned to the system. Does not count pages of files
    /// (libraries, fonts), which the kernel loads and drops as it likes.
    double megabytes = 0;
    double inUse = 0;                  ///< megabytes of the heap that are allocated and not freed
    std::vector<std::string> handles;  ///< the files behind open descriptors, sorted; not the open workspace
    int threads = 0;
};
/// Does not count the open files of the workspace at the path `openWorkspace`, whose number depends on the latest
/// queries. Open files of other workspaces count, because they are leaks.
ResourceUsage resourceUsageNow(const std::string& openWorkspace);

/// A turn of the event loop that took too long.
struct Stall {
    QString during;           ///< the latest action of the RandomUser
    double milliseconds = 0;  ///< duration, less the time in which the thread waited for a processor
};

/// Measures the time between two beats of a timer in the thread of the event loop. Between two beats this thread
/// computes, sleeps or waits for a processor. The program cannot avoid waiting for a processor, so this time, which the
/// kernel counts (/proc/…/schedstat), is subtracted.
class StallMeter {
public:
    explicit StallMeter(double limitMilliseconds);
    ~StallMeter();
    StallMeter(const StallMeter&) = delete;
    StallMeter& operator=(const StallMeter&) = delete;

    void setCurrentAction(const QString& what) { m_currentAction = what; }
    /// Marks the current turn as one that restyles all widgets, because a new theme or size was requested.
    void setRestyling() { m_restyles = true; }
    /// Sets the function that returns whether the window is creating pages, as after the opening of a workspace or a
    /// change of language.
    void setIsCreatingPages(std::function<bool()> isCreating) { m_isCreatingPages = std::move(isCreating); }
    /// Starts or stops counting beats. The caller stops it while a workspace is opened.
    void setCounting(bool counts) { m_counts = counts; }

    /// The turns that took longer than the limit, except those that restyled widgets or created pages.
    const std::vector<Stall>& stalls() const { return m_stalls; }
    const Stall& longestRestyling() const { return m_longestRestyling; }
    double longestMilliseconds() const { return m_longest; }
    std::int64_t beats() const { return m_beats; }
    /// The number of beats that were late by more than a frame at 60 frames per second. Here the time in which the
    /// thread waited for a processor is not subtracted.
    std::int64_t lateBeats() const { return m_late; }

private:
    void beat();
    std::int64_t waitedForProcessor() const;  ///< nanoseconds, since the start of this thread

    double m_limit;
    int m_schedstat = -1;
    QTimer m_timer;
    QElapsedTimer m_sinceBeat;
    std::int64_t m_waited = 0;  ///< result of waitedForProcessor at the last beat
    std::int64_t m_beats = 0, m_late = 0;
    double m_longest = 0;
    Stall m_longestRestyling;
    bool m_counts = false, m_restyles = false;
    bool m_wasCreating = false;  ///< whether the window was creating pages at the last beat
    std::function<bool()> m_isCreatingPages = [] { return false; };
    QString m_currentAction;
    std::vector<Stall> m_stalls;
};

}  // namespace recscope::soak
