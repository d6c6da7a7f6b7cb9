// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <cstdint>
#include <span>

namespace recscope::ui {

/// Bars of equal width over the values: `centres[i]` stands for values in [centres[i] - width / 2, centres[i] + width /
/// 2).
struct Histogram {
    QVector<double> centres, counts;
    double width = 1;
};

/// At most `bars` bars whose width is 1, 2 or 5 times a power of ten. Values are positive whole numbers.
Histogram histogramOf(std::span<const std::int64_t> values, int bars);

/// Counts in falling order over their rank 1, 2, …; thinned to about `points` points that are even on a log axis.
/// Items nobody touched are left out: a log axis has no zero.
struct RankFrequency {
    QVector<double> rank, count;
};
RankFrequency rankFrequencyOf(std::span<const std::int64_t> counts, int points);

}  // namespace recscope::ui
