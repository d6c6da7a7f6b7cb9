// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stratified_shares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/util/random.h"

namespace recscope {
namespace {

// R: mantelhaen.test(array(c(60, 40, 30, 70, 20, 80, 5, 95), c(2, 2, 2)), correct = FALSE)$p.value
// By hand:
// expected hits in a: 100 * 90 / 200 + 100 * 25 / 200 = 57.5; observed: 80
// variance of stratum 1: 100 * 100 * 90 * 110 / (200^2 * 199) = 12.4372
// variance of stratum 2: 100 * 100 * 25 * 175 / (200^2 * 199) = 5.4962
// z = 22.5 / sqrt(17.9334) = 5.3131
TEST(StratifiedShares, AreComparedByMantelAndHaenszel) {
    const Stratum strata[] = {{{60, 100}, {30, 100}}, {{20, 100}, {5, 100}}};
    const StratifiedComparison result = compareStrata(strata);
    EXPECT_EQ(result.test.test, ShareTest::MantelHaenszel);
    EXPECT_NEAR(result.test.p, std::erfc(22.5 / std::sqrt(12.437186 + 5.496231) / std::sqrt(2.0)), 1e-12);
    EXPECT_NEAR(result.shareOfB, 0.175, 1e-12);
    EXPECT_EQ(result.a.hits, 80);
}

TEST(StratifiedShares, OfOneSmallStratumAreComparedByFishersTest) {
    const Proportion a{3, 5}, b{1, 9};
    const Stratum strata[] = {{a, b}};
    const StratifiedComparison result = compareStrata(strata);
    EXPECT_EQ(result.test.test, ShareTest::StratifiedExact);
    EXPECT_NEAR(result.test.p, fisherExact(a, b), 1e-9);
    EXPECT_NEAR(result.interval.low, newcombeInterval(a, b).low, 1e-12);
    EXPECT_NEAR(result.interval.high, newcombeInterval(a, b).high, 1e-12);
}

/// Simpson's paradox: the shares are equal within each stratum, but most users of a are in the stratum with high
/// shares.
TEST(StratifiedShares, AreEqualWhenOnlyTheStrataDiffer) {
    const Stratum strata[] = {{{72, 90}, {8, 10}}, {{1, 10}, {9, 90}}};
    const StratifiedComparison result = compareStrata(strata);
    EXPECT_NEAR(result.a.share(), result.shareOfB, 1e-12);
    EXPECT_GT(result.test.p, 0.99);
    EXPECT_GT(result.a.share() - result.b.share(), 0.5) << "the pooled shares should differ";
}

TEST(StratifiedShares, IgnoreStrataWithOnlyOneGroup) {
    const Stratum strata[] = {{{5, 10}, {5, 10}}, {{10, 10}, {0, 0}}, {{0, 0}, {0, 20}}};
    const StratifiedComparison result = compareStrata(strata);
    EXPECT_EQ(result.a.cases, 10);
    EXPECT_EQ(result.b.cases, 10);
    EXPECT_NEAR(result.test.p, 1, 1e-9);
}

/// With equal shares, at most 5 % of the draws have p <= 0.05. The standard deviation for 2,000 draws is
/// sqrt(0.05 * 0.95 / 2000) = 0.0049, so the limit is 0.05 + 3 * 0.0049 = 0.0646. The intervals contain the difference
/// 0 in at least 95 % of the draws minus the same tolerance.
TEST(StratifiedShares, HaveCalibratedTestsAndIntervals) {
    constexpr int kDraws = 2000, kStrata = 15;
    Random random({5});
    int small = 0, covered = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
        std::vector<Stratum> strata(kStrata);
        for (int i = 0; i < kStrata; ++i) {
            const double share = 0.05 + 0.05 * i;
            const auto sampled = [&](std::int64_t cases) {
                Proportion proportion{0, cases};
                for (std::int64_t n = 0; n < cases; ++n) proportion.hits += random.uniform() < share;
                return proportion;
            };
            strata[static_cast<std::size_t>(i)] = {sampled(2 + i), sampled(20 - i)};
        }
        const StratifiedComparison result = compareStrata(strata);
        small += result.test.p <= 0.05;
        covered += result.interval.low <= 0 && result.interval.high >= 0;
    }
    EXPECT_LE(small, kDraws * 0.0646);
    EXPECT_GE(small, kDraws * 0.03);
    EXPECT_GE(covered, kDraws * (0.95 - 3 * 0.0049));
}

}  // namespace
}  // namespace recscope
