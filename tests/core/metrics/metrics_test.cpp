// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

// Scores by token for V = 4 items: PAD, 1, 2, 3, 4, MASK. PAD and MASK have the highest scores, but must never be
// ranked.
const std::vector<float> kScores = {9, 0.1F, 0.4F, 0.4F, 0.7F, 9};

TEST(Rank, CountsBetterItemsAndIgnoresPadAndMask) {
    EXPECT_EQ(rankAmongAll(kScores, 4, {}).rank, 1);
    EXPECT_EQ(rankAmongAll(kScores, 1, {}).rank, 4);
}

TEST(Rank, TiesCountAgainstTheTarget) {
    const UserRank ranked = rankAmongAll(kScores, 2, {});
    EXPECT_EQ(ranked.rank, 3);
    EXPECT_EQ(ranked.ties, 1);
}

TEST(Rank, RemovedItemsAreNoCandidatesButTheTargetStays) {
    const std::vector<Token> removed = {4, 3, 3, 2};
    EXPECT_EQ(rankAmongAll(kScores, 1, removed).rank, 1);
    const UserRank ranked = rankAmongAll(kScores, 2, removed);
    EXPECT_EQ(ranked.rank, 1);
    EXPECT_EQ(ranked.ties, 0);
}

TEST(Rank, SampledCandidatesMayContainTheTarget) {
    const std::vector<Token> with = {1, 2, 4}, without = {1, 4};
    EXPECT_EQ(rankAmong(kScores, 2, with).rank, 2);
    EXPECT_EQ(rankAmong(kScores, 2, without).rank, 2);
}

TEST(Rank, ScoresThatAreNotFiniteAreAnError) {
    std::vector<float> broken = kScores;
    broken[3] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(rankAmongAll(broken, 1, {}), Error);
    broken[3] = std::numeric_limits<float>::infinity();
    EXPECT_THROW(rankAmongAll(broken, 1, {}), Error);
}

TEST(Metrics, FollowTheirDefinitions) {
    // {user, target, rank, ties}
    const std::vector<UserRank> ranks = {{0, 1, 1, 0}, {1, 1, 3, 0}, {2, 1, 12, 0}, {3, 1, 40, 1}};
    const Metrics metrics = metricsOf(ranks);
    EXPECT_DOUBLE_EQ(metrics.hr1, 0.25);
    EXPECT_DOUBLE_EQ(metrics.hr10, 0.5);
    EXPECT_DOUBLE_EQ(metrics.hr20, 0.75);
    EXPECT_DOUBLE_EQ(metrics.ndcg10, (1 + 0.5) / 4);
    EXPECT_DOUBLE_EQ(metrics.ndcg20, (1 + 0.5 + 1 / std::log2(13)) / 4);
    EXPECT_DOUBLE_EQ(metrics.mrr, (1 + 1.0 / 3 + 1.0 / 12 + 1.0 / 40) / 4);
    EXPECT_DOUBLE_EQ(tieRateOf(ranks), 0.25);
}

TEST(Metrics, AJsonRoundTripKeepsEveryMetric) {
    const std::vector<UserRank> ranks = {{0, 1, 2, 0}, {1, 1, 7, 0}, {2, 1, 15, 0}};
    const Metrics metrics = metricsOf(ranks);
    const Metrics back = Metrics::fromJson(metrics.toJson());
    for (std::size_t i = 0; i < metrics.named().size(); ++i)
        EXPECT_DOUBLE_EQ(metrics.named()[i].second, back.named()[i].second) << metrics.named()[i].first;
}

// HR@10 is 10 / |candidates| for a random scorer, 1 for an oracle and 0 for a constant scorer, whose items all tie.
struct Scorers : testing::Test {
    static constexpr std::int32_t kItems = 200;
    static constexpr std::int32_t kUsers = 20000;
    template <class Score>
    static Metrics run(Score score) {
        Random random({7});
        std::vector<UserRank> ranks;
        std::vector<float> scores(kItems + 2);
        for (std::int32_t user = 0; user < kUsers; ++user) {
            const Token target = 1 + static_cast<Token>(random.below(kItems));
            for (Token token = 0; token < vocabularySize(kItems); ++token)
                scores[static_cast<std::size_t>(token)] = score(random, token, target);
            ranks.push_back(rankAmongAll(scores, target, {}));
        }
        return metricsOf(ranks);
    }
};

