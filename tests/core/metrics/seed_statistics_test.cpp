// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/seed_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/metrics/distributions.h"
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

TEST(Student, QuantilesEqualReferenceValues) {
    EXPECT_NEAR(studentQuantile(199, 0.001), 3.340087, 1e-5);  // by Simpson integration of the density
    EXPECT_NEAR(studentQuantile(5, 0.001), 6.868827, 1e-5);    // R: qt(0.9995, 5)
    // R: qt(0.975, c(1, 2, 4, 10, 30, 1000)); 1.5 degrees of freedom lie between the first two
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

TEST(SeedPValue, EqualsThatOfStudentsTest) {
    SeedInterval interval;
    interval.users = 12;
    interval.degrees = 10;
    interval.interval = {.mean = 0.3, .halfWidth = 0.2 * studentQuantile(10)};  // t = 1.5
    EXPECT_NEAR(pValueOf(interval), 0.164507, 1e-6);                            // R: 2 * pt(-1.5, 10)
    interval.interval.mean = interval.interval.halfWidth;
    EXPECT_NEAR(pValueOf(interval), 0.05, 1e-9) << "the interval ends at 0";
    interval.interval = {.mean = 0, .halfWidth = 0};
    EXPECT_EQ(pValueOf(interval), 1);
    interval.interval.mean = -0.1;
    EXPECT_EQ(pValueOf(interval), 0);
}

TEST(SeedSpread, IsTheSampleStandardDeviation) {
    const std::vector<double> values = {0.1, 0.2, 0.3}, single = {0.4};
    EXPECT_NEAR(spreadOf(values).mean, 0.2, 1e-12);
    EXPECT_NEAR(spreadOf(values).deviation, 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(spreadOf(single).deviation, 0);
    EXPECT_DOUBLE_EQ(spreadOf({}).mean, 0);
}

TEST(SeedDifference, EqualsThePairedDifferenceForOneSeedPerSide) {
    const Ranks a = ranksOf({1, 3, 30, 2, 9, 1}), b = ranksOf({2, 8, 4, 2, 30, 1});
    const SeedInterval both = seedDifference("ndcg@10", {a}, {b});
    const MeanInterval paired = pairedDifference("ndcg@10", a, b);
    EXPECT_EQ(both.users, 6);
    EXPECT_NEAR(both.interval.mean, paired.mean, 1e-12);
    EXPECT_DOUBLE_EQ(both.interval.halfWidth, paired.halfWidth);
    // By hand, for differences d of NDCG@10: qt(0.975, 5) sqrt(sum (d - mean)^2 / 5 / 6), with qt(0.975, 5) = 2.570582.
    double mean = 0, squares = 0;
    std::vector<double> d;
    for (std::size_t i = 0; i < a.size(); ++i)
        d.push_back(metricOfRank("ndcg@10", a[i].rank) - metricOfRank("ndcg@10", b[i].rank));
    for (const double difference : d) mean += difference / 6;
    for (const double difference : d) squares += (difference - mean) * (difference - mean);
    EXPECT_NEAR(both.interval.halfWidth, 2.570582 * std::sqrt(squares / 5 / 6), 1e-6);
    EXPECT_DOUBLE_EQ(both.seedVariance, 0);
}

TEST(SeedDifference, DoesNotDependOnTheOrderOfTheUsers) {
    const Ranks a = ranksOf({1, 3, 30, 2, 9, 1}), b = ranksOf({2, 8, 4, 2, 30, 1});
    const Ranks mixed = {a[4], a[0], a[5], a[2], a[1], a[3]}, backwards(b.rbegin(), b.rend());
    for (const std::string metric : {"ndcg@10", "hr@5"}) {
        const SeedInterval inOrder = seedDifference(metric, {a, b}, {b}),
                           other = seedDifference(metric, {mixed, backwards}, {backwards});
        EXPECT_EQ(other.users, 6);
        EXPECT_DOUBLE_EQ(other.interval.mean, inOrder.interval.mean);
        EXPECT_DOUBLE_EQ(other.interval.halfWidth, inOrder.interval.halfWidth);
        EXPECT_DOUBLE_EQ(seedMean(metric, {mixed}).high(), seedMean(metric, {a}).high());
    }
}

TEST(SeedDifference, AddsTheVarianceOfTheSeedMeans) {
    // NDCG@10 by user is 1 1 0 0 and 1 1 1 0 for the two seeds of a, and 0 0 0 0 for the seed of b. The seed means 0.5
    // and 0.75 have the variance 0.03125, which is halved for two seeds. The differences by user, 1 1 0.5 0, have the
    // variance 0.229167, which is divided by four for four users.
    const Ranks first = ranksOf({1, 1, 20, 20}), second = ranksOf({1, 1, 1, 20}), other = ranksOf({20, 20, 20, 20});
    const SeedInterval result = seedDifference("ndcg@10", {first, second}, {other});
    const double users = 0.2291666667 / 4, seeds = 0.03125 / 2, variance = users + seeds;
    const double degrees = variance * variance / (users * users / 3 + seeds * seeds / 1);
    EXPECT_NEAR(result.interval.mean, 0.625, 1e-12);
    EXPECT_NEAR(result.degrees, degrees, 1e-6);
    EXPECT_NEAR(result.seedVariance, seeds / variance, 1e-6);
    EXPECT_NEAR(result.interval.halfWidth, studentQuantile(degrees) * std::sqrt(variance), 1e-6);
}

TEST(SeedDifference, CoversTheUsersThatAllSeedsShare) {
    const Ranks a = ranksOf({1, 1, 1, 1}), b = ranksOf({2, 2, 2}, /*firstUser=*/1), c = ranksOf({1, 1}, 2);
    const SeedInterval result = seedDifference("hr@1", {a, b}, {c});
    EXPECT_EQ(result.users, 2);
    EXPECT_NEAR(result.interval.mean, 0.5 - 1, 1e-12);
    EXPECT_EQ(seedDifference("hr@1", {a}, {ranksOf({1}, 9)}).users, 0);
}

TEST(HitRate, OfZeroOrOneHasAnInterval) {
    const SeedInterval noHits = seedMean("hr@1", {ranksOf(std::vector<std::int32_t>(90, 2))});
    EXPECT_EQ(noHits.interval.mean, 0);
    EXPECT_EQ(noHits.low(), 0);
    // Wilson: z^2 / (n + z^2) = 3.841459 / 93.841459
    EXPECT_NEAR(noHits.high(), 3.841459 / 93.841459, 1e-6);
    EXPECT_EQ(noHits.interval.halfWidth, noHits.high());
    EXPECT_EQ(intervalText(noHits, 4), "0.0000 (0.0000 to 0.0409)");
    const SeedInterval allHits = seedMean("hr@10", {ranksOf(std::vector<std::int32_t>(90, 2))});
    EXPECT_EQ(intervalText(allHits, 4), "1.0000 (0.9591 to 1.0000)");
    // NDCG is at most HR, so without a hit in 90 users, NDCG has the upper limit of HR.
    EXPECT_EQ(intervalText(seedMean("ndcg@10", {ranksOf(std::vector<std::int32_t>(90, 50))}), 4),
              "0.0000 (0.0000 to 0.0409)");
    const Ranks none = ranksOf(std::vector<std::int32_t>(90, 50));
    for (const SeedRanks& seeds : {SeedRanks{none}, SeedRanks{none, none}, SeedRanks{none, none, none}})
        for (const char* metric : {"hr@1", "hr@10", "hr@20", "ndcg@5", "ndcg@10"})
            EXPECT_NEAR(seedMean(metric, seeds).high(), 3.841459 / 93.841459, 1e-6) << metric;
}

TEST(HitRate, OfOneSeedHasWilsonsInterval) {
    Ranks ranks = ranksOf(std::vector<std::int32_t>(60, 20));
    for (std::size_t user = 0; user < 9; ++user) ranks[user].rank = 3;
    const SeedInterval interval = seedMean("hr@5", {ranks});
    const Interval wilson = wilsonInterval(Proportion{9, 60});
    EXPECT_DOUBLE_EQ(interval.interval.mean, 0.15);
    EXPECT_DOUBLE_EQ(interval.low(), wilson.low);
    EXPECT_DOUBLE_EQ(interval.high(), wilson.high);
}

// In each repetition all 90 users have the same hit probability, drawn between 0.2 % and 40 %. The hits of three seeds
// are independent; one interval is for one seed, the other for all three. Averaged over these probabilities, the
// interval contains the true rate in 95 % of the repetitions (Brown, Cai & DasGupta, Statistical Science 16(2), 2001).
// With 12,000 repetitions, three standard deviations are 3 sqrt(0.95 * 0.05 / 12,000) = 0.006. The interval for three
// seeds may be wider, because the variance counts the interaction of users and seeds twice.
TEST(HitRate, IntervalCoversTheTrueRate) {
    constexpr int kRepeats = 12'000, kUsers = 90;
    Random random({31});
    int covered[2] = {0, 0};
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const double rate = 0.002 * std::pow(200.0, random.uniform());
        std::vector<Ranks> seeds;
        for (int seed = 0; seed < 3; ++seed) {
            std::vector<std::int32_t> ranks;
            for (int user = 0; user < kUsers; ++user) ranks.push_back(random.uniform() < rate ? 1 : 99);
            seeds.push_back(ranksOf(ranks));
        }
        const SeedInterval intervals[2] = {seedMean("hr@10", {seeds[0]}),
                                           seedMean("hr@10", SeedRanks(seeds.begin(), seeds.end()))};
        for (int i = 0; i < 2; ++i) covered[i] += intervals[i].low() <= rate && rate <= intervals[i].high();
    }
    EXPECT_GE(covered[0], kRepeats * (0.95 - 0.006));
    EXPECT_LE(covered[0], kRepeats * (0.97 + 0.006)) << "the interval is too wide";
    EXPECT_GE(covered[1], kRepeats * (0.95 - 0.006));
}

// Two equal models with few hits: a difference is reported in at most 5 % of the repetitions, plus 0.006 as above.
TEST(HitRate, OfTwoEqualModelsDiffersAsRarelyAsPromised) {
    constexpr int kRepeats = 12'000, kUsers = 90;
    Random random({37});
    int significant = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const double rate = 0.002 * std::pow(200.0, random.uniform());
        std::vector<std::int32_t> ranks[2];
        for (auto& side : ranks)
            for (int user = 0; user < kUsers; ++user) side.push_back(random.uniform() < rate ? 1 : 99);
        significant += pValueOf(seedDifference("hr@10", {ranksOf(ranks[0])}, {ranksOf(ranks[1])})) < 0.05;
    }
    EXPECT_LE(significant, kRepeats * (0.05 + 0.006));
}

