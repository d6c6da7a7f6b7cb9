// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/explain/scores/what_if.h"

namespace recscope {

/// The items of `history` and `alsoSeen`, which the run's protocol removes from the candidates; empty if the protocol
/// keeps seen items as candidates.
std::vector<Token> seenItems(const InferenceSession& inference, std::span<const Token> history,
                             std::span<const Token> alsoSeen);

/// The rank of a token in one row of scores.
ItemRank itemRank(const ScoreTable& scores, std::size_t row, Token token, std::span<const Token> seen);

}  // namespace recscope
