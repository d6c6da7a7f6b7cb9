// SPDX-License-Identifier: GPL-3.0-or-later
// Whether attention tells the same as the removal test.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/scores/removal_test.h"

namespace recscope {

/// What attention and the removal test say about the same items.
struct Agreement {
    std::int32_t items = 0;
    std::optional<double> spearman;  ///< rank correlation; nothing where one side is all equal, or for one item
    bool sameTop = false;            ///< the largest weight and the largest effect are on the same item
    std::int32_t topAttention = -1;  ///< which of the effects' items has the largest weight; -1 = there is none
    std::int32_t topEffect = -1;     ///< whose removal costs most; -1 = no removal costs anything
    /// Items that have more than an even share of the attention and yet make the target less likely: whoever reads the
    /// map as "looked at, so it spoke for it" has the sign wrong there.
    std::int32_t signDisagreements = 0;
    std::int32_t against = 0;  ///< items whose effect is below 0
};

/// `attention`: weights on the items of `effects`, in the same order. Pre: equal sizes.
Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects);

/// The part of a position's attention that falls on items of the history (the [MASK] column left out): one weight per
/// item the model reads, oldest first. `row` = -1 is the predicting position.
std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row = -1);
/// The same of the predicting position for each effect: of equal items that were taken away together, their sum.
std::vector<float> effectWeights(const Explanation& explanation, HeadId head, std::span<const RemovalEffect> effects);

}  // namespace recscope
