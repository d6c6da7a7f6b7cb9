// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/debiased.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/metrics/seed_statistics.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// A user whose targets have these ranks, in any order.
UserRank userWith(std::int32_t user, std::vector<TargetRank> targets) {
    std::stable_sort(targets.begin(), targets.end(),
                     [](const TargetRank& a, const TargetRank& b) { return a.rank < b.rank; });
    UserRank rank{.user = user, .target = targets.front().target, .rank = targets.front().rank, .ties = 1};
    rank.others.assign(targets.begin() + 1, targets.end());
    return rank;
}

/// All pairs of a user and a target.
std::set<std::pair<std::int32_t, Token>> targetsOf(const std::vector<UserRank>& ranks) {
    std::set<std::pair<std::int32_t, Token>> pairs;
    for (const UserRank& rank : ranks) {
        pairs.emplace(rank.user, rank.target);
        for (const TargetRank& other : rank.others) pairs.emplace(rank.user, other.target);
    }
    return pairs;
}

/// Each item's number of targets.
std::map<Token, std::int64_t> numbersOf(const std::vector<UserRank>& ranks) {
    std::map<Token, std::int64_t> numbers;
    for (const auto& [user, target] : targetsOf(ranks)) ++numbers[target];
    return numbers;
}

/// Eight users: item 1 is a target of all, ranked 1, and item 2, 3, 4 or 5 of three, two, two and one of them,
/// ranked 5.
std::vector<UserRank> eightUsers() {
    const std::vector<Token> second = {2, 2, 2, 3, 3, 4, 4, 5};
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 8; ++user)
        ranks.push_back(userWith(user, {{.target = 1, .rank = 1}, {second[std::size_t(user)], 5}}));
    return ranks;
}

TEST(Debiased, AnItemAboveTheBorderIsDownSampledToIt) {
    // The items' numbers 1 2 2 3 8 have the quartiles 2 and 3, so the border is 3 + 1.5 * 1 = 4.5, rounded down.
    const std::vector<UserRank> all = eightUsers();
    EXPECT_EQ(popularityBorder({8, 3, 2, 2, 1}), 4);
    const std::vector<UserRank> remaining = debiasedRanks(all).value();
    EXPECT_EQ(numbersOf(remaining), (std::map<Token, std::int64_t>{{1, 4}, {2, 3}, {3, 2}, {4, 2}, {5, 1}}));
    ASSERT_EQ(remaining.size(), 8u) << "each user has a target that remains";
    for (std::size_t user = 0; user < 8; ++user) {
        if (remaining[user].target == 1) {
            EXPECT_EQ(remaining[user].rank, 1);
            EXPECT_EQ(remaining[user].ties, 1);
            EXPECT_EQ(remaining[user].others, all[user].others);
        } else {
            EXPECT_EQ(remaining[user].target, all[user].others.front().target);
            EXPECT_EQ(remaining[user].rank, 5) << "the rank of a remaining target does not change";
            EXPECT_EQ(remaining[user].ties, 0);
            EXPECT_TRUE(remaining[user].others.empty());
        }
    }
    EXPECT_DOUBLE_EQ(seedMean("debiased_hr@1", {all}).interval.mean, 0.5) << "four of eight users";
    EXPECT_DOUBLE_EQ(seedMean("hr@1", {all}).interval.mean, 1);
    // NDCG of a user with both targets, at ranks 1 and 5, and of one with the second only.
    const double both = (1 + 1 / std::log2(6.0)) / (1 + 1 / std::log2(3.0)), one = 1 / std::log2(6.0);
    EXPECT_NEAR(seedMean("debiased_ndcg@10", {all}).interval.mean, (both + one) / 2, 1e-12);
}

