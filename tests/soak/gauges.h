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
struct Holdings {
    /// Resident memory after free heap memory was returned to the system. Leaves out the pages of files (libraries,
    /// fonts), which the kernel loads and drops as it needs.
    double megabytes = 0;
    double inUse = 0;                  ///< megabytes allocated and not freed
    std::vector<std::string> handles;  ///< targets of the open file descriptors, sorted, without the open workspace
    int threads = 0;
};
/// Leaves out the connections to `openWorkspace`, as their number depends on the latest queries. No other workspace has
/// any.
Holdings holdingsNow(const std::string& openWorkspace);

/// A turn of the event loop that took too long.
struct Stall {
    QString during;           ///< the latest action of the Hand
    double milliseconds = 0;  ///< without the time in which its thread waited for a processor
};

/// Measures the gaps between timer beats in the event loop's thread. Between two beats that thread computes, sleeps or
/// waits for a processor. The program is not to blame for that wait, which the kernel counts (/proc/…/schedstat).
class StallMeter {
public:
    explicit StallMeter(double limitMilliseconds);
    ~StallMeter();
    StallMeter(const StallMeter&) = delete;
    StallMeter& operator=(const StallMeter&) = delete;

    void setDoing(const QString& what) { m_doing = what; }
    /// Marks the current turn as one that restyles all widgets, because a new theme or size was requested.
    void setRestyling() { m_restyles = true; }
    /// Sets how to find out whether pages are being created, because a workspace was opened or the language changed.
    void setMakesPages(std::function<bool()> makes) { m_makesPages = std::move(makes); }
    /// Starts or stops the counting of beats: the opening of a workspace does not count.
    void setCounting(bool counts) { m_counts = counts; }

    /// Above the limit, without turns that restyle widgets or create pages.
    const std::vector<Stall>& stalls() const { return m_stalls; }
    const Stall& longestRestyling() const { return m_longestRestyling; }
    double longestMilliseconds() const { return m_longest; }
    std::int64_t beats() const { return m_beats; }
    /// Beats later than a display with 60 frames per second allows, whichever thread had the processor.
    std::int64_t lateBeats() const { return m_late; }

private:
    void beat();
    std::int64_t waitedForProcessor() const;  ///< nanoseconds, total of this thread

    double m_limit;
    int m_schedstat = -1;
    QTimer m_timer;
    QElapsedTimer m_sinceBeat;
    std::int64_t m_waited = 0, m_beats = 0, m_late = 0;
    double m_longest = 0;
    Stall m_longestRestyling;
    bool m_counts = false, m_restyles = false, m_made = false;
    std::function<bool()> m_makesPages = [] { return false; };
    QString m_doing;
    std::vector<Stall> m_stalls;
};

}  // namespace recscope::soak
