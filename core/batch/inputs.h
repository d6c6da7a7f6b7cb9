// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <span>
#include <vector>

#include "core/batch/batch_rules.h"
#include "core/sequence/token.h"

namespace recscope {

/// Returns the tokens that a transformer takes as input to predict the next item, with N = `maxLength`: for Cloze, the
/// newest N - 1 items of the history followed by [MASK]; for NextItem, the newest N items. A PAD in the history marks
/// an item that must not be read: for Cloze it becomes [MASK]; for NextItem it stays PAD, which models ignore. With
/// `OldestItem::LeftOut`, the oldest item of the history is left out. Evaluation, recommendation and explanation of
/// transformers all use this function.
std::vector<Token> predictionInput(Task task, std::span<const Token> history, std::int64_t maxLength,
                                   std::int32_t itemCount, OldestItem oldest = OldestItem::Read);

/// Pads rows of unequal length on the left to the length of the longest row: (B, T) int64.
torch::Tensor paddedTokens(std::span<const std::vector<Token>> rows);

}  // namespace recscope
