// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/remote/machine.h"

namespace recscope {

/// Facts that another machine reports about itself.
struct MachineFacts {
    std::string version;       ///< RecScope version, equal to the local one
    int cores = 0;             ///< cores that a process may use
    std::string gpu;           ///< "NVIDIA H200, 143771 MiB"; empty: nvidia-smi reports none
    std::int64_t freeKib = 0;  ///< free KiB on the disk on which its runs are stored

    std::string sentence() const;  ///< "Ready: RecScope 0.1.0, 2 cores, no NVIDIA GPU, 55 GB free"
};

/// Checks whether runs can be trained on the machine. Throws Error(Input) if RecScope is missing there or has a
/// different version, or if the machine refuses the ssh key; ConnectionLost if the machine cannot be reached;
/// Error(Cancelled) if `shouldContinue` returns false.
MachineFacts queryMachine(const Machine& machine, const std::function<bool()>& shouldContinue = {});

}  // namespace recscope
