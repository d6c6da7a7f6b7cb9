// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// How many whole numbers lie from `from` to `to`, both included. What is drawn, what its label says and what a click
/// on it chooses are these two numbers.
struct HistogramBin {
    std::int64_t from = 0, to = 0, count = 0;

    double centre() const { return (static_cast<double>(from) + static_cast<double>(to)) / 2; }
};

/// Bins of equal width, one after the other, the first of which begins at the smallest value.
struct Histogram {
    std::vector<HistogramBin> bins;

    double width() const;  ///< whole numbers in a bin; 1 without bins
    /// The bin whose bar, as wide as the bin, lies at this place of the axis. Null: none.
    const HistogramBin* at(double place) const;
};

/// At most `bars` bins whose width is 1, 2 or 5 times a power of ten.
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
