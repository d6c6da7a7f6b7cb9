// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/recommender/capabilities.h"

namespace recscope {

enum class PaddingSide { Left, Right };

/// The position at which a sequential model makes its prediction: the newest item, or a [MASK] that follows it.
enum class PredictsAt { Last, Mask };

/// What the file `recscope.json` inside a TorchScript archive states about its model. docs/manual/made-elsewhere.md
/// documents the format. The row of an item or a user is the number that represents it in the model's input.
struct ModelDescription {
    std::string title;               ///< the kind of model, "RecTools SASRec"; may be empty
    std::vector<std::string> items;  ///< item ids; items[k] has row k + 1, and column k + 1 of the scores
    std::vector<std::string> users;  ///< user ids; users[k] has row k + 1; empty if the model does not read the user
    std::int64_t maxLength = 0;      ///< N: number of positions that the model reads
    PaddingSide paddingSide = PaddingSide::Left;
    std::int64_t paddingId = 0;
    std::optional<std::int64_t> maskId;  ///< has a value exactly if `predictsAt` is Mask
    PredictsAt predictsAt = PredictsAt::Last;
    std::optional<AttentionWeights> attention;  ///< none: the model has no method `attention`
};

/// Whether a file is an archive of torch.jit.save; false for a file that cannot be read.
bool isTorchScript(const std::filesystem::path& path);

/// Reads and checks the description without running anything that the archive contains. Throws Error(Input) if the file
/// is not a TorchScript archive, has no recscope.json, or if that file is malformed.
ModelDescription readModelDescription(const std::filesystem::path& path);
/// Like `readModelDescription`, for the text of recscope.json.
ModelDescription parseModelDescription(const std::string& json);

}  // namespace recscope
