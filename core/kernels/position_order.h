// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope::kernels {

/// The row order that recurrent layers need: the first positions of all histories, then all second positions, and so
/// on; rows of the same position are sorted from the longest history to the shortest, ties by history. N = number of
/// histories, P = number of all positions, T = length of the longest history. A "position" is the row number in the
/// usual order, in which the histories are concatenated.
struct PositionOrder {
    PositionOrder() = default;
    /// History n occupies positions historyStarts[n] … historyStarts[n + 1] - 1.
    explicit PositionOrder(std::span<const std::int32_t> historyStarts);

    std::vector<std::int32_t> rows;       ///< (P) the row of each position
    std::vector<std::int32_t> positions;  ///< (P) the position of each row
    std::vector<std::int32_t> histories;  ///< (P) the history of each row
    std::vector<std::int32_t> starts{0};  ///< (T + 1): history b of those at step t is row starts[t] + b
};

}  // namespace recscope::kernels
