// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/sequence/histories.h"
#include "core/store/run_store.h"

namespace recscope {

class ProcessGroup;

/// What a process needs to train along without a workspace.
struct SharedRun {
    RunRecord run;  ///< name, model, config, protocol, counters
    Device device = Device::Cpu;
    std::string deviceReason;  ///< why that one, behind the device's own words; stays with rank 0
    Histories histories;
};

/// Of processes that run the same build on like machines.
std::string toBytes(const SharedRun& shared);
/// Throws Error(Input) if these are not the bytes of one.
SharedRun sharedRunFromBytes(const std::string& bytes);

/// Rank 0's, or nothing if it has none.
std::optional<Checkpoint> sharedCheckpoint(ProcessGroup& processGroup, const std::optional<Checkpoint>& own);

}  // namespace recscope
