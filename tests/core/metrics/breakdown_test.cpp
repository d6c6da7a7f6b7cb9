// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/breakdown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/metrics/best_items.h"
#include "core/metrics/list_metrics.h"
#include "core/util/random.h"

namespace recscope {
namespace {

/// User u has 3 + u items: item 1 repeated, then item 2 + u.
Histories growingHistories(int users) {
    Histories histories;
    histories.itemCount = users + 1;
    for (int user = 0; user < users; ++user) {
        std::vector<Token> history(static_cast<std::size_t>(3 + user), 1);
        history.back() = 2 + user;
        histories.append(history);
    }
    return histories;
}

UserRank rankOf(std::int32_t user, Token target, std::int32_t rank) {
    return {.user = user, .target = target, .rank = rank, .ties = 0};
}

TEST(Breakdown, UsersWithTheSameValueOfACategoryFormAGroup) {
    UserAttribute segment;
    segment.name = "segment";
    segment.labels = {"Gold", "Silver"};
    segment.categories = {0, 1, 1, UserAttribute::kUnknown, 1, 0};
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 6; ++user) ranks.push_back(rankOf(user, 2, user == 0 || user == 5 ? 1 : 1000));
    const AttributeGroups found = byAttribute(segment, ranks);
    EXPECT_EQ(found.names, (std::vector<std::string>{"Silver", "Gold"}));  // most frequent first
    ASSERT_EQ(found.groups.size(), 2u);
    EXPECT_EQ(found.groups[0].users, 3);
    EXPECT_EQ(found.groups[0].metrics.ndcg10, 0);
    EXPECT_EQ(found.groups[1].metrics.ndcg10, 1);
    EXPECT_EQ(usersOfAttributeGroup(segment, ranks, found.groups[1]), (std::vector<std::int32_t>{0, 5}));
}

TEST(Breakdown, RareValuesOfACategoryFormOneGroup) {
    UserAttribute city;
    city.name = "city";
    city.labels = {"a", "b", "c", "d", "e"};
    city.categories = {0, 0, 0, 1, 1, 2, 3, 4};
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 8; ++user) ranks.push_back(rankOf(user, 2, 1));
    const AttributeGroups found = byAttribute(city, ranks, 3);
    EXPECT_EQ(found.names, (std::vector<std::string>{"a", "b", "3 others"}));
    EXPECT_EQ(usersOfAttributeGroup(city, ranks, found.groups[2]), (std::vector<std::int32_t>{5, 6, 7}));
}

TEST(Breakdown, NumbersAreGroupedIntoRanges) {
    UserAttribute age;
    age.name = "age";
    age.kind = AttributeKind::Number;
    age.numbers = {30, 18.5, std::nan(""), 25, 40};
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 5; ++user) ranks.push_back(rankOf(user, 2, 1));
    const AttributeGroups found = byAttribute(age, ranks, 2);
    EXPECT_EQ(found.names, (std::vector<std::string>{"18.5–25", "30–40"}));
    EXPECT_EQ(usersOfAttributeGroup(age, ranks, found.groups[1]), (std::vector<std::int32_t>{0, 4}));
}

TEST(Breakdown, SplitsUsersByLengthIntoGroupsOfEqualSize) {
    const Histories histories = growingHistories(10);
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 10; ++user) ranks.push_back(rankOf(user, 2 + user, user < 5 ? 1 : 1000));
    const auto groups = byHistoryLength(histories, Split::Test, ranks, 2);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].from, 2);  // three items, the last one is the target
    EXPECT_EQ(groups[0].to, 6);
    EXPECT_EQ(groups[1].to, 11);
    EXPECT_EQ(groups[0].users, 5);
    EXPECT_DOUBLE_EQ(groups[0].metrics.ndcg10, 1);
    EXPECT_DOUBLE_EQ(groups[1].metrics.ndcg10, 0);
}

TEST(Breakdown, TheIntervalOfAGroupIsStudentsIntervalOverItsUsers) {
    Histories histories;
    histories.itemCount = 2;
    for (const std::size_t length : {7, 5, 9, 4, 8, 6}) histories.append(std::vector<Token>(length, 1));
    std::vector<UserRank> ranks;
    for (const std::int32_t rank : {1, 3, 30, 2, 9, 1})
        ranks.push_back(rankOf(static_cast<std::int32_t>(ranks.size()), 1, rank));
    const auto groups = byHistoryLength(histories, Split::Test, ranks, 1);
    ASSERT_EQ(groups.size(), 1u);
    // Student's interval by hand: the standard error of the mean of six values, times qt(0.975, 5) = 2.570582.
    double mean = 0, squares = 0;
    for (const UserRank& userRank : ranks) mean += metricOfRank("ndcg@10", userRank.rank) / 6;
    for (const UserRank& userRank : ranks) squares += std::pow(metricOfRank("ndcg@10", userRank.rank) - mean, 2);
    EXPECT_DOUBLE_EQ(groups[0].ndcg10.mean, groups[0].metrics.ndcg10);
    EXPECT_NEAR(groups[0].ndcg10.mean, mean, 1e-12);
    EXPECT_NEAR(groups[0].ndcg10.halfWidth, 2.570582 * std::sqrt(squares / 5 / 6), 1e-6);
}

