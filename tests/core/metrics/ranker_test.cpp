// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/ranker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 400;

/// 300 users; item i is drawn with weight 1 / i.
Histories skewedHistories() {
    Histories histories;
    histories.itemCount = kItems;
    std::vector<double> weights(kItems);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / static_cast<double>(i + 1);
    Random random({5});
    for (int user = 0; user < 300; ++user) {
        std::set<Token> items;
        while (items.size() < 12) items.insert(static_cast<Token>(random.weighted(weights)) + 1);
        std::vector<Token> history(items.begin(), items.end());
        random.shuffle(std::span(history));
        histories.append(history);
    }
    return histories;
}

Protocol sampled(Candidates candidates) {
    Protocol protocol;
    protocol.candidates = candidates;
    return protocol;
}

TEST(SampledCandidates, AreAHundredDistinctUnseenItemsAndReproducible) {
    const Histories histories = skewedHistories();
    for (const Candidates candidates : {Candidates::Popularity, Candidates::Uniform}) {
        const Ranker ranker(histories, sampled(candidates), Split::Test),
            again(histories, sampled(candidates), Split::Test);
        for (const std::int32_t user : {0, 7, 299}) {
            const auto drawn = ranker.sampledCandidates(user);
            const std::set<Token> distinct(drawn.begin(), drawn.end());
            EXPECT_EQ(distinct.size(), 100u);
            for (const Token token : histories.of(user)) EXPECT_FALSE(distinct.contains(token));
            EXPECT_EQ(drawn, again.sampledCandidates(user));
        }
        EXPECT_NE(ranker.sampledCandidates(0), ranker.sampledCandidates(1));
    }
}

TEST(Ranker, DrawsTheSameUsersUpToTheLimit) {
    const Histories histories = skewedHistories();
    const std::vector<std::int32_t> drawn = Ranker(histories, {}, Split::Valid, 50).users();
    EXPECT_EQ(drawn.size(), 50u);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    EXPECT_EQ(std::set<std::int32_t>(drawn.begin(), drawn.end()).size(), 50u);
    EXPECT_GT(drawn.back(), 200);  // drawn from all users, not only the first fifty
    EXPECT_EQ(Ranker(histories, {}, Split::Valid, 50).users(), drawn);
    Protocol other;
    other.seed = 7;
    EXPECT_NE(Ranker(histories, other, Split::Valid, 50).users(), drawn);
    for (const std::int64_t enough : {0, 300, 1000})
        EXPECT_EQ(Ranker(histories, {}, Split::Valid, enough).users().size(), 300u);
}

TEST(SampledCandidates, FollowPopularityOnlyInPop100) {
    const Histories histories = skewedHistories();
    const auto shareOfPopularItems = [&](Candidates candidates) {
        const Ranker ranker(histories, sampled(candidates), Split::Test);
        std::int64_t head = 0, all = 0;
        for (const std::int32_t user : ranker.users()) {
            for (const Token token : ranker.sampledCandidates(user)) {
                head += token <= kItems / 4;
                ++all;
            }
        }
        return static_cast<double>(head) / static_cast<double>(all);
    };
    EXPECT_NEAR(shareOfPopularItems(Candidates::Uniform), 0.25, 0.03);
    EXPECT_GT(shareOfPopularItems(Candidates::Popularity), 0.5);
}

TEST(SampledCandidates, OfSasRecsCodeRepeatAndIncludeHeldOutItems) {
    Histories histories;
    histories.itemCount = 8;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5});  // training 1 2 3
    const auto drawn = Ranker(histories, sampled(Candidates::SasRecOriginal), Split::Test).sampledCandidates(0);
    EXPECT_EQ(drawn.size(), 100u);  // 100 draws from five items: with replacement
    EXPECT_EQ(std::set<Token>(drawn.begin(), drawn.end()), (std::set<Token>{4, 5, 6, 7, 8}));
}