TEST(HitRate, DifferenceHasAnIntervalWhenNeitherModelHits) {
    const Ranks none = ranksOf(std::vector<std::int32_t>(90, 50));
    for (const char* metric : {"hr@1", "ndcg@10"}) {
        const MeanInterval interval = pairedDifference(metric, none, none);
        EXPECT_EQ(interval.mean, 0);
        EXPECT_GT(interval.halfWidth, 0.02)
            << metric;  // rule of three: with 90 users, a rate of 3 / 90 may go unobserved
    }
}

TEST(SeedDifference, OfAnUnknownMetricIsAnError) {
    EXPECT_THROW(seedDifference("ndcg", {ranksOf({1})}, {}), Error);
}

// Two configs of equal quality, with large differences between seeds: the 95 % interval has to contain zero in 95 % of
// the repetitions; an interval over users alone does not.
TEST(SeedDifference, IntervalCoversZeroWhenSeedsScatter) {
    constexpr int kRepeats = 400, kUsers = 300, kSeeds = 3;
    Random random({2026});
    const auto normal = [&] {
        return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307179586 * random.uniform());
    };
    int covered = 0, coveredByUsersAlone = 0;
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
        const MeanInterval overBoth = seedDifference("ndcg@10", a, b).interval;
        covered += std::abs(overBoth.mean) <= overBoth.halfWidth;
        const MeanInterval overUsers = pairedDifference("ndcg@10", runs[0][0], runs[1][0]);
        coveredByUsersAlone += std::abs(overUsers.mean) <= overUsers.halfWidth;
    }
    // 0.95 minus three standard deviations of a share of 400 repetitions, sqrt(0.95 * 0.05 / 400) = 0.011 each.
    EXPECT_GE(covered, static_cast<int>(kRepeats * (0.95 - 0.033)));
    EXPECT_LT(coveredByUsersAlone, kRepeats / 2);
}

}  // namespace
}  // namespace recscope
