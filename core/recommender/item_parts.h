// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the part that each item of a history has in a prediction by one number.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// The meaning of the numbers in `ItemParts`.
enum class ItemPartKind {
    /// The weight of the item in the representation that gives the prediction: one list of weights, which is the same
    /// for every candidate. A weight may be negative, the weights do not sum to 1 (NARM and STAMP do not normalize
    /// them), and a positive weight does not mean that the item supports a candidate.
    Weight,
    /// The exact contribution of the item to the score of one candidate: the numbers sum to the score.
    Contribution,
    /// The weight of the item in the representation that is compared with one candidate. Other candidates have other
    /// weights. They are a softmax: positive, and with the sum 1.
    CandidateWeight,
};
constexpr bool isWeight(ItemPartKind kind) {
    return kind != ItemPartKind::Contribution;
}
const char* itemPartName(ItemPartKind kind);  ///< "weight", "contribution"

/// The numbers of one history. Each list has one number per position that the model reads, oldest first.
struct ItemParts {
    ItemPartKind kind = ItemPartKind::Weight;
    std::vector<float> weights = {};  ///< Weight: of every candidate; CandidateWeight: of the first recommendation
    std::map<Token, std::vector<float>> contributions = {};  ///< except for Weight: one list per candidate

    /// The numbers for one candidate; empty if none are known.
    std::span<const float> of(Token candidate) const;
};

}  // namespace recscope
