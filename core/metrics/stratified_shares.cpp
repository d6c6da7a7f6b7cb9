// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stratified_shares.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/metrics/distributions.h"

namespace recscope {

namespace {

// The Mantel-Haenszel test is used if the expected number of hits in a is at least this far from the smallest and from
// the largest possible number: Mantel & Fleiss 1980.
constexpr double kMinDistanceFromLimits = 5;

/// The two-sided p-value of the exact test: the total probability of all numbers of hits in group a, over all strata,
/// that are at most as likely as the number `observed`.
double exactTest(std::span<const Stratum> strata, std::int64_t observed) {
    std::vector<double> chances = {1};
    std::int64_t fewest = 0;
    for (const Stratum& stratum : strata) {
        if (!stratum.isMatched()) continue;
        const HitChances ofStratum = hitChances(stratum.a.cases, stratum.b.cases, stratum.a.hits + stratum.b.hits);
        fewest += ofStratum.fewest;
        if (ofStratum.chances.size() == 1) continue;
        std::vector<double> sum(chances.size() + ofStratum.chances.size() - 1);
        for (std::size_t i = 0; i < chances.size(); ++i)
            for (std::size_t j = 0; j < ofStratum.chances.size(); ++j) sum[i + j] += chances[i] * ofStratum.chances[j];
        chances = std::move(sum);
    }
    return asUnlikelyAs(chances, observed - fewest);
}

}  // namespace

StratifiedComparison compareStrata(std::span<const Stratum> strata) {
    StratifiedComparison result;
    double expected = 0, variance = 0;
    std::int64_t fewest = 0, most = 0;
    for (const Stratum& stratum : strata) {
        if (!stratum.isMatched()) continue;
        const auto a = static_cast<double>(stratum.a.cases), b = static_cast<double>(stratum.b.cases), n = a + b;
        const std::int64_t hits = stratum.a.hits + stratum.b.hits;
        const auto m = static_cast<double>(hits);
        expected += a * m / n;
        variance += a * b * m * (n - m) / (n * n * (n - 1));
        fewest += std::max<std::int64_t>(0, hits - stratum.b.cases);
        most += std::min(hits, stratum.a.cases);
        result.a.hits += stratum.a.hits;
        result.a.cases += stratum.a.cases;
        result.b.hits += stratum.b.hits;
        result.b.cases += stratum.b.cases;
    }
    if (result.a.cases == 0) return result;
    double kish = 0;
    for (const Stratum& stratum : strata) {
        if (!stratum.isMatched()) continue;
        const double weight = static_cast<double>(stratum.a.cases) / static_cast<double>(result.a.cases);
        result.shareOfB += weight * stratum.b.share();
        kish += weight * weight / static_cast<double>(stratum.b.cases);
    }
    const Interval ofA = wilsonInterval(result.a), ofB = wilsonInterval(result.shareOfB, 1 / kish);
    result.interval = newcombeInterval(result.a.share(), ofA, result.shareOfB, ofB);
    const double distanceFromLimits =
        std::min(expected - static_cast<double>(fewest), static_cast<double>(most) - expected);
    if (distanceFromLimits < kMinDistanceFromLimits) {
        result.test = {.p = exactTest(strata, result.a.hits), .test = ShareTest::StratifiedExact};
    } else {
        const double z = (static_cast<double>(result.a.hits) - expected) / std::sqrt(variance);
        result.test = {.p = std::erfc(std::abs(z) / std::sqrt(2.0)), .test = ShareTest::MantelHaenszel};
    }
    return result;
}

}  // namespace recscope
