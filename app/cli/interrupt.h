// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace recscope::cli {

/// Turns the first SIGINT (Ctrl-C), SIGTERM or SIGHUP into a stop request, so that work is saved; the second one kills
/// the process. SIGUSR1 pauses the work and SIGUSR2 resumes it. There may be only one instance at a time, because
/// signal handlers belong to the process.
class Interrupt {
public:
    /// `onPause` is called with true for SIGUSR1 and with false for SIGUSR2, in a separate thread.
    explicit Interrupt(std::function<void(bool paused)> onPause);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    void watch();

    std::function<void(bool)> m_onPause;
    std::stop_source m_stop;
    int m_readEnd = -1;  ///< of the pipe that the signal handlers write to
    std::jthread m_watcher;
};

}  // namespace recscope::cli
