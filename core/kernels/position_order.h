// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope::kernels {

/// The row order that recurrent layers need: the first items of all histories, then all second items, and so on; the
/// rows of one such step are sorted from the longest history to the shortest, ties by history. N = number of histories,
/// P = number of all items, T = length of the longest history. A "position" is the row number in the usual order, in
/// which the histories are concatenated.
struct PositionOrder {
    PositionOrder() = default;
    /// History n occupies positions historyStarts[n] … historyStarts[n + 1] - 1.
    explicit PositionOrder(std::span<const std::int32_t> historyStarts);

    std::vector<std::int32_t> rows;       ///< (P) the row of each position
    std::vector<std::int32_t> positions;  ///< (P) the position of each row
    std::vector<std::int32_t> histories;  ///< (P) the history of each row
    /// (T + 1): step t, which is item t of each history that has one, has rows starts[t] … starts[t + 1] - 1.
    std::vector<std::int32_t> starts{0};
};

}  // namespace recscope::kernels
