// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// This process's share of the machine, so that no two ranks of a process group on this machine use the same core or
/// GPU.
struct MachineShare {
    int threads = 0;  ///< number of compute threads; 0 = one per core
    int gpu = 0;      ///< GPU index; taken modulo the number of GPUs
};
/// Sets this process's share, which takes effect with the next call of `openDevice`.
void setMachineShare(const MachineShare& share);

/// The number of compute threads of this process: those of its share or, without a share, one for each core that it
/// may use. `taskset` and containers may allow fewer cores than the machine has.
int computeThreads();

}  // namespace recscope
