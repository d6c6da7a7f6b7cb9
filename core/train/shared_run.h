// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/recommender/device_choice.h"
#include "core/sequence/histories.h"
#include "core/store/run_store.h"

namespace recscope {

class ProcessGroup;

/// The data that a rank of a process group needs to take part in a training. Only rank 0 has the workspace.
struct SharedRun {
    RunRecord run;  ///< name, model, config, protocol, counters
    Device device = Device::Cpu;
    std::optional<Message> deviceReason;  ///< why this device was chosen; known only on rank 0
    Histories histories;
};

/// Serializes a SharedRun for ranks that run the same build on machines of the same kind.
std::string toBytes(const SharedRun& shared);
/// Throws Error(Input) if the bytes are not a SharedRun.
SharedRun sharedRunFromBytes(const std::string& bytes);

/// Broadcasts the checkpoint of rank 0, passed as `local`, to all ranks. Returns nothing if rank 0 has none.
std::optional<Checkpoint> sharedCheckpoint(ProcessGroup& processGroup, const std::optional<Checkpoint>& local);

}  // namespace recscope
