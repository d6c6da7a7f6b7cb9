// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// This process's share of the machine, so that the ranks of a process group on it do not use a core or a GPU twice.
struct MachineShare {
    int threads = 0;  ///< number of compute threads; 0 = one per core
    int gpu = 0;      ///< GPU index, modulo the number of GPUs
};
/// Takes effect with the next call of `openDevice`.
void takeMachineShare(const MachineShare& share);

}  // namespace recscope
