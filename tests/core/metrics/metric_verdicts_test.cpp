// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_verdicts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/metrics/distributions.h"
#include "core/metrics/proportions.h"
#include "core/metrics/sample_size.h"

namespace recscope {
namespace {

using Ranks = std::vector<UserRank>;

/// Forty users: rank `low` for the first `count`, then ranks that rise by one with each user.
Ranks ranksWith(std::int32_t low, std::int32_t count) {
    Ranks ranks;
    for (std::int32_t user = 0; user < 40; ++user)
        ranks.push_back({.user = user, .target = 1, .rank = user < count ? low : 1 + user, .ties = 0});
    return ranks;
}

std::vector<MetricValues> valuesOf(const Ranks& ranks, const std::vector<std::string>& metrics) {
    std::vector<MetricValues> values;
    for (const std::string& metric : metrics) values.push_back(rankValues(metric, {ranks}));
    return values;
}

MetricValues coverage(std::vector<double> seeds) {
    return {.name = "coverage@10",
            .range = ValueRange::Unbounded,
            .users = {},
            .ofAllLists = std::move(seeds),
            .lists = 40};
}

Segment firstUsers(std::int32_t from, std::int32_t to, const std::string& name) {
    Segment segment{.by = "Length of the history", .name = name, .users = {}};
    for (std::int32_t user = from; user < to; ++user) segment.users.push_back(user);
    return segment;
}

TEST(MetricVerdicts, AreCorrectedForAllTestedDifferencesTogether) {
    const Ranks a = ranksWith(1, 12), b = ranksWith(4, 12);
    const std::vector<Segment> segments = {firstUsers(0, 20, "3 to 9 items"), firstUsers(20, 40, "10 to 30 items")};
    std::vector<MetricValues> ofA = valuesOf(a, {"ndcg@10", "mrr"}), ofB = valuesOf(b, {"ndcg@10", "mrr"});
    ofA.push_back(coverage({0.4}));
    ofB.push_back(coverage({0.3}));
    const MetricComparison comparison = compareMetrics(ofA, ofB, 0, segments);
    ASSERT_EQ(comparison.differences.size(), 5u);
    EXPECT_EQ(comparison.tests, 4u) << "two metrics and two segments; coverage has one seed";
    const Ranks shortA(a.begin(), a.begin() + 20), shortB(b.begin(), b.begin() + 20), longA(a.begin() + 20, a.end()),
        longB(b.begin() + 20, b.end());
    const std::vector<double> raw = {
        pValueOf(seedDifference("ndcg@10", {a}, {b})), pValueOf(seedDifference("mrr", {a}, {b})),
        pValueOf(seedDifference("ndcg@10", {shortA}, {shortB})), pValueOf(seedDifference("ndcg@10", {longA}, {longB}))};
    const std::vector<double> corrected = holm(raw);
    EXPECT_DOUBLE_EQ(comparison.differences[0].p, corrected[0]);
    EXPECT_DOUBLE_EQ(comparison.differences[1].p, corrected[1]);
    EXPECT_DOUBLE_EQ(comparison.differences[3].p, corrected[2]);
    EXPECT_DOUBLE_EQ(comparison.differences[4].p, corrected[3]);
    EXPECT_GT(corrected[0], raw[0]);
    EXPECT_EQ(comparison.differences[0].verdict, DifferenceVerdict::Higher);
    EXPECT_EQ(comparison.differences[4].verdict, DifferenceVerdict::NotSignificant) << "equal ranks";
    EXPECT_FALSE(comparison.differences[2].isTested);
    EXPECT_NEAR(*comparison.differences[2].relative(), 1.0 / 3, 1e-12);
}

TEST(MetricVerdicts, MeansAreOfTheUsersThatBothSidesShare) {
    const Ranks a = ranksWith(1, 12), all = ranksWith(4, 12), b(all.begin(), all.begin() + 10);
    const MetricComparison comparison = compareMetrics(valuesOf(a, {"hr@1"}), valuesOf(b, {"hr@1"}), 0);
    ASSERT_EQ(comparison.differences.size(), 1u);
    EXPECT_EQ(comparison.differences[0].difference.users, 10);
    EXPECT_DOUBLE_EQ(comparison.differences[0].a, 1) << "the first ten users have rank 1";
    EXPECT_DOUBLE_EQ(comparison.differences[0].b, 0);
}

TEST(MetricVerdicts, ADifferenceWithinTheMarginDoesNotMatter) {
    Ranks a = ranksWith(1, 30), b = a;
    b[0].rank = 2;
    const auto verdictAt = [&](double margin) {
        return compareMetrics(valuesOf(a, {"ndcg@10"}), valuesOf(b, {"ndcg@10"}), margin).differences[0].verdict;
    };
    EXPECT_EQ(verdictAt(0.001), DifferenceVerdict::NotSignificant);
    EXPECT_EQ(verdictAt(0.2), DifferenceVerdict::DoesNotMatter);
}

TEST(MetricVerdicts, PropertiesOfAllListsAreTestedOverSeeds) {
    const std::vector<MetricValues> a = {coverage({0.30, 0.32, 0.34})}, b = {coverage({0.20, 0.21, 0.22})};
    const MetricDifference difference = compareMetrics(a, b, 0).differences[0];
    ASSERT_TRUE(difference.isTested);
    // Welch's test by hand: variances of the means 0.0004 / 3 and 0.0001 / 3.
    const double error = std::sqrt(0.0005 / 3), degrees = 25.0 / (16.0 / 2 + 1.0 / 2);
    EXPECT_NEAR(difference.difference.degrees, degrees, 1e-6);
    EXPECT_NEAR(difference.p, studentTail(degrees, 0.11 / error), 1e-9);
    EXPECT_NEAR(difference.difference.interval.halfWidth, studentQuantile(degrees) * error, 1e-9);
    EXPECT_EQ(difference.verdict, DifferenceVerdict::Higher);
}

TEST(MetricVerdicts, ASideThatDoesNotDependOnItsSeedNeedsOnlyOne) {
    MetricValues fixed = coverage({0.2}), other = fixed;
    fixed.dependsOnSeed = other.dependsOnSeed = false;
    const std::vector<MetricValues> a = {coverage({0.30, 0.32, 0.34})}, b = {fixed}, c = {coverage({0.2})};
    const MetricDifference difference = compareMetrics(a, b, 0).differences[0];
    ASSERT_TRUE(difference.isTested);
    EXPECT_DOUBLE_EQ(difference.difference.degrees, 2);
    EXPECT_NEAR(difference.p, studentTail(2, 0.12 / std::sqrt(0.0004 / 3)), 1e-9);
    EXPECT_TRUE(compareMetrics(a, c, 0).differences[0].needsSeeds) << "the seed of c could matter";
    other.ofAllLists = {0.1};
    const MetricComparison exact = compareMetrics(b, std::vector{other}, 0);
    EXPECT_FALSE(exact.differences[0].isTested) << "nothing varies";
    EXPECT_FALSE(exact.differences[0].needsSeeds);
    EXPECT_EQ(
        verdictSentences("Item-kNN", "Popularity", exact, 0),
        std::vector<std::string>{"Item-kNN shows 100 % more of the catalogue: Coverage@10 0.2000 against 0.1000."});
}

TEST(MetricVerdicts, SideWithoutValuesIsLeftOut) {
    const Ranks ranks = ranksWith(1, 5);
    std::vector<MetricValues> a = valuesOf(ranks, {"hr@10"}), b = a;
    a.push_back({.name = "diversity@10", .users = {}, .ofAllLists = {}});
    b.push_back({.name = "diversity@10", .users = {}, .ofAllLists = {}});
    EXPECT_EQ(compareMetrics(a, b, 0).differences.size(), 1u);
}

TEST(MetricVerdicts, SayInWordsWhatIsShownAndWhatIsNot) {
    const Ranks a = ranksWith(1, 12), b = ranksWith(4, 12);
    const std::vector<Segment> segments = {firstUsers(0, 20, "3 to 9 items"), firstUsers(20, 40, "10 to 30 items")};
    std::vector<MetricValues> ofA = valuesOf(a, {"ndcg@10", "hr@10"}), ofB = valuesOf(b, {"ndcg@10", "hr@10"});
    ofA.push_back(coverage({0.30, 0.32, 0.34}));
    ofB.push_back(coverage({0.20, 0.21, 0.22}));
    ofA.push_back({.name = "entropy@10", .users = {}, .ofAllLists = {5}});
    ofB.push_back({.name = "entropy@10", .users = {}, .ofAllLists = {8}});
    const MetricComparison comparison = compareMetrics(ofA, ofB, 0.02, segments);
    const std::vector<std::string> sentences = verdictSentences("SASRec", "Popularity", comparison, 0.02, segments);
    ASSERT_EQ(sentences.size(), 6u);
    EXPECT_TRUE(sentences[0].starts_with("SASRec ranks the held-out items ")) << sentences[0];
    EXPECT_NE(sentences[0].find(" % better: NDCG@10 "), std::string::npos) << sentences[0];
    EXPECT_EQ(sentences[1], "SASRec shows 52 % more of the catalogue: Coverage@10 0.3200 against 0.2100.");
    EXPECT_EQ(sentences[2],
              "Popularity spreads its recommendations more evenly over the catalogue, with 60 % more entropy: "
              "Entropy@10 8.0000 against 5.0000 (not tested: a test needs two seeds of each side "
              "that depends on its seed).");
    EXPECT_EQ(sentences[3], "No difference is shown in HR@10.");
    EXPECT_EQ(sentences[4], "On users with 3 to 9 items, SASRec has the higher NDCG@10.");
    EXPECT_EQ(sentences[5], "On users with 10 to 30 items, no difference in NDCG@10 is shown.");
}

TEST(SampleSize, EqualsThatOfThePairedTTest) {
    SeedInterval measured;  // 100 users whose differences have the standard deviation 0.2
    measured.users = 100;
    measured.degrees = 99;
    measured.interval = {.mean = 0.01, .halfWidth = studentQuantile(99) * 0.02};
    // The smallest n with a power of 0.8 by the noncentral t distribution (SciPy, nct): 128, with 0.8015.
    EXPECT_EQ(sampleSizeFor(measured, 0.05).users, 128);
    EXPECT_NEAR(static_cast<double>(*sampleSizeFor(measured, 0.005).users), 12560, 10);     // SciPy: 12,561
    EXPECT_NEAR(sampleSizeFor(measured, 0.05).smallest, (1.98422 + 0.84527) * 0.02, 1e-6);  // SciPy: t.ppf
}

TEST(SampleSize, ALargeDifferenceNeedsFewUsers) {
    SeedInterval measured;
    measured.users = 100;
    measured.degrees = 99;
    measured.interval = {.mean = 0.01, .halfWidth = studentQuantile(99) * 0.1};  // a standard deviation of 1
    // By the noncentral t distribution (SciPy), too, 5 and 4 are the smallest n with a power of 0.8.
    EXPECT_EQ(sampleSizeFor(measured, 2).users, 5);
    EXPECT_EQ(sampleSizeFor(measured, 3).users, 4);
}

TEST(SampleSize, NoNumberOfUsersMakesUpForTooFewSeeds) {
    // Three seeds of both sides: the part of the seeds, 0.01, has 4 degrees of freedom, that of 100 users is 0.09.
    SeedInterval measured;
    measured.users = 100;
    measured.degrees = 0.1 * 0.1 / (0.09 * 0.09 / 99 + 0.01 * 0.01 / 4);
    measured.seedVariance = 0.1;
    measured.interval = {.mean = 0.01, .halfWidth = studentQuantile(measured.degrees) * std::sqrt(0.1)};
    const double limit = (studentQuantile(4) + studentQuantile(4, 0.4)) * 0.1;  // with infinitely many users
    EXPECT_FALSE(sampleSizeFor(measured, 0.99 * limit).users);
    const auto users = sampleSizeFor(measured, 1.2).users;
    ASSERT_TRUE(users);
    const auto errorsAt = [](double n) {  // standard errors between 0 and 1.2, and how many are needed
        const double part = 9 / n, all = part + 0.01, degrees = all * all / (part * part / (n - 1) + 0.01 * 0.01 / 4);
        return std::pair(1.2 / std::sqrt(all), studentQuantile(degrees) + studentQuantile(degrees, 0.4));
    };
    const auto n = static_cast<double>(*users);
    EXPECT_GE(errorsAt(n).first, errorsAt(n).second);
    EXPECT_LT(errorsAt(n - 1).first, errorsAt(n - 1).second);
}

}  // namespace
}  // namespace recscope
