// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <span>
#include <vector>

#include "core/batch/batch_rules.h"
#include "core/sequence/token.h"

namespace recscope {

/// What a model reads to predict the next item: the newest items of the history, for Cloze cut to N - 1 and followed by
/// [MASK], for NextItem cut to N. A PAD in the history is something that must not be read: [MASK] for Cloze; for
/// NextItem it stays, a position nobody looks at. Evaluation, recommendation and explanation all come
/// here.
std::vector<Token> predictionInput(Task task, std::span<const Token> history, std::int64_t maxLength,
                                   std::int32_t itemCount, OldestItem oldest = OldestItem::Read);

/// Rows of unequal length, padded on the left to the longest: (B, T) int64.
torch::Tensor paddedTokens(std::span<const std::vector<Token>> rows);

}  // namespace recscope
