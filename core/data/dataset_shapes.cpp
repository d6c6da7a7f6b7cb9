// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace recscope {

namespace {

/// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `width`.
std::int64_t niceWidth(double width) {
    for (std::int64_t power = 1;; power *= 10)
        for (const std::int64_t step : {1, 2, 5})
            if (double(step * power) >= width) return step * power;
}

}  // namespace

double Histogram::width() const {
    return bins.empty() ? 1 : static_cast<double>(bins.front().to - bins.front().from + 1);
}

const HistogramBin* Histogram::at(double position) const {
    if (bins.empty()) return nullptr;
    const double index = std::floor((position - bins.front().centre()) / width() + 0.5);
    return index >= 0 && index < static_cast<double>(bins.size()) ? &bins[static_cast<std::size_t>(index)] : nullptr;
}

Histogram histogramOf(std::span<const std::int64_t> values, int bars) {
    Histogram histogram;
    if (values.empty()) return histogram;
    // Begin at the smallest value: the first bin would otherwise be as wide as the others, but partly out of range.
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    const std::int64_t width = niceWidth(double(*largest - *smallest + 1) / bars);
    for (std::int64_t from = *smallest; from <= *largest; from += width)
        histogram.bins.push_back({.from = from, .to = from + width - 1, .count = 0});
    for (const std::int64_t value : values)
        ++histogram.bins[static_cast<std::size_t>((value - *smallest) / width)].count;
    return histogram;
}

RankFrequency rankFrequencyOf(std::span<const std::int64_t> counts, int points) {
    std::vector<std::int64_t> sorted(counts.begin(), counts.end());
    std::sort(sorted.rbegin(), sorted.rend());
    while (!sorted.empty() && sorted.back() == 0) sorted.pop_back();
    RankFrequency shape;
    if (sorted.empty()) return shape;
    const double step = std::log(double(sorted.size())) / points;
    double next = 0;  // log of the rank at which the next point is taken
    for (std::size_t rank = 1; rank <= sorted.size(); ++rank) {
        if (std::log(double(rank)) < next && rank != sorted.size()) continue;
        shape.rank.push_back(double(rank));
        shape.count.push_back(double(sorted[rank - 1]));
        next = std::log(double(rank)) + step;
    }
    return shape;
}

double shareOfLargest(std::span<const std::int64_t> counts, double share) {
    std::vector<std::int64_t> sorted(counts.begin(), counts.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const auto top = static_cast<std::ptrdiff_t>(std::ceil(share * double(sorted.size())));
    const auto sum = [](auto first, auto last) { return double(std::accumulate(first, last, std::int64_t{0})); };
    return sum(sorted.begin(), sorted.begin() + top) / std::max(1.0, sum(sorted.begin(), sorted.end()));
}

Quantiles quantilesOf(std::span<const std::int64_t> values) {
    if (values.empty()) return {};
    std::vector<std::int64_t> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double share) {
        return sorted[static_cast<std::size_t>(std::llround(share * double(sorted.size() - 1)))];
    };
    return {at(0), at(0.1), at(0.25), at(0.5), at(0.75), at(0.9), at(1)};
}

}  // namespace recscope
