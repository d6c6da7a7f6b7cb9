// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/list_metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/metrics/ranker.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// The users, lists and metrics of tests/golden/metrics/several_targets.json, which RecTools and RecBole computed. Each
/// history is the training items, then the targets; a score is higher the further up the item is in the user's list.
class SeveralTargets : public testing::Test {
protected:
    SeveralTargets() {
        std::ifstream file(std::string(RECSCOPE_SOURCE_DIR) + "/tests/golden/metrics/several_targets.json");
        m_json = nlohmann::json::parse(file);
        m_histories.itemCount = m_json.at("items");
        const auto training = m_json.at("training").get<std::vector<std::vector<Token>>>();
        const auto targets = m_json.at("targets").get<std::vector<std::vector<Token>>>();
        const auto lists = m_json.at("lists").get<std::vector<std::vector<Token>>>();
        for (std::size_t user = 0; user < training.size(); ++user) {
            std::vector<Token> history = training[user];
            const auto first = static_cast<std::int32_t>(history.size());
            history.insert(history.end(), targets[user].begin(), targets[user].end());
            m_histories.append(history);
            m_histories.cuts.push_back(
                {.trainEnd = first, .testAt = first, .testEnd = static_cast<std::int32_t>(history.size())});
            m_lists.users.push_back(static_cast<std::int32_t>(user));
            m_lists.items.insert(m_lists.items.end(), lists[user].begin(), lists[user].end());
        }
    }

    std::vector<UserRank> ranks() const {
        Protocol protocol;
        protocol.seen = SeenItems::Kept;
        const Ranker ranker(m_histories, protocol, Split::Test);
        std::vector<UserRank> ranks;
        for (const std::int32_t user : ranker.users()) {
            std::vector<float> scores(static_cast<std::size_t>(vocabularySize(m_histories.itemCount)), 0.0F);
            float next = 100;
            for (const Token token : m_lists.of(static_cast<std::size_t>(user)))
                scores[static_cast<std::size_t>(token)] = next--;
            ranks.push_back(ranker.rank(user, scores));
        }
        return ranks;
    }

    void expectEqual(const std::string& library) const {
        const std::vector<UserRank> all = ranks();
        for (const auto& [name, values] : m_json.at(library).items()) {
            if (listMetricNamed(name) || name.starts_with("mrr")) continue;
            const MetricName metric = metricNamed(name);
            ASSERT_EQ(values.size(), all.size());
            for (std::size_t user = 0; user < all.size(); ++user)
                EXPECT_NEAR(metricOf(metric, all[user]), values[user].get<double>(), 1e-12)
                    << library << ' ' << name << " of user " << user;
        }
    }

    nlohmann::json m_json;
    Histories m_histories;
    RecommendedLists m_lists;
};

TEST_F(SeveralTargets, MetricsOfRanksEqualRecTools) {
    expectEqual("rectools");
}

TEST_F(SeveralTargets, MetricsOfRanksEqualRecBole) {
    expectEqual("recbole");
}

TEST_F(SeveralTargets, TheReciprocalRankEqualsRecToolsWhereATargetIsListed) {
    const std::vector<UserRank> all = ranks();
    const auto& expected = m_json.at("rectools").at("mrr within the list");
    for (std::size_t user = 0; user < all.size(); ++user) {
        if (all[user].rank <= std::ssize(m_lists.of(user)))
            EXPECT_NEAR(metricOf(metricNamed("mrr"), all[user]), expected[user].get<double>(), 1e-12);
        else
            EXPECT_EQ(expected[user].get<double>(), 0);
    }
}

TEST_F(SeveralTargets, NoveltySerendipityAndCoverageEqualRecTools) {
    const ListMetrics metrics(m_histories, Split::Test, {});
    for (const ListMetric metric : {ListMetric::Novelty, ListMetric::Serendipity}) {
        const std::vector<UserValue> values = metrics.values(metric, m_lists);
        const char* name = listMetricNames()[static_cast<std::size_t>(metric)];
        const auto& expected = m_json.at("rectools").at(name);
        ASSERT_EQ(values.size(), expected.size());
        for (const UserValue& value : values)
            EXPECT_NEAR(value.value, expected[static_cast<std::size_t>(value.user)].get<double>(), 1e-12) << name;
    }
    EXPECT_NEAR(catalogueUse(m_lists, m_histories.itemCount).coverage, m_json.at("coverage@10").get<double>(), 1e-12);
}

TEST(MetricNames, TakeAnyCutoffUpTo1000) {
    EXPECT_EQ(metricNamed("recall@7").k, 7);
    EXPECT_EQ(metricNamed("ndcg@1000").k, 1000);
    for (const char* name : {"recall", "recall@", "recall@0", "recall@1001", "recall@ten", "hits@10", "mrr@10"})
        EXPECT_THROW(metricNamed(name), Error) << name;
}

