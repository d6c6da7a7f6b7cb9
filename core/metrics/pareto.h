// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace recscope {

/// Two measures of one recommender, both oriented so that more is better.
struct TradeOff {
    double x = 0, y = 0;
};

/// The indices of the points that no other point dominates, by ascending x. A point dominates another one if it is at
/// least as good in both measures and better in one (Pareto front).
std::vector<std::size_t> paretoFront(std::span<const TradeOff> points);

}  // namespace recscope
