// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The name of a copied dataset in its file.
inline constexpr const char* kCopiedDataset = "dataset";

/// Writes one dataset alone into a new workspace: users, items and interactions with unchanged indices, under
/// `kCopiedDataset`; no runs, notes or cohorts. Equal datasets give equal bytes, even if their names differ. `path`
/// must not exist. Throws Error(Input | Workspace | Cancelled).
void copyDataset(Workspace& workspace, DatasetId dataset, const std::filesystem::path& path,
                 const std::stop_token& stop);

}  // namespace recscope
