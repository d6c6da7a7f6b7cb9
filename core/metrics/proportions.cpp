// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/proportions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/metrics/distributions.h"

namespace recscope {

namespace {

/// Smallest expected count of a cell for which the normal test is used: Cochran 1954, "Some methods for strengthening
/// the common chi² tests".
constexpr double kMinExpectedCount = 5;

}  // namespace

Interval wilsonInterval(const Proportion& proportion) {
    return wilsonInterval(proportion.share(), static_cast<double>(proportion.cases));
}

Interval wilsonInterval(double share, double cases, double quantile) {
    if (cases <= 0) return {0, 1};
    const double z = quantile > 0 ? quantile : kNormal95, z2 = z * z;
    const double centre = (share + z2 / (2 * cases)) / (1 + z2 / cases);
    const double half =
        z * std::sqrt(std::max(0.0, share * (1 - share)) / cases + z2 / (4 * cases * cases)) / (1 + z2 / cases);
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval newcombeInterval(const Proportion& a, const Proportion& b) {
    return newcombeInterval(a.share(), wilsonInterval(a), b.share(), wilsonInterval(b));
}

Interval newcombeInterval(double a, const Interval& ofA, double b, const Interval& ofB) {
    const double difference = a - b;
    return {difference - std::hypot(a - ofA.low, ofB.high - b), difference + std::hypot(ofA.high - a, b - ofB.low)};
}

double asUnlikelyAs(std::span<const double> chances, std::int64_t observed) {
    constexpr double kSameProbability = 1e-7;  // relative: differences within rounding count as equal
    const double likely = chances[static_cast<std::size_t>(observed)] * (1 + kSameProbability);
    double p = 0;
    for (const double chance : chances)
        if (chance <= likely) p += chance;
    return std::min(1.0, p);
}

double fisherExact(const Proportion& a, const Proportion& b) {
    const HitChances ofA = hitChances(a.cases, b.cases, a.hits + b.hits);
    return asUnlikelyAs(ofA.chances, a.hits - ofA.fewest);
}

double pooledNormalTest(const Proportion& a, const Proportion& b) {
    const auto n = static_cast<double>(a.cases), m = static_cast<double>(b.cases);
    const double pooled = static_cast<double>(a.hits + b.hits) / (n + m);
    const double variance = pooled * (1 - pooled) * (1 / n + 1 / m);
    if (!(variance > 0)) return 1;  // all cases are hits, or none is
    return std::erfc(std::abs(a.share() - b.share()) / std::sqrt(2 * variance));
}

ShareTestResult compareShares(const Proportion& a, const Proportion& b) {
    if (a.cases == 0 || b.cases == 0) return {};
    const std::int64_t hits = a.hits + b.hits, all = a.cases + b.cases;
    const double smallestExpected = static_cast<double>(std::min(hits, all - hits)) *
                                    static_cast<double>(std::min(a.cases, b.cases)) / static_cast<double>(all);
    if (smallestExpected < kMinExpectedCount) return {fisherExact(a, b), ShareTest::FisherExact};
    return {pooledNormalTest(a, b), ShareTest::PooledNormal};
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, p[order[i]] * static_cast<double>(p.size() - i));
        adjusted[order[i]] = std::min(largest, 1.0);
    }
    return adjusted;
}

std::vector<double> benjaminiHochberg(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double smallest = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        const double scaled = p[order[i]] * static_cast<double>(p.size()) / static_cast<double>(i + 1);
        smallest = std::min(smallest, scaled);
        adjusted[order[i]] = smallest;
    }
    return adjusted;
}

}  // namespace recscope
