// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/item_parts.h"

namespace recscope {

const char* itemPartName(ItemPartKind kind) {
    return isWeight(kind) ? "weight" : "contribution";
}

std::span<const float> ItemParts::of(Token candidate) const {
    if (kind == ItemPartKind::Weight) return weights;
    const auto found = byCandidate.find(candidate);
    return found == byCandidate.end() ? std::span<const float>() : std::span<const float>(found->second);
}

}  // namespace recscope
