// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_shapes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace recscope::ui {

namespace {

/// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `width`.
std::int64_t niceWidth(double width) {
    for (std::int64_t power = 1;; power *= 10)
        for (const std::int64_t step : {1, 2, 5})
            if (double(step * power) >= width) return step * power;
}

}  // namespace

Histogram histogramOf(std::span<const std::int64_t> values, int bars) {
    Histogram histogram;
    if (values.empty()) return histogram;
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    std::int64_t width = niceWidth(double(*largest - *smallest + 1) / bars);
    // The first bar begins at a multiple of the width, which may ask for one bar more than there may be.
    if (*largest / width - *smallest / width + 1 > bars) width = niceWidth(double(width) + 1);
    const std::int64_t first = *smallest / width;
    histogram.width = double(width);
    histogram.counts.resize(qsizetype(*largest / width - first + 1));
    for (qsizetype i = 0; i < histogram.counts.size(); ++i)
        histogram.centres << (double(first + i) + 0.5) * double(width) - 0.5;
    for (const std::int64_t value : values) ++histogram.counts[qsizetype(value / width - first)];
    return histogram;
}

RankFrequency rankFrequencyOf(std::span<const std::int64_t> counts, int points) {
    std::vector<std::int64_t> sorted(counts.begin(), counts.end());
    std::sort(sorted.rbegin(), sorted.rend());
    while (!sorted.empty() && sorted.back() == 0) sorted.pop_back();
    RankFrequency shape;
    if (sorted.empty()) return shape;
    const double step = std::log(double(sorted.size())) / points;
    double next = 0;  // log of the rank from which on the next point is taken
    for (std::size_t rank = 1; rank <= sorted.size(); ++rank) {
        if (std::log(double(rank)) < next && rank != sorted.size()) continue;
        shape.rank << double(rank);
        shape.count << double(sorted[rank - 1]);
        next = std::log(double(rank)) + step;
    }
    return shape;
}

}  // namespace recscope::ui
