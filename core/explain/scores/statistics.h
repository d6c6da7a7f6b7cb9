// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics for evaluating explanations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// A share of cases, 0…1, with its 95 % interval (Wilson 1927: also valid for few cases and for shares of 0 and 1).
struct ShareInterval {
    double share = 0, low = 0, high = 1;
    std::int64_t hits = 0, cases = 0;
};
ShareInterval shareOf(std::int64_t hits, std::int64_t cases);

/// Mean with its 95 % interval by normal approximation, 1.96 s / sqrt(n); half-width 0 for fewer than two values.
MeanInterval meanOf(std::span<const double> values);

/// Ranks from 1 = smallest; equal values share the mean of their ranks.
std::vector<double> averageRanks(std::span<const float> values);

/// Spearman's rank correlation, -1…1; nothing if it is undefined, because there are fewer than two values or all values
/// of one side are equal. Pre: equal sizes.
std::optional<double> spearman(std::span<const float> a, std::span<const float> b);

}  // namespace recscope
