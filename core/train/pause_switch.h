// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>

namespace recscope {

/// Lets another thread pause the training loop between two steps.
class PauseSwitch {
public:
    void pause();
    void resume();
    bool isPaused() const;
    /// Called by the training thread. Blocks while the switch is paused; returns early on a stop request.
    void waitWhilePaused(const std::stop_token& stop);

private:
    std::atomic<bool> m_paused = false;
};

}  // namespace recscope