TEST(Debiased, AUserWithoutARemainingTargetIsLeftOut) {
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 8; ++user) ranks.push_back(userWith(user, {{.target = 1, .rank = 1}}));
    for (std::int32_t user = 8; user < 12; ++user) ranks.push_back(userWith(user, {{.target = user, .rank = 20}}));
    // The numbers 1 1 1 1 8 have the border 1.
    const std::vector<UserRank> remaining = debiasedRanks(ranks).value();
    EXPECT_EQ(remaining.size(), 5u);
    const SeedInterval mean = seedMean("debiased_hr@10", {ranks});
    EXPECT_EQ(mean.users, 5);
    EXPECT_DOUBLE_EQ(mean.interval.mean, 0.2);
    EXPECT_TRUE(mean.bounds) << "as for hr@10, the interval is one of a share of users";
    EXPECT_EQ(seedDifference("debiased_hr@10", {ranks}, {ranks}).users, 5);
}

TEST(Debiased, EachUserOfAnItemRemainsEquallyOften) {
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < 8; ++user) ranks.push_back(userWith(user, {{.target = 1, .rank = 1}}));
    for (std::int32_t user = 8; user < 12; ++user) ranks.push_back(userWith(user, {{.target = user, .rank = 1}}));
    constexpr int kSeeds = 4000;
    std::vector<int> remains(8, 0);
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const std::vector<UserRank> remaining = debiasedRanks(ranks, kIqrCoefficient, seed).value();
        for (const UserRank& rank : remaining)
            if (rank.target == 1) ++remains[std::size_t(rank.user)];
    }
    // One of eight users remains: 500 times, with a standard deviation of sqrt(4000 * 1/8 * 7/8) = 21; 5 of these.
    for (const int times : remains) EXPECT_NEAR(times, kSeeds / 8, 105);
}

TEST(Debiased, WhichTargetsRemainDoesNotDependOnTheModel) {
    const std::vector<UserRank> all = eightUsers();
    std::vector<UserRank> other;  // ranks by another model, which prefers the second targets, in another order of users
    for (auto user = all.rbegin(); user != all.rend(); ++user)
        other.push_back(userWith(user->user, {{.target = 1, .rank = 40}, {user->others.front().target, 2}}));
    EXPECT_EQ(targetsOf(debiasedRanks(all).value()), targetsOf(debiasedRanks(other).value()));
    EXPECT_NE(targetsOf(debiasedRanks(all).value()), targetsOf(debiasedRanks(all, kIqrCoefficient, 43).value()));
}

TEST(Debiased, NothingIsRemovedIfNoItemIsAboveTheBorder) {
    const std::vector<UserRank> all = eightUsers();
    const std::vector<UserRank> remaining = debiasedRanks(all, /*iqrCoefficient=*/5).value();  // the border is 8
    EXPECT_EQ(targetsOf(remaining), targetsOf(all));
    EXPECT_TRUE(debiasedRanks({}).value().empty());
    EXPECT_EQ(popularityBorder({7}), 7);
    EXPECT_EQ(popularityBorder({1, 2}), 2);  // quartiles 1.25 and 1.75: 1.75 + 0.75 = 2.5
}

TEST(Debiased, NothingIsComputedIfATargetIsNotKnown) {
    std::vector<UserRank> ranks = eightUsers();
    const std::vector<std::string> debiased = {"hr@10", "debiased_hr@10"}, plain = {"hr@10"};
    EXPECT_TRUE(sufficeFor(debiased, ranks));
    EXPECT_FALSE(sufficeFor(plain, {}));
    ranks[3].others.front().target = kPadToken;
    EXPECT_FALSE(debiasedRanks(ranks));
    EXPECT_FALSE(sufficeFor(debiased, ranks));
    EXPECT_TRUE(sufficeFor(plain, ranks));
    EXPECT_EQ(seedMean("debiased_hr@10", {ranks}).users, 0);
    EXPECT_EQ(seedMean("hr@10", {ranks}).users, 8);
}

