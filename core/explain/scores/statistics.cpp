// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/metrics/proportions.h"

namespace recscope {

ShareInterval shareOf(std::int64_t hits, std::int64_t cases) {
    ShareInterval interval;
    interval.hits = hits;
    interval.cases = cases;
    const Proportion proportion{.hits = hits, .cases = cases};
    const Interval bounds = wilsonInterval(proportion);
    interval.share = proportion.share();
    interval.low = bounds.low;
    interval.high = bounds.high;
    return interval;
}

MeanInterval meanOf(std::span<const double> values) {
    MeanInterval interval;
    if (values.empty()) return interval;
    const auto n = static_cast<double>(values.size());
    interval.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return interval;
    double squares = 0;
    for (const double value : values) squares += (value - interval.mean) * (value - interval.mean);
    interval.halfWidth = kNormal95 * std::sqrt(squares / (n - 1) / n);
    return interval;
}

std::vector<double> averageRanks(std::span<const float> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
        const double shared = (static_cast<double>(first) + 1 + static_cast<double>(last)) / 2;
        for (std::size_t i = first; i < last; ++i) ranks[order[i]] = shared;
        first = last;
    }
    return ranks;
}

std::optional<double> spearman(std::span<const float> a, std::span<const float> b) {
    if (a.size() < 2) return std::nullopt;
    const std::vector<double> x = averageRanks(a), y = averageRanks(b);
    const double mean = (static_cast<double>(a.size()) + 1) / 2;  // the mean of the ranks 1…n, with or without ties
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
        xy += (x[i] - mean) * (y[i] - mean);
    }
    if (xx == 0 || yy == 0) return std::nullopt;
    return xy / std::sqrt(xx * yy);
}

}  // namespace recscope
