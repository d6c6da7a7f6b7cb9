// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// The number of values from `from` to `to`, both inclusive. The drawn bar, its label and the range that a click
/// selects all use these two bounds.
struct HistogramBin {
    std::int64_t from = 0, to = 0, count = 0;

    double centre() const { return (static_cast<double>(from) + static_cast<double>(to)) / 2; }
};

/// Adjacent bins of equal width; the first begins at the smallest value.
struct Histogram {
    std::vector<HistogramBin> bins;

    double width() const;  ///< how many whole numbers each bin covers; 1 if there are no bins
    /// The bin whose bar covers this position on the axis; null if none does.
    const HistogramBin* at(double position) const;
};

/// At most `bars` bins whose width is 1, 2 or 5 times a power of ten.
Histogram histogramOf(std::span<const std::int64_t> values, int bars);

/// Counts in descending order with their ranks 1, 2, …, thinned to about `points` points evenly spaced on a log axis.
/// Items without interactions are left out, since a log axis has no zero.
struct RankFrequency {
    std::vector<double> rank, count;
};
RankFrequency rankFrequencyOf(std::span<const std::int64_t> counts, int points);

/// The fraction of the sum of all counts that the largest counts contribute. The largest are the top `share` (0…1) of
/// the counts, but at least one count.
double shareOfLargest(std::span<const std::int64_t> counts, double share);

/// Quantiles of n whole numbers, without interpolation: the p-quantile is the value with index round(p (n - 1)) in
/// ascending order.
struct Quantiles {
    std::int64_t min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0;
};
Quantiles quantilesOf(std::span<const std::int64_t> values);

}  // namespace recscope
