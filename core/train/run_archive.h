// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace recscope {

/// The run archive's key in safetensors metadata.
inline constexpr const char* kRunArchiveMetadata = "recscope.capsule";

/// The ids of all users of a dataset, in index order.
std::vector<std::string> userIdsOf(Workspace& workspace, DatasetId dataset);

/// SHA-256 over the ids of the users and of the items in their histories, in order. Datasets with equal interactions
/// have equal checksums, however they were imported.
std::string datasetChecksum(Workspace& workspace, DatasetId dataset);

/// All data of a run except its weights, as JSON: config, state, curves, per-user ranks, and the program versions that
/// wrote the archive. It also contains what is needed to import the same dataset again: the checksum of the dataset,
/// and the checksum and filters of the imported file.
std::string runArchiveOf(Workspace& workspace, const RunRecord& run);

/// Fills in `run` from a run archive, and stores it with the weights `best` and the archive's curves and ranks. Returns
/// false and changes nothing if the archive was made with interactions that differ from those of the run's dataset.
/// Throws Error(Input) if the archive cannot be read.
bool applyRunArchive(Workspace& workspace, const std::string& archive, RunRecord& run, const Checkpoint& best);

}  // namespace recscope
