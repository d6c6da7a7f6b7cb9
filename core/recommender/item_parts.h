// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that say how much each item of a history takes part in a prediction, one number per item.
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
    /// Weight: the weights for all candidates; CandidateWeight: those for the first recommendation; Contribution:
    /// empty.
    std::vector<float> weights = {};
    /// CandidateWeight and Contribution: a list of numbers for each candidate; Weight: empty.
    std::map<Token, std::vector<float>> byCandidate = {};

    /// The numbers for one candidate; empty if none are known.
    std::span<const float> of(Token candidate) const;
};

}  // namespace recscope