TEST(Breakdown, NeverSplitsEqualValues) {
    Histories histories;
    histories.itemCount = 3;
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 9; ++user) {
        histories.append(std::vector<Token>{1, 2, 3});
        ranks.push_back(rankOf(user, 3, 1));
    }
    const auto groups = byHistoryLength(histories, Split::Test, ranks, 4);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].users, 9);
}

TEST(Breakdown, PopularityCountsTheTrainingPartsOnly) {
    Histories histories;
    histories.itemCount = 4;
    histories.append(std::vector<Token>{1, 1, 1, 2, 3, 4});  // training 1 1 1 2
    histories.append(std::vector<Token>{1, 2, 3, 1});        // training 1 2
    const std::vector<UserRank> ranks = {rankOf(0, 4, 1), rankOf(1, 1, 2)};
    const auto groups = byTargetPopularity(histories, Split::Test, ranks, 2);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].from, 0);  // item 4 is in no training part
    EXPECT_EQ(groups[1].from, 4);  // item 1 occurs three times and once
}

TEST(Breakdown, CurveOverKEqualsTheMetrics) {
    const std::vector<UserRank> ranks = {rankOf(0, 1, 1), rankOf(1, 1, 3), rankOf(2, 1, 10), rankOf(3, 1, 50)};
    const auto curve = curveOverK(ranks, 20);
    ASSERT_EQ(curve.size(), 20u);
    const Metrics metrics = metricsOf(ranks);
    EXPECT_NEAR(curve[9].hr, metrics.hr10, 1e-12);
    EXPECT_NEAR(curve[9].ndcg, metrics.ndcg10, 1e-12);
    EXPECT_NEAR(curve[19].ndcg, metrics.ndcg20, 1e-12);
    EXPECT_NEAR(curve[1].hr, 0.25, 1e-12);
    EXPECT_NEAR(curve[2].ndcg, (1 + 1 / std::log2(4)) / 4, 1e-12);
}

TEST(BestItems, ExcludeRemovedItemsAndBreakTiesByToken) {
    const std::vector<float> scores = {99, 1, 5, 3, 5, 2, 99};  // PAD, 1 … 5, MASK
    EXPECT_EQ(bestItems(scores, {}, 3), (std::vector<Token>{2, 4, 3}));
    EXPECT_EQ(bestItems(scores, std::vector<Token>{4, 2}, 9), (std::vector<Token>{3, 5, 1}));
    EXPECT_TRUE(bestItems(scores, {}, 0).empty());
}

/// The scores are read in blocks, so the numbers of items lie around whole blocks.
TEST(BestItems, OfManyItemsAreTheFirstOfAllItemsSorted) {
    Random random({8});
    for (const std::int32_t items : {63, 64, 65, 128, 1000}) {
        std::vector<float> scores(static_cast<std::size_t>(items) + 2);
        for (float& score : scores) score = static_cast<float>(random.below(200));  // with ties
        std::vector<Token> removed, sorted;
        for (Token token = 1; token <= items; ++token) (random.below(4) == 0 ? removed : sorted).push_back(token);
        std::stable_sort(sorted.begin(), sorted.end(), [&](Token a, Token b) {
            return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
        });
        for (const std::size_t count : {1, 10, 40}) {
            const std::vector<Token> first(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
            EXPECT_EQ(bestItems(scores, removed, count), first) << items << " items, the best " << count;
        }
    }
}

TEST(Lists, CoverageAndPopularityCountTheShownItems) {
    Histories histories;
    histories.itemCount = 20;
    histories.append(std::vector<Token>{1, 1, 1, 2, 19, 20});  // training 1 1 1 2
    std::vector<float> scores(22, 0);
    for (std::size_t token = 1; token <= 20; ++token) scores[token] = static_cast<float>(21 - token);
    RecommendedLists lists{{0}, bestItems(scores, {}, RecommendedLists::kLength)};
    EXPECT_DOUBLE_EQ(listFacts(lists, histories).coverage10, 0.5);
    EXPECT_DOUBLE_EQ(listFacts(lists, histories).popularity10, 0.4);  // (3 + 1) interactions / 10 items
    const std::vector<Token> others = bestItems(scores, std::vector<Token>{1, 2, 3}, RecommendedLists::kLength);
    lists.users.push_back(1);
    lists.items.insert(lists.items.end(), others.begin(), others.end());  // 4 … 13
    EXPECT_DOUBLE_EQ(listFacts(lists, histories).coverage10, 13.0 / 20);
    EXPECT_DOUBLE_EQ(listFacts(lists, histories).popularity10, 0.2);
}

}  // namespace
}  // namespace recscope
