// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/weighted_choice.h"

#include <algorithm>
#include <numeric>

namespace recscope {

WeightedChoice::WeightedChoice(std::span<const double> weights) : m_slots(weights.size()) {
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    std::vector<std::size_t> poor, rich;  // indices with a share below 1; those with a share of 1 or more
    for (std::size_t i = 0; i < weights.size(); ++i) {
        m_slots[i] = {.share = weights[i] / mean, .other = i};
        (m_slots[i].share < 1 ? poor : rich).push_back(i);
    }
    while (!poor.empty() && !rich.empty()) {
        const std::size_t from = rich.back();
        Slot& filled = m_slots[poor.back()];
        poor.pop_back();
        filled.other = from;
        m_slots[from].share -= 1 - filled.share;
        if (m_slots[from].share < 1) {
            rich.pop_back();
            poor.push_back(from);
        }
    }
    // Slots left over by rounding belong fully to their own index, except the slots of indices that must never be
    // drawn.
    const auto likeliest = static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    for (const std::size_t i : poor) m_slots[i] = {.share = weights[i] > 0 ? 1.0 : 0.0, .other = likeliest};
}

}  // namespace recscope
