// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace recscope {

/// One head of one layer, both counted from 0.
struct HeadId {
    std::int32_t layer = 0, head = 0;
    auto operator<=>(const HeadId&) const = default;
};

/// The attention weights of every head for one history of `size` positions. In a map, rows are query positions and
/// columns are key positions. Unless the weights are pointwise, each row sums to 1.
struct AttentionMaps {
    std::int32_t layers = 0, heads = 0, size = 0;
    std::vector<float> weights;  ///< (layers, heads, size, size)
    /// Whether the weights are of the kind AttentionWeights::Pointwise: rows need not sum to 1, and weights may be
    /// negative.
    bool isPointwise = false;

    float at(std::int32_t layer, std::int32_t head, std::int32_t row, std::int32_t column) const;
    /// One map in row-major order: (size * size).
    std::span<const float> map(std::int32_t layer, std::int32_t head) const;
    /// The attention weights of one query position in one map: (size).
    std::span<const float> row(std::int32_t layer, std::int32_t head, std::int32_t row) const;
};

/// "layer 2, head 1": unlike in HeadId, both are counted from 1 for display.
std::string headName(HeadId head);

}  // namespace recscope