TEST_F(Scorers, RandomReachesTenDividedByTheNumberOfCandidates) {
    const Metrics metrics = run([](Random& random, Token, Token) { return static_cast<float>(random.uniform()); });
    const double expected = 10.0 / kItems;
    const double fourSigma = 4 * std::sqrt(expected * (1 - expected) / kUsers);
    EXPECT_NEAR(metrics.hr10, expected, fourSigma);
}

TEST_F(Scorers, OracleReachesOne) {
    const Metrics metrics = run([](Random&, Token token, Token target) { return token == target ? 1.0F : 0.0F; });
    EXPECT_DOUBLE_EQ(metrics.hr1, 1);
    EXPECT_DOUBLE_EQ(metrics.ndcg10, 1);
}

TEST_F(Scorers, ConstantReachesOnlyTheMrrOfTheLastRank) {
    const Metrics metrics = run([](Random&, Token, Token) { return 1.0F; });
    EXPECT_DOUBLE_EQ(metrics.hr20, 0);
    EXPECT_NEAR(metrics.mrr, 1.0 / kItems, 1e-12);  // a sum of 20,000 terms, each rounded at 2^-53
}

TEST(Interval, PairsByUser) {
    const std::vector<UserRank> a = {{0, 1, 1, 0}, {1, 1, 50, 0}, {3, 1, 1, 0}};
    const std::vector<UserRank> b = {{1, 1, 1, 0}, {2, 1, 1, 0}, {3, 1, 1, 0}};
    const MeanInterval difference = pairedDifference("hr@10", a, b);
    EXPECT_DOUBLE_EQ(difference.mean, -0.5);
    // The differences are -1 and 0; the interval adds two pseudo-users with +1 and -1. The four have the mean
    // -0.25 and the variance 0.75 - 0.0625 = 0.6875, and qt(0.975, 1) = 12.706205.
    EXPECT_NEAR(difference.halfWidth, 12.706205 * std::sqrt(0.6875 / 4), 1e-5);
}

TEST(Protocol, AJsonRoundTripChangesNothing) {
    Protocol protocol;
    protocol.candidates = Candidates::Popularity;
    protocol.seen = SeenItems::Kept;
    protocol.seed = 5;
    EXPECT_EQ(Protocol::fromJson(protocol.toJson()), protocol);
}

TEST(Protocol, StoredTextMatchesOlderWorkspaces) {
    Protocol protocol;
    protocol.candidates = Candidates::Popularity;
    EXPECT_NE(protocol.toJson().find("\"target + 100 unseen items drawn by popularity\""), std::string::npos);
    EXPECT_NE(protocol.toJson().find("\"count against the target\""), std::string::npos);
}

TEST(Protocol, SaysWhatTheHeldOutItemIsRankedAmong) {
    Protocol protocol;
    protocol.candidates = Candidates::Popularity;
    EXPECT_EQ(protocol.sentence(),
              "pop100: among the held-out item and 100 unseen items drawn by popularity, seed 42; leave-one-out, "
              "ties count against the held-out item");
}

TEST(Protocol, KeepsSeenItemsOnlyWhereTheDataRepeatsItems) {
    Histories once, often;
    once.itemCount = often.itemCount = 5;
    once.append(std::vector<Token>{1, 2, 3, 4, 5});
    often.append(std::vector<Token>{1, 2, 1, 2, 1});
    EXPECT_EQ(Protocol::defaultFor(once).seen, SeenItems::Removed);
    EXPECT_EQ(Protocol::defaultFor(often).seen, SeenItems::Kept);
}

}  // namespace
}  // namespace recscope
