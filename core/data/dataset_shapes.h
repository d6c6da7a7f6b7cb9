// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// Bars of equal width over the values: `centres[i]` stands for values in [centres[i] - width / 2, centres[i] + width /
/// 2).
struct Histogram {
    std::vector<double> centres, counts;
    double width = 1;
};

/// At most `bars` bars whose width is 1, 2 or 5 times a power of ten. Values are positive whole numbers.
Histogram histogramOf(std::span<const std::int64_t> values, int bars);

/// Counts in falling order over their rank 1, 2, …; thinned to about `points` points that are even on a log axis.
/// Items nobody touched are left out: a log axis has no zero.
struct RankFrequency {
    std::vector<double> rank, count;
};
RankFrequency rankFrequencyOf(std::span<const std::int64_t> counts, int points);

/// The share of the sum that falls on the largest `share` of the counts (at least one of them).
double shareOfLargest(std::span<const std::int64_t> counts, double share);

/// Where a set of whole numbers lies: values at the nearest rank.
struct Quantiles {
    std::int64_t min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0;
};
Quantiles quantilesOf(std::span<const std::int64_t> values);

}  // namespace recscope
