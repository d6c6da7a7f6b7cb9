// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace recscope {

struct Histories;
class HostTensors;

/// Added to the score of an item that nobody has in training, by models that learn nothing of such items, not even that
/// they are not wanted: their first values, near 0, would beat all that was learned to be unlikely.
inline constexpr float kUnseen = -1e4F;

/// How often each item occurs in the training parts: what popularity ranks by, and what other models answer by where
/// there is no history to read. Tensor: `item_count` (V + 2).
class ItemCounts {
public:
    /// Adds the tensor to those of a model, which keep it.
    ItemCounts(HostTensors& tensors, std::int32_t itemCount);

    void count(const Histories& histories);
    /// Logarithms of the counts, by token (V + 2): their softmax is the share of the interactions. What never occurs
    /// counts as half an interaction.
    std::vector<float> scores() const;
    /// By token (V + 2): `kUnseen` for items that never occur, 0 for the others. Empty if all occur.
    std::vector<float> absences() const;
    /// Of the shares of the items that occur, in nats.
    double entropy() const;

private:
    std::int32_t m_width;
    float* m_counts;
};

}  // namespace recscope
