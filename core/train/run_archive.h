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

/// Everything of a run but its weights, as JSON: config, state, curves, per-user ranks, the versions that wrote it, the
/// dataset's checksum, and for who imports it again its file's checksum and filters.
std::string runArchiveOf(Workspace& workspace, const RunRecord& run);

/// Gives a run what a run archive tells of it. Returns false, and changes nothing, if the run archive was made on other
/// interactions than the run's dataset holds. Throws Error(Input) if it cannot be read.
bool applyRunArchive(Workspace& workspace, const std::string& archive, RunRecord& run, const Checkpoint& best);

}  // namespace recscope
