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

/// What the process holds now.
struct Holdings {
    /// Resident, after what is free was given back. Without the pages of files (libraries, fonts), which the system
    /// reads when they are needed and drops when it likes.
    double megabytes = 0;
    double inUse = 0;                  ///< megabytes that were asked for and not given back
    std::vector<std::string> handles;  ///< what the open file descriptors are of, sorted, without the open workspace
    int threads = 0;
};
/// How many connections there are to the open workspace depends on who asked last; to another there is none.
Holdings holdingsNow(const std::string& openWorkspace);

/// One turn of the event loop that kept the window from its next.
struct Stall {
    QString during;           ///< what the hand did last
    double milliseconds = 0;  ///< without the time in which other threads had the processor
};

/// Beats in the event loop's thread. Between two beats that thread computes, sleeps or waits for a processor; only the
/// last is not ours, and the kernel counts it (/proc/…/schedstat).
class StallMeter {
public:
    explicit StallMeter(double limitMilliseconds);
    ~StallMeter();
    StallMeter(const StallMeter&) = delete;
    StallMeter& operator=(const StallMeter&) = delete;

    void setDoing(const QString& what) { m_doing = what; }
    /// In the turn of now all is dressed anew, because it was asked for.
    void setDressing() { m_dresses = true; }
    /// Whether pages are being made, because a workspace was opened or the language changed.
    void setMakesPages(std::function<bool()> makes) { m_makesPages = std::move(makes); }
    /// From now on beats count (or not): opening a workspace is told apart.
    void setCounting(bool counts) { m_counts = counts; }

    const std::vector<Stall>& stalls() const { return m_stalls; }  ///< longer than the limit, nothing dressed or made
    const Stall& longestDressing() const { return m_longestDressing; }
    double longestMilliseconds() const { return m_longest; }
    std::int64_t beats() const { return m_beats; }
    /// Beats that came later than a picture of 60 a second may, whoever had the processor.
    std::int64_t lateBeats() const { return m_late; }

private:
    void beat();
    std::int64_t waitedForProcessor() const;  ///< nanoseconds, of this thread, ever

    double m_limit;
    int m_schedstat = -1;
    QTimer m_timer;
    QElapsedTimer m_sinceBeat;
    std::int64_t m_waited = 0, m_beats = 0, m_late = 0;
    double m_longest = 0;
    Stall m_longestDressing;
    bool m_counts = false, m_dresses = false, m_made = false;
    std::function<bool()> m_makesPages = [] { return false; };
    QString m_doing;
    std::vector<Stall> m_stalls;
};

}  // namespace recscope::soak
