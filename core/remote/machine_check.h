// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/remote/machine.h"

namespace recscope {

/// What a machine told of itself.
struct MachineFacts {
    std::string version;       ///< of RecScope there, the same as here
    int cores = 0;             ///< that a process may use
    std::string gpu;           ///< "NVIDIA H200, 143771 MiB"; empty: none that nvidia-smi knows
    std::int64_t freeKib = 0;  ///< where its runs lie

    std::string sentence() const;  ///< "Ready: RecScope 0.1.0, 2 cores, no NVIDIA GPU, 55 GB free"
};

/// Asks whether a run could train there. Throws Error(Input) with a sentence if it could not: no RecScope, another
/// version, key refused; ConnectionLost if it cannot be reached; Error(Cancelled) if `goesOn` ended it.
MachineFacts askMachine(const Machine& machine, const std::function<bool()>& goesOn = {});

}  // namespace recscope
