// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/sequence/histories.h"
#include "core/store/run_store.h"

namespace recscope {

class ProcessGroup;

/// What a rank without a workspace needs to take part in a training.
struct SharedRun {
    RunRecord run;  ///< name, model, config, protocol, counters
    Device device = Device::Cpu;
    std::string deviceReason;  ///< why this device, appended to its name; not sent by rank 0
    Histories histories;
};

/// For ranks that run the same build on machines of the same kind.
std::string toBytes(const SharedRun& shared);
/// Throws Error(Input) if the bytes are not a SharedRun.
SharedRun sharedRunFromBytes(const std::string& bytes);

/// The checkpoint of rank 0, or nothing if it has none.
std::optional<Checkpoint> sharedCheckpoint(ProcessGroup& processGroup, const std::optional<Checkpoint>& own);

}  // namespace recscope
