// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace recscope::cli {

/// Turns the first Ctrl-C (SIGINT, SIGTERM, SIGHUP) into a stop request, so that work is saved; the second one kills.
/// One instance at a time: signals belong to the process.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    int m_readEnd = -1;
    std::jthread m_watcher;
};

}  // namespace recscope::cli
