// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/position_order.h"

#include <algorithm>
#include <numeric>

namespace recscope::kernels {

PositionOrder::PositionOrder(std::span<const std::int32_t> historyStarts) {
    const auto length = [&](std::int32_t n) {
        const auto at = static_cast<std::size_t>(n);
        return historyStarts[at + 1] - historyStarts[at];
    };
    std::vector<std::int32_t> order(historyStarts.size() - 1);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return length(a) > length(b); });
    rows.resize(static_cast<std::size_t>(historyStarts.back()));
    std::size_t active = order.size();  // number of histories with more than t items
    for (std::int32_t t = 0;; ++t) {
        while (active > 0 && length(order[active - 1]) <= t) --active;
        if (active == 0) break;
        for (std::size_t b = 0; b < active; ++b) {
            const std::int32_t position = historyStarts[static_cast<std::size_t>(order[b])] + t;
            rows[static_cast<std::size_t>(position)] = static_cast<std::int32_t>(positions.size());
            positions.push_back(position);
            histories.push_back(order[b]);
        }
        starts.push_back(static_cast<std::int32_t>(positions.size()));
    }
}

}  // namespace recscope::kernels
