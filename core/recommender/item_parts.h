// SPDX-License-Identifier: GPL-3.0-or-later
// One number for each item of a history: what it has to do with an answer.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/sequence/token.h"

namespace recscope {

/// What such a number says.
enum class ItemPartKind {
    /// With which weight the item was mixed into what answers: one row, the same for every candidate. A weight may be
    /// negative, they do not sum to 1 (NARM and STAMP divide by no sum), and none says that the item speaks for a
    /// candidate.
    Weight,
    /// What the item adds to the score of one candidate, exactly: the numbers sum to the score.
    Contribution,
};
const char* itemPartName(ItemPartKind kind);  ///< "weight", "contribution"

/// The numbers of one history, each list by position read, oldest first.
struct ItemParts {
    ItemPartKind kind = ItemPartKind::Weight;
    std::vector<float> weights = {};                         ///< Weight
    std::map<Token, std::vector<float>> contributions = {};  ///< Contribution, by candidate

    /// What is said of one candidate; empty if nothing is known of it.
    std::span<const float> of(Token candidate) const;
};

}  // namespace recscope
