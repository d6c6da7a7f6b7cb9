// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// Of this machine, what belongs to this process: its processes of one process group do not use a core or a GPU twice.
struct MachineShare {
    int threads = 0;  ///< to compute with; 0 = one for each core
    int gpu = 0;      ///< its number, modulo how many there are
};
/// For `openDevice`, from its next call on.
void takeMachineShare(const MachineShare& share);

}  // namespace recscope
