// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/pareto.h"

#include <algorithm>

namespace recscope {

std::vector<std::size_t> paretoFront(std::span<const TradeOff> points) {
    const auto dominates = [](const TradeOff& a, const TradeOff& b) {
        return a.x >= b.x && a.y >= b.y && (a.x > b.x || a.y > b.y);
    };
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool isDominated = std::any_of(points.begin(), points.end(),
                                             [&](const TradeOff& other) { return dominates(other, points[i]); });
        if (!isDominated) front.push_back(i);
    }
    std::stable_sort(front.begin(), front.end(),
                     [&](std::size_t a, std::size_t b) { return points[a].x < points[b].x; });
    return front;
}

}  // namespace recscope
