// SPDX-License-Identifier: GPL-3.0-or-later
// One number for each item of a history: its part in a prediction.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The meaning of these numbers.
enum class ItemPartKind {
    /// The weight of the item in the representation that gives the prediction: one row, the same for every candidate. A
    /// weight may be negative, the weights do not sum to 1 (NARM and STAMP do not normalize them), and none states that
    /// the item supports a candidate.
    Weight,
    /// The exact contribution of the item to the score of one candidate: the numbers sum to the score.
    Contribution,
};
const char* itemPartName(ItemPartKind kind);  ///< "weight", "contribution"

/// The numbers of one history; each list is ordered by position read, oldest first.
struct ItemParts {
    ItemPartKind kind = ItemPartKind::Weight;
    std::vector<float> weights = {};                         ///< Weight
    std::map<Token, std::vector<float>> contributions = {};  ///< Contribution, by candidate

    /// The numbers for one candidate; empty if none are known.
    std::span<const float> of(Token candidate) const;
};

}  // namespace recscope
