// SPDX-License-Identifier: GPL-3.0-or-later
// Whether attention agrees with the removal test.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/scores/removal_test.h"

namespace recscope {

/// How attention and the removal test compare on the same items.
struct Agreement {
    std::int32_t items = 0;
    std::optional<double> spearman;  ///< rank correlation; none for a single item, or if one side is constant
    bool sameTop = false;            ///< the largest weight and the largest effect are on the same item
    std::int32_t topAttention = -1;  ///< index of the effect whose item has the largest weight; -1 = no items
    std::int32_t topEffect = -1;     ///< index of the largest effect; -1 = no effect is above 0
    /// Items that receive more than an even share of the attention and yet make the target less likely: reading the map
    /// as "attended to, so it supports the target" gets their sign wrong.
    std::int32_t signDisagreements = 0;
    std::int32_t against = 0;  ///< items whose effect is below 0
};

/// `attention`: weights on the items of `effects`, in the same order. Pre: equal sizes.
Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects);

/// The part of a position's attention that falls on items of the history, without the [MASK] column: one weight per
/// item the model reads, oldest first. `row` = -1 is the predicting position.
std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row = -1);
/// One weight per effect, from the predicting position's row: the sum over equal items that were removed together.
std::vector<float> effectWeights(const Explanation& explanation, HeadId head, std::span<const RemovalEffect> effects);

}  // namespace recscope
