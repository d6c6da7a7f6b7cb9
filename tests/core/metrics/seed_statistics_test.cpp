// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/seed_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

using Ranks = std::vector<UserRank>;

Ranks ranksOf(const std::vector<std::int32_t>& ranks, std::int32_t firstUser = 0) {
    Ranks list;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        list.push_back({.user = firstUser + static_cast<std::int32_t>(i), .target = 1, .rank = ranks[i], .ties = 0});
    return list;
}

TEST(Student, QuantilesAreThoseOfTheTables) {
    // R: qt(0.975, c(1, 2, 4, 10, 30, 1000)), and 1.5 between the first two
    EXPECT_NEAR(studentQuantile(1), 12.706205, 1e-5);
    EXPECT_NEAR(studentQuantile(2), 4.302653, 1e-5);
    EXPECT_NEAR(studentQuantile(4), 2.776445, 1e-5);
    EXPECT_NEAR(studentQuantile(10), 2.228139, 1e-5);
    EXPECT_NEAR(studentQuantile(30), 2.042272, 1e-5);
    EXPECT_NEAR(studentQuantile(1000), 1.962339, 1e-5);
    EXPECT_NEAR(studentQuantile(1e7), 1.959964, 1e-5);
    EXPECT_GT(studentQuantile(1.5), studentQuantile(2));
    EXPECT_LT(studentQuantile(1.5), studentQuantile(1));
}

TEST(SeedPValue, IsThatOfStudentsTest) {
    SeedInterval of;
    of.users = 12;
    of.degrees = 10;
    of.interval = {.mean = 0.3, .halfWidth = 0.2 * studentQuantile(10)};  // t = 1.5
    EXPECT_NEAR(pValueOf(of), 0.164507, 1e-6);                            // R: 2 * pt(-1.5, 10)
    of.interval.mean = of.interval.halfWidth;
    EXPECT_NEAR(pValueOf(of), 0.05, 1e-9) << "the interval ends at 0";
    of.interval = {.mean = 0, .halfWidth = 0};
    EXPECT_EQ(pValueOf(of), 1);
    of.interval.mean = -0.1;
    EXPECT_EQ(pValueOf(of), 0);
}

TEST(SeedSpread, IsThatOfASample) {
    const std::vector<double> values = {0.1, 0.2, 0.3}, one = {0.4};
    EXPECT_NEAR(spreadOf(values).mean, 0.2, 1e-12);
    EXPECT_NEAR(spreadOf(values).deviation, 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(spreadOf(one).deviation, 0);
    EXPECT_DOUBLE_EQ(spreadOf({}).mean, 0);
}

TEST(SeedDifference, OfOneSeedASideIsThePairedDifference) {
    const Ranks a = ranksOf({1, 3, 30, 2, 9, 1}), b = ranksOf({2, 8, 4, 2, 30, 1});
    const SeedInterval both = seedDifference("ndcg@10", {a}, {b});
    const MeanInterval paired = pairedDifference("ndcg@10", a, b);
    EXPECT_EQ(both.users, 6);
    EXPECT_NEAR(both.interval.mean, paired.mean, 1e-12);
    // The same standard error with Student's quantile of 5 degrees, 2.570582, for the normal one.
    EXPECT_NEAR(both.interval.halfWidth, paired.halfWidth * 2.570582 / 1.959964, 1e-6);
    EXPECT_DOUBLE_EQ(both.seedVariance, 0);
}

TEST(SeedDifference, AddsTheVarianceOfTheSeedMeans) {
    // HR@1 by user: seeds of a 1 1 0 0 and 1 1 1 0, the seed of b 0 0 0 0. Means 0.5 and 0.75: their variance is
    // 0.03125, half of it for two seeds. Users' differences 1 1 0.5 0: variance 0.229167, a quarter of it for four.
    const Ranks first = ranksOf({1, 1, 2, 2}), second = ranksOf({1, 1, 1, 2}), other = ranksOf({2, 2, 2, 2});
    const SeedInterval result = seedDifference("hr@1", {first, second}, {other});
    const double users = 0.2291666667 / 4, seeds = 0.03125 / 2, variance = users + seeds;
    const double degrees = variance * variance / (users * users / 3 + seeds * seeds / 1);
    EXPECT_NEAR(result.interval.mean, 0.625, 1e-12);
    EXPECT_NEAR(result.degrees, degrees, 1e-6);
    EXPECT_NEAR(result.seedVariance, seeds / variance, 1e-6);
    EXPECT_NEAR(result.interval.halfWidth, studentQuantile(degrees) * std::sqrt(variance), 1e-6);
}

TEST(SeedDifference, IsOverTheUsersAllSeedsHold) {
    const Ranks a = ranksOf({1, 1, 1, 1}), b = ranksOf({2, 2, 2}, /*firstUser=*/1), c = ranksOf({1, 1}, 2);
    const SeedInterval result = seedDifference("hr@1", {a, b}, {c});
    EXPECT_EQ(result.users, 2);
    EXPECT_NEAR(result.interval.mean, 0.5 - 1, 1e-12);
    EXPECT_EQ(seedDifference("hr@1", {a}, {ranksOf({1}, 9)}).users, 0);
}

TEST(SeedDifference, OfAnUnknownMetricIsAnError) {
    EXPECT_THROW(seedDifference("ndcg@11", {ranksOf({1})}, {}), Error);
}

// Two configs of equal quality whose seeds scatter: the 95 % interval has to hold zero in 95 % of many repetitions, an
// interval over users alone does not.
TEST(SeedDifference, KeepsItsPromiseWhereSeedsScatter) {
    constexpr int kRepeats = 400, kUsers = 300, kSeeds = 3;
    Random random({2026});
    const auto normal = [&] {
        return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307179586 * random.uniform());
    };
    int held = 0, heldByUsersAlone = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        std::vector<double> difficulty(kUsers);
        for (double& value : difficulty) value = 2 + 1.2 * normal();
        std::vector<Ranks> runs[2];
        for (auto& side : runs)
            for (int seed = 0; seed < kSeeds; ++seed) {
                const double shift = 0.5 * normal();
                std::vector<std::int32_t> ranks;
                for (const double value : difficulty)
                    ranks.push_back(1 + static_cast<std::int32_t>(std::exp(value + shift + 0.7 * normal())));
                side.push_back(ranksOf(ranks));
            }
        SeedRanks a(runs[0].begin(), runs[0].end()), b(runs[1].begin(), runs[1].end());
        const MeanInterval crossed = seedDifference("ndcg@10", a, b).interval;
        held += std::abs(crossed.mean) <= crossed.halfWidth;
        const MeanInterval users = pairedDifference("ndcg@10", runs[0][0], runs[1][0]);
        heldByUsersAlone += std::abs(users.mean) <= users.halfWidth;
    }
    // 0.95 less three standard deviations of a share of 400: sqrt(0.95 * 0.05 / 400) = 0.011.
    EXPECT_GE(held, static_cast<int>(kRepeats * (0.95 - 0.033)));
    EXPECT_LT(heldByUsersAlone, kRepeats / 2);
}

}  // namespace
}  // namespace recscope
