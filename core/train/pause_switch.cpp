// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/pause_switch.h"

#include <chrono>
#include <thread>

namespace recscope {

void PauseSwitch::pause() {
    m_paused = true;
}

void PauseSwitch::resume() {
    m_paused = false;
}

bool PauseSwitch::isPaused() const {
    return m_paused;
}

void PauseSwitch::waitWhilePaused(const std::stop_token& stop) {
    while (m_paused && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace recscope
