// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/sequence/dataset.h"

namespace recscope {

class Workspace;

/// The name that a copied dataset has in the new workspace.
inline constexpr const char* kCopiedDataset = "dataset";

/// Copies a single dataset into a new workspace file at `path`, which must not exist. The copy is named
/// `kCopiedDataset` and holds only the users, items and interactions, with unchanged indices. Equal datasets give equal
/// bytes, even if their names differ. Throws Error(Input | Workspace | Cancelled).
void copyDataset(Workspace& workspace, DatasetId dataset, const std::filesystem::path& path,
                 const std::stop_token& stop);

}  // namespace recscope
