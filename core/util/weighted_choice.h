// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/util/random.h"

namespace recscope {

/// Draws indices with given probabilities in constant time per draw: Walker's alias method, with the tables of Vose
/// (IEEE Transactions on Software Engineering, 1991).
class WeightedChoice {
public:
    /// weights >= 0, their sum > 0
    explicit WeightedChoice(std::span<const double> weights);

    /// Index drawn with probability weights[i] / sum. Takes one number from `random`.
    std::size_t draw(Random& random) const {
        const double at = random.uniform() * static_cast<double>(m_slots.size());
        const auto slot = static_cast<std::size_t>(at);
        return at - static_cast<double>(slot) < m_slots[slot].share ? slot : m_slots[slot].other;
    }

private:
    struct Slot {
        double share = 1;       ///< share of the slot that belongs to the slot's own index, 0…1
        std::size_t other = 0;  ///< index that the rest of the slot belongs to
    };
    std::vector<Slot> m_slots;
};

}  // namespace recscope
