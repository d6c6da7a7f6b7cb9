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
    std::int32_t items = 0;          ///< number of items compared
    std::optional<double> spearman;  ///< rank correlation; none for a single item, or if one side is constant
    bool sameTop = false;            ///< whether the largest weight and the largest effect are on the same item
    std::int32_t topAttention = -1;  ///< index of the effect whose item has the largest weight; -1 = no items
    std::int32_t topEffect = -1;     ///< index of the largest effect; -1 = no effect is above 0
    /// Number of items that receive more than an even share of the attention although they make the target less likely.
    /// Reading attention as support for the target gets the sign of these items wrong.
    std::int32_t signDisagreements = 0;
    std::int32_t against = 0;  ///< number of items whose effect is below 0
};

/// `attention`: the attention weight on the item of each effect, in the order of `effects`. Pre: equal sizes.
Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects);

/// The attention weights of one query position on the items of the history, without the [MASK] column: one weight per
/// item that the model reads, oldest first. `row`: the query position; -1 = the predicting position.
std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row = -1);
/// The predicting position's attention weights, one per effect. The weights of equal items that were removed together
/// are summed.
std::vector<float> effectWeights(const Explanation& explanation, HeadId head, std::span<const RemovalEffect> effects);

}  // namespace recscope
