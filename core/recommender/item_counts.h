// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace recscope {

struct Histories;
class HostTensors;

/// A score offset for items that do not occur in training, used by models that learn nothing about such items.
/// Without it, the initial scores of these items, near 0, would exceed the scores of items that the model has learned
/// to be unlikely.
inline constexpr float kUnseen = -1e4F;

/// How often each item occurs in the training parts. The Popularity model ranks by these counts; other models do so if
/// there is no history. Tensor: `item_count`, shape (V + 2), where V is the number of items.
class ItemCounts {
public:
    /// Adds the tensor to `tensors`, which owns it.
    ItemCounts(HostTensors& tensors, std::int32_t itemCount);

    void count(const Histories& histories);
    /// Logarithms of the counts, indexed by token, shape (V + 2). Their softmax is each item's share of the
    /// interactions. An item that never occurs is treated as if it occurred 0.5 times.
    std::vector<float> scores() const;
    /// Score offsets indexed by token, shape (V + 2): `kUnseen` for items that never occur in training, 0 for all other
    /// items. Empty if all items occur.
    std::vector<float> absences() const;
    /// The entropy of the items' shares of the interactions, in nats.
    double entropy() const;

private:
    std::int32_t m_width;  ///< V + 2
    float* m_counts;       ///< (V + 2), owned by the HostTensors
};

}  // namespace recscope
