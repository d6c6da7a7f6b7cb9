// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace recscope {

struct Histories;
class HostTensors;

/// Added to the score of an item that does not occur in training, for models that learn nothing about such items: their
/// initial scores near 0 would beat those of items learned to be unlikely.
inline constexpr float kUnseen = -1e4F;

/// How often each item occurs in the training parts: the ranking of Popularity, and the fallback of other models
/// without a history. Tensor: `item_count` (V + 2).
class ItemCounts {
public:
    /// Adds the tensor to `tensors`, which own it.
    ItemCounts(HostTensors& tensors, std::int32_t itemCount);

    void count(const Histories& histories);
    /// Logarithms of the counts, by token (V + 2): their softmax is each item's share of the interactions. An item that
    /// never occurs counts as half an interaction.
    std::vector<float> scores() const;
    /// By token (V + 2): `kUnseen` for items that never occur, 0 for the others. Empty if all occur.
    std::vector<float> absences() const;
    /// The entropy of the items' shares of the interactions, in nats.
    double entropy() const;

private:
    std::int32_t m_width;
    float* m_counts;
};

}  // namespace recscope
