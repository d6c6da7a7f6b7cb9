// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// The run archive's key in safetensors metadata.
inline constexpr const char* kRunArchiveMetadata = "recscope.capsule";

/// All ids of a dataset's users, in order.
std::vector<std::string> userIdsOf(Workspace& workspace, DatasetId dataset);

/// SHA-256 over the users' ids and their items' ids in order: equal for equal interactions, however imported.
std::string datasetChecksum(Workspace& workspace, DatasetId dataset);

/// Everything of a run except its weights as JSON: config, state, curves, per-user ranks, the versions that wrote it,
/// the dataset's checksum, and the checksum and filters of the dataset's file, for importing it again.
std::string runArchiveOf(Workspace& workspace, const RunRecord& run);

/// Applies a run archive to a run. Returns false and changes nothing if the archive belongs to other interactions than
/// those of the run's dataset. Throws Error(Input) if it cannot be read.
bool applyRunArchive(Workspace& workspace, const std::string& archive, RunRecord& run, const Checkpoint& best);

}  // namespace recscope
