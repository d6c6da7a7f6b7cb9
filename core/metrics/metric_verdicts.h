// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two configs in several metrics and, in one of them, on segments of users.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/difference_verdict.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/segments.h"

namespace recscope {

/// The difference of a metric between two sides, `a` minus `b`.
struct MetricDifference {
    std::string metric;
    std::optional<std::size_t> segment;  ///< index of the segment whose users are compared; nothing: all users
    double a = 0, b = 0;                 ///< means over the same users
    SeedInterval difference;             ///< `users` is 0 for a property of all lists together
    /// Whether the difference has an interval and a p-value. A property of all lists has them if each side that depends
    /// on its seed has two or more seeds, at least one side does, and their values vary.
    bool isTested = false;
    bool needsSeeds = false;  ///< not tested because a side that depends on its seed has only one
    double p = 1;             ///< corrected by Holm's procedure for all tested differences of the call
    DifferenceVerdict verdict = DifferenceVerdict::NotCompared;

    /// (a - b) / |b|; nothing if b is 0.
    std::optional<double> relative() const;
};

struct MetricComparison {
    std::vector<MetricDifference> differences;  ///< first the metrics over all users, then the segments
    std::size_t tests = 0;                      ///< number of differences that Holm's correction accounts for
};

/// Compares two sides in each metric, paired by user. `a` and `b` have the same metrics in the same order. A difference
/// of less than `relativeMargin` (0…1) of the mean of `b` does not matter. The first metric is also compared on each
/// of the segments. A metric without values on a side is left out.
MetricComparison compareMetrics(std::span<const MetricValues> a, std::span<const MetricValues> b, double relativeMargin,
                                std::span<const Segment> segments = {});

/// The result in sentences of the current language, first the metrics in their order, then the segments: "SASRec ranks
/// the held-out items 4.2 % better: NDCG@10 0.1621 against 0.1556.". Each difference is in one of the sentences.
std::vector<std::string> verdictSentences(const std::string& a, const std::string& b,
                                          const MetricComparison& comparison, double relativeMargin,
                                          std::span<const Segment> segments = {});

}  // namespace recscope