TEST(MetricsOfSeveralTargets, AreThoseOfAWorkedExample) {
    // Three targets at ranks 2, 4 and 30.
    const UserRank user{.user = 0, .target = 1, .rank = 2, .ties = 0, .others = {{2, 4}, {3, 30}}};
    const double dcg = 1 / std::log2(3.0) + 1 / std::log2(5.0);
    const auto value = [&](const char* name) { return metricOf(metricNamed(name), user); };
    EXPECT_DOUBLE_EQ(value("hr@1"), 0);
    EXPECT_DOUBLE_EQ(value("hr@5"), 1);
    EXPECT_DOUBLE_EQ(value("recall@5"), 2.0 / 3);
    EXPECT_DOUBLE_EQ(value("precision@5"), 2.0 / 5);
    EXPECT_DOUBLE_EQ(value("map@5"), (1.0 / 2 + 2.0 / 4) / 3);
    EXPECT_DOUBLE_EQ(value("map@2"), 1.0 / 2 / 2);         // min(3, 2) = 2 targets can be hit
    EXPECT_DOUBLE_EQ(value("map_of_all@2"), 1.0 / 2 / 3);  // divided by all three targets
    EXPECT_DOUBLE_EQ(value("ndcg@5"), dcg / (1 + 1 / std::log2(3.0) + 1 / std::log2(4.0)));
    EXPECT_DOUBLE_EQ(value("mrr"), 1.0 / 2);
}

TEST(MetricsOfSeveralTargets, ForOneTargetRecallIsTheHitRate) {
    for (const std::int32_t rank : {1, 3, 10, 11}) {
        const UserRank user{.user = 0, .target = 1, .rank = rank, .ties = 0};
        EXPECT_EQ(metricOf(metricNamed("recall@10"), user), metricOf(metricNamed("hr@10"), user));
        EXPECT_EQ(metricOf(metricNamed("map@10"), user), rank <= 10 ? 1.0 / rank : 0);
    }
}

/// Two users of five items: user 0 trains on 1 1 2 and user 1 on 1 3; their targets are 4 and 2.
class RecommendationLists : public testing::Test {
protected:
    RecommendationLists() {
        m_histories.itemCount = 5;
        m_histories.append(std::vector<Token>{1, 1, 2, 4});
        m_histories.append(std::vector<Token>{1, 3, 2});
        m_histories.cuts = {{.trainEnd = 3, .testAt = 3}, {.trainEnd = 2, .testAt = 2}};
        m_lists.users = {0, 1};
        m_lists.items = {3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0};
    }

    std::vector<double> values(ListMetric metric) const {
        std::vector<double> values;
        for (const UserValue& value : ListMetrics(m_histories, Split::Test, m_genres).values(metric, m_lists))
            values.push_back(value.value);
        return values;
    }

    Histories m_histories;
    RecommendedLists m_lists;
    std::vector<std::vector<std::int32_t>> m_genres;
};

TEST_F(RecommendationLists, PopularityAndItsLiftCompareTheListWithTheHistory) {
    // Training interactions: item 1 has three, items 2 and 3 have one, items 4 and 5 none.
    EXPECT_EQ(values(ListMetric::Popularity), (std::vector{0.5, 2.0}));
    const std::vector<double> lift = values(ListMetric::PopularityLift);
    ASSERT_EQ(lift.size(), 2u);
    EXPECT_DOUBLE_EQ(lift[0], 0.5 / (7.0 / 3) - 1);
    EXPECT_DOUBLE_EQ(lift[1], 2.0 / 2 - 1);
}

TEST_F(RecommendationLists, NoveltyCountsUsersInBits) {
    EXPECT_EQ(values(ListMetric::Novelty), (std::vector{1.0, 0.5}));  // item 1: both users, others: one of two
}

TEST_F(RecommendationLists, RepeatsAreItemsOfTheUsersHistory) {
    EXPECT_EQ(values(ListMetric::Repeats), (std::vector{0.0, 0.5}));
}

TEST_F(RecommendationLists, DiversityIsDefinedForItemsWithGenresOnly) {
    EXPECT_TRUE(values(ListMetric::Diversity).empty());
    m_genres = {{}, {0}, {0, 1}, {}, {2}, {}, {}};
    // Item 3 of user 0 has no genre. Of user 1, items 1 and 2 share one of two genres.
    EXPECT_EQ(values(ListMetric::Diversity), (std::vector{0.5}));
}

TEST_F(RecommendationLists, CatalogueUseOfTwoListsWithoutACommonItem) {
    const CatalogueUse use = catalogueUse(m_lists, 5);
    EXPECT_DOUBLE_EQ(use.coverage, 0.8);
    EXPECT_DOUBLE_EQ(use.entropy, 2);  // four items, equally often
    EXPECT_DOUBLE_EQ(use.gini, 0.2);   // one of five items is never recommended
    m_lists.items = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT_DOUBLE_EQ(catalogueUse(m_lists, 5).gini, 0.8);  // 1 - 1 / V: one item only
}

}  // namespace
}  // namespace recscope
