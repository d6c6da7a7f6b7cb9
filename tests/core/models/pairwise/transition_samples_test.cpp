// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which transitions the Markov chain models learn from, and which negatives are drawn for them.
#include "core/models/pairwise/transition_samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace recscope {
namespace {

/// Four users and eight items; the last two of each history are held out.
Histories fourUsers() {
    Histories histories;
    histories.itemCount = 8;
    histories.append(std::vector<Token>{1, 2, 3, 1, 2, 7, 8});
    histories.append(std::vector<Token>{1, 4, 7, 8});
    histories.append(std::vector<Token>{5, 6, 7});  // one training item: no transition
    histories.append(std::vector<Token>{3, 5, 6, 4, 7, 8});
    return histories;
}
constexpr int kTransitions = 4 + 1 + 0 + 3;

class TransitionSampling : public testing::Test {
protected:
    std::vector<TransitionSample> drawn(int epochs) {
        TransitionSamples samples(m_histories, m_rules, /*seed=*/7);
        std::vector<TransitionSample> all;
        for (int epoch = 1; epoch <= epochs; ++epoch) {
            samples.startEpoch(epoch);
            for (std::int64_t block = 0; block < samples.blocks(); ++block) {
                const std::vector<TransitionSample> some = samples.draw(block);
                all.insert(all.end(), some.begin(), some.end());
            }
        }
        return all;
    }
    /// The negatives drawn for a user's transitions from item `last`.
    static std::set<Token> negativesAfter(const std::vector<TransitionSample>& samples, std::int32_t user, Token last) {
        std::set<Token> negatives;
        for (const TransitionSample& sample : samples) {
            if (sample.user == user && sample.last == last) negatives.insert(sample.negative);
        }
        return negatives;
    }
    Histories m_histories = fourUsers();
    TransitionRules m_rules;
};

TEST_F(TransitionSampling, PositivesAreConsecutiveTrainingItems) {
    for (const TransitionPositives positives :
         {TransitionPositives::Users, TransitionPositives::Items, TransitionPositives::Transitions}) {
        m_rules.positives = positives;
        std::set<std::array<std::int32_t, 3>> transitions;
        for (const TransitionSample& sample : drawn(100))
            transitions.insert({sample.user, sample.last, sample.positive});
        EXPECT_EQ(transitions, (std::set<std::array<std::int32_t, 3>>{
                                   {0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 1, 4}, {3, 3, 5}, {3, 5, 6}, {3, 6, 4}}));
    }
}

TEST_F(TransitionSampling, NeverNextExcludesAllSuccessorsOfTheLastItem) {
    m_rules.negatives = TransitionNegatives::NeverNext;
    const std::vector<TransitionSample> samples = drawn(2000);
    // Item 1 is followed by 2 (user 0) and by 4 (user 1): both are excluded for either user. Held-out items may be
    // drawn.
    EXPECT_EQ(negativesAfter(samples, 0, 1), (std::set<Token>{1, 3, 5, 6, 7, 8}));
    EXPECT_EQ(negativesAfter(samples, 1, 1), (std::set<Token>{1, 3, 5, 6, 7, 8}));
    EXPECT_EQ(negativesAfter(samples, 3, 3), (std::set<Token>{2, 3, 4, 6, 7, 8}));
}

TEST_F(TransitionSampling, OthersExcludesOnlyThePositive) {
    m_rules.negatives = TransitionNegatives::Others;
    EXPECT_EQ(negativesAfter(drawn(2000), 0, 1), (std::set<Token>{1, 3, 4, 5, 6, 7, 8}));
}

TEST_F(TransitionSampling, UnseenExcludesTheUsersTrainingItems) {
    m_rules.negatives = TransitionNegatives::Unseen;
    const std::vector<TransitionSample> samples = drawn(2000);
    EXPECT_EQ(negativesAfter(samples, 0, 1), (std::set<Token>{4, 5, 6, 7, 8}));
    EXPECT_EQ(negativesAfter(samples, 1, 1), (std::set<Token>{2, 3, 5, 6, 7, 8}));
}

TEST_F(TransitionSampling, NegativesAreDrawnUniformly) {
    for (const TransitionNegatives negatives :
         {TransitionNegatives::NeverNext, TransitionNegatives::Others, TransitionNegatives::Unseen}) {
        m_rules.negatives = negatives;
        std::map<Token, int> times;
        int all = 0;
        for (const TransitionSample& sample : drawn(5000)) {
            if (sample.user != 1) continue;
            ++times[sample.negative];
            ++all;
        }
        const double share = 1.0 / static_cast<double>(times.size());
        for (const auto& [item, count] : times)
            EXPECT_NEAR(count, all * share, 5 * std::sqrt(all * share * (1 - share))) << item;
    }
}

TEST_F(TransitionSampling, UsersOrItemsAreDrawnUniformly) {
    constexpr int kEpochs = 4000;
    const auto expectUniform = [&](std::size_t groups, const auto& groupOf) {
        std::map<std::int32_t, int> times;
        for (const TransitionSample& sample : drawn(kEpochs)) ++times[groupOf(sample)];
        ASSERT_EQ(times.size(), groups);
        const double all = kEpochs * kTransitions, share = 1.0 / static_cast<double>(groups);
        for (const auto& [group, count] : times)
            EXPECT_NEAR(count, all * share, 5 * std::sqrt(all * share * (1 - share))) << group;
    };
    m_rules.positives = TransitionPositives::Users;
    expectUniform(3, [](const TransitionSample& sample) { return sample.user; });
    m_rules.positives = TransitionPositives::Items;
    expectUniform(5, [](const TransitionSample& sample) { return sample.last; });
}

TEST_F(TransitionSampling, EachTransitionOccursOncePerEpoch) {
    m_rules.positives = TransitionPositives::Transitions;
    std::map<std::pair<Token, Token>, int> times;
    for (const TransitionSample& sample : drawn(1)) ++times[{sample.last, sample.positive}];
    EXPECT_EQ((times[{1, 2}]), 2);  // occurs twice in the history
    EXPECT_EQ((times[{1, 4}]), 1);
    EXPECT_EQ(drawn(1).size(), static_cast<std::size_t>(kTransitions));
}

TEST_F(TransitionSampling, NoSamplesWithoutPossibleNegatives) {
    m_histories = {};
    m_histories.itemCount = 2;
    m_histories.append(std::vector<Token>{1, 2, 1, 1, 2, 2, 1, 2});
    for (const TransitionNegatives negatives : {TransitionNegatives::NeverNext, TransitionNegatives::Unseen}) {
        m_rules.negatives = negatives;
        EXPECT_TRUE(drawn(20).empty());
    }
}

TEST_F(TransitionSampling, TheSameSeedDrawsTheSameSamples) {
    const std::vector<TransitionSample> first = drawn(2), second = drawn(2);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].negative, second[i].negative);
}

}  // namespace
}  // namespace recscope
