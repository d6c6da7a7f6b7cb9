// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommender/model_entry.h"

namespace recscope {

/// A model that another program made and saved as TorchScript. It runs in a process of its own (`ModelProcess`), on the
/// CPU, and cannot be trained.
///
/// Tensors: `torchscript.rows` (V + 2): the model's id of each token, 0 for items that the model does not know
/// (it does not read them, and they rank last); `torchscript.users` (U): the model's id of each user, 0 for users
/// that it does not know (absent if it does not read the user); `torchscript.archive`: the archive's bytes, only if the
/// workspace stores a copy of the archive. Metadata: `torchscript.sha256`, `torchscript.file` (path of the archive),
/// `torchscript.title`.
ModelEntry torchScriptEntry();

/// Largest id of an item or a user in the model's input. Ids are stored as float32, which represents all whole numbers
/// up to 2^24 exactly.
inline constexpr float kMaxModelId = 1 << 24;

inline constexpr const char* kTorchScriptSha256 = "torchscript.sha256";
inline constexpr const char* kTorchScriptFile = "torchscript.file";
inline constexpr const char* kTorchScriptTitle = "torchscript.title";
inline constexpr const char* kTorchScriptRows = "torchscript.rows";
inline constexpr const char* kTorchScriptUsers = "torchscript.users";
inline constexpr const char* kTorchScriptArchive = "torchscript.archive";

}  // namespace recscope
