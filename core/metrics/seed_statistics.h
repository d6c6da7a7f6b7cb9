// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/metrics/proportions.h"

namespace recscope {

/// Mean and sample standard deviation (n - 1); the standard deviation is 0 for fewer than two values.
struct Spread {
    double mean = 0, deviation = 0;
};
Spread spreadOf(std::span<const double> values);

/// One list of ranks per seed of a config; a list contains each user at most once and may be in any order.
using SeedRanks = std::vector<std::span<const UserRank>>;

/// One user's value of a metric.
struct UserValue {
    std::int32_t user = 0;
    double value = 0;
};
/// One list of values per seed of a config; a list contains each user at most once, in user order.
using SeedValues = std::vector<std::span<const UserValue>>;
/// The values that a user can have: 0 or 1, anything from 0 to 1, or any number.
enum class ValueRange { ZeroOrOne, Share, Unbounded };

/// A mean over users and seeds, or the difference of two such means, with its interval and the numbers behind the
/// interval.
struct SeedInterval {
    /// 95 % interval. It accounts for the variation over users and, on each side that has two or more seeds, over
    /// seeds.
    MeanInterval interval;
    /// Bounds of the interval if it is not symmetric, as for a hit rate (Wilson's). Then `halfWidth` is the larger of
    /// the distances from the mean to the bounds.
    std::optional<Interval> bounds;
    std::int64_t users = 0;   ///< number of users who are in every list; below two, the other fields are meaningless
    double degrees = 0;       ///< degrees of freedom of Student's distribution for the interval
    double seedVariance = 0;  ///< share of the squared standard error that is due to seeds, 0…1

    /// Whether the mean has an interval; false for a property of all lists of a single seed.
    bool hasInterval() const { return degrees > 0; }
    double low() const { return bounds ? bounds->low : interval.mean - interval.halfWidth; }
    double high() const { return bounds ? bounds->high : interval.mean + interval.halfWidth; }
};

/// "0.0680 ± 0.0068"; "0.0000 (0.0000 to 0.0409)" if the interval is not symmetric, "0.0680" without one.
std::string intervalText(const SeedInterval& interval, int decimals);

/// The mean of `metric` over users and seeds.
SeedInterval seedMean(const std::string& metric, const SeedRanks& seeds);

/// Mean over the seeds of `a` minus mean over the seeds of `b`, paired by user. See seed_statistics.cpp for the method.
/// Throws Error(Usage) for an unknown metric.
SeedInterval seedDifference(const std::string& metric, const SeedRanks& a, const SeedRanks& b);

/// The same for values of any kind; without `b`, the mean of `a`.
SeedInterval valueDifference(ValueRange range, const SeedValues& a, const SeedValues& b = {});

/// The two-sided p-value for the hypothesis that a difference is 0, computed from the mean, width and degrees of
/// freedom of its interval. If the interval has zero width, p is 1 for a mean of 0, otherwise 0.
double pValueOf(const SeedInterval& interval);

}  // namespace recscope