TEST(Metrics, DoNotChangeWhenItemsAreRenumbered) {
    const Histories histories = skewedHistories();
    std::vector<Token> renumbered(kItems + 2);
    std::iota(renumbered.begin(), renumbered.end(), 0);
    Random random({8});
    random.shuffle(std::span(renumbered).subspan(1, kItems));
    Histories others = histories;
    for (Token& token : others.items) token = renumbered[static_cast<std::size_t>(token)];
    // Many scores are equal: if ties were broken by token, some would become hits.
    std::vector<float> scores(kItems + 2), otherScores(kItems + 2);
    for (std::size_t token = 1; token <= kItems; ++token) {
        scores[token] = static_cast<float>(token / 20);
        otherScores[static_cast<std::size_t>(renumbered[token])] = scores[token];
    }
    const Ranker ranker(histories, Protocol{}, Split::Test), other(others, Protocol{}, Split::Test);
    for (const std::int32_t user : ranker.users())
        EXPECT_EQ(ranker.rank(user, scores).rank, other.rank(user, otherScores).rank) << user;
}

TEST(SampledCandidates, AreFewerWhenFewerItemsAreUnseen) {
    Histories histories;
    histories.itemCount = 8;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5});
    EXPECT_EQ(Ranker(histories, sampled(Candidates::Uniform), Split::Test).sampledCandidates(0).size(), 3u);
    EXPECT_EQ(Ranker(histories, sampled(Candidates::Popularity), Split::Test).sampledCandidates(0).size(), 0u);
}

TEST(Ranker, RemovesTheHistoryOnlyWhenTheProtocolSaysSo) {
    Histories histories;
    histories.itemCount = 5;
    histories.append(std::vector<Token>{1, 2, 3, 4});
    const std::vector<float> scores = {0, 9, 8, 7, 1, 5, 0};
    Protocol kept;
    kept.seen = SeenItems::Kept;
    EXPECT_EQ(Ranker(histories, kept, Split::Test).rank(0, scores).rank, 5);
    EXPECT_EQ(Ranker(histories, Protocol(), Split::Test).rank(0, scores).rank, 2);
}

TEST(Ranker, RanksAllDistinctTargetsAndNamesTheBest) {
    Histories histories;
    histories.itemCount = 6;
    histories.append(std::vector<Token>{1, 2, 4, 5, 5, 2});
    histories.cuts = {{.trainEnd = 2, .testAt = 2, .testEnd = 6}};
    const std::vector<float> scores = {0, 9, 8, 7, 3, 5, 4, 0};  // items by score: 1 2 3 5 6 4
    const UserRank ranked = Ranker(histories, Protocol(), Split::Test).rank(0, scores);
    // Item 1 was seen and is removed. Item 2 was seen, too, but it is a target.
    EXPECT_EQ(ranked.target, 2);
    EXPECT_EQ(ranked.rank, 1);
    EXPECT_EQ(ranked.others, (std::vector<TargetRank>{{.target = 5, .rank = 3}, {.target = 4, .rank = 5}}));
}

TEST(Ranker, DrawsAnyNumberOfCandidates) {
    const Histories histories = skewedHistories();
    Protocol protocol;
    protocol.setCandidates("uniform250");
    EXPECT_EQ(Ranker(histories, protocol, Split::Test).sampledCandidates(0).size(), 250u);
    EXPECT_EQ(Protocol::fromJson(protocol.toJson()), protocol);
    for (const char* name : {"uniform", "uniform0", "uniform-1", "uniform1x", "pop", "popular", "full1"})
        EXPECT_THROW(protocol.setCandidates(name), Error) << name;
}

TEST(Ranker, MetricsDoNotChangeWhenItemsAreRenumbered) {
    const Histories histories = skewedHistories();
    std::vector<Token> renumbered(kItems + 1);
    std::iota(renumbered.begin(), renumbered.end(), 0);
    Random random({9});
    random.shuffle(std::span(renumbered).subspan(1));
    Histories other;
    other.itemCount = kItems;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        std::vector<Token> history;
        for (const Token token : histories.of(user)) history.push_back(renumbered[static_cast<std::size_t>(token)]);
        other.append(history);
    }
    std::vector<float> scores(kItems + 2), moved(kItems + 2);
    for (Token token = 1; token <= kItems; ++token) {
        // Many ties: if ties were broken by id, renumbering would change the ranks.
        const auto score = static_cast<float>(random.below(20));
        scores[static_cast<std::size_t>(token)] = score;
        moved[static_cast<std::size_t>(renumbered[static_cast<std::size_t>(token)])] = score;
    }
    const Ranker a(histories, Protocol(), Split::Test), b(other, Protocol(), Split::Test);
    for (const std::int32_t user : a.users()) EXPECT_EQ(a.rank(user, scores).rank, b.rank(user, moved).rank);
}

}  // namespace
}  // namespace recscope
