// SPDX-License-Identifier: GPL-3.0-or-later
// Compares attention with the removal test, which measures how the log-probability of a target item changes when one
// item of the history is removed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/scores/removal_test.h"

namespace recscope {

/// How far the attention weights and the removal effects of the same items agree.
struct Agreement {
    std::int32_t items = 0;  ///< number of items compared
    /// Rank correlation; nothing for a single item, or if all weights or all effects are equal.
    std::optional<double> spearman;
    bool hasSameTop = false;         ///< whether the largest weight and the largest effect are on the same item
    std::int32_t topAttention = -1;  ///< index of the largest weight; -1 = no items
    std::int32_t topEffect = -1;     ///< index of the largest effect; -1 = no effect is above 0
    /// Number of items that receive more than the uniform share of attention although they make the target less likely.
    /// For these items, it would be wrong to take attention as support for the target.
    std::int32_t signDisagreements = 0;
    std::int32_t against = 0;  ///< number of items that make the target less likely: effect below 0
};

/// Compares weights with effects. `attention` has one weight per effect, in the order of `effects`. Pre: equal sizes.
Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects);

/// The attention weights of one query position on the items of the history, without the [MASK] column: one weight per
/// item that the model reads, oldest first. `row`: the query position; -1 = the predicting position.
std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row = -1);
/// The predicting position's attention weights, one per effect. If all occurrences of an item were removed together,
/// their weights are summed.
std::vector<float> effectWeights(const Explanation& explanation, HeadId head, std::span<const RemovalEffect> effects);

}  // namespace recscope