TEST(Debiased, TheNameOfADebiasedMetricNamesAMetricOfRanks) {
    EXPECT_EQ(debiasedMetric("debiased_ndcg@10"), "ndcg@10");
    EXPECT_FALSE(debiasedMetric("ndcg@10"));
    for (const char* name : {"ndcg@10", "debiased_ndcg@10", "debiased_hr@1", "debiased_ndcg_of_k@7", "debiased_mrr"})
        EXPECT_NO_THROW(checkRankMetric(name)) << name;
    for (const char* name : {"debiased_", "debiased_hits@10", "debiased_debiased_hr@10", "debiased_coverage@10"})
        EXPECT_THROW(checkRankMetric(name), Error) << name;
    EXPECT_THROW(metricNamed("debiased_hr@10"), Error) << "it is no metric of one user's rank";
}

/// The users, lists and results of tests/golden/metrics/debiased.json, which RecTools computed.
class DebiasedByRecTools : public testing::Test {
protected:
    using Lists = std::vector<std::vector<Token>>;

    DebiasedByRecTools() {
        std::ifstream file(std::string(RECSCOPE_SOURCE_DIR) + "/tests/golden/metrics/debiased.json");
        m_json = nlohmann::json::parse(file);
        m_lists = m_json.at("lists").get<Lists>();
    }

    /// The ranks of each user's targets in the user's list. An item that is not in the list comes after its end.
    std::vector<UserRank> ranksOf(const Lists& targets) const {
        std::vector<UserRank> ranks;
        for (std::size_t user = 0; user < targets.size(); ++user) {
            std::vector<TargetRank> ranked;
            for (const Token target : targets[user]) {
                const auto at = std::find(m_lists[user].begin(), m_lists[user].end(), target);
                ranked.push_back(
                    {.target = target, .rank = static_cast<std::int32_t>(1 + (at - m_lists[user].begin()))});
            }
            if (!ranked.empty()) ranks.push_back(userWith(static_cast<std::int32_t>(user), std::move(ranked)));
        }
        return ranks;
    }

    nlohmann::json m_json;
    Lists m_lists;
};

TEST_F(DebiasedByRecTools, AsManyTargetsOfEachItemRemain) {
    const std::vector<UserRank> all = ranksOf(m_json.at("targets").get<Lists>());
    std::vector<std::int64_t> numbers;
    for (const auto& [item, number] : numbersOf(all)) numbers.push_back(number);
    for (const auto& expected : m_json.at("cases")) {
        const double coefficient = expected.at("iqr_coef");
        EXPECT_EQ(popularityBorder(numbers, coefficient), expected.at("border").get<std::int64_t>());
        std::map<Token, std::int64_t> remaining = numbersOf(debiasedRanks(all, coefficient).value());
        for (Token item = 1; item <= m_json.at("items").get<Token>(); ++item)
            EXPECT_EQ(remaining[item], expected.at("numbers")[std::size_t(item - 1)].get<std::int64_t>())
                << "item " << item << ", coefficient " << coefficient;
    }
}

TEST_F(DebiasedByRecTools, MetricsOfTheTargetsThatItKeepsAreEqual) {
    for (const auto& expected : m_json.at("cases")) {
        const std::vector<UserRank> kept = ranksOf(expected.at("kept").get<Lists>());
        for (const auto& [name, values] : expected.at("metrics").items()) {
            const MetricName metric = metricNamed(name);
            double sum = 0;
            std::size_t next = 0;  // in `kept`, which has no user without a remaining target
            for (std::size_t user = 0; user < values.at("users").size(); ++user) {
                const auto& value = values.at("users")[user];
                const bool isKept = next < kept.size() && kept[next].user == static_cast<std::int32_t>(user);
                ASSERT_EQ(isKept, !value.is_null()) << name << " of user " << user;
                if (!isKept) continue;
                EXPECT_NEAR(metricOf(metric, kept[next]), value.get<double>(), 1e-12) << name << " of user " << user;
                sum += metricOf(metric, kept[next++]);
            }
            EXPECT_NEAR(sum / static_cast<double>(kept.size()), values.at("mean").get<double>(), 1e-12) << name;
        }
    }
}

}  // namespace
}  // namespace recscope
