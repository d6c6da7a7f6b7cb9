// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/baselines.h"

#include <gtest/gtest.h>

#include "core/util/error.h"

namespace recscope {
namespace {

Histories histories(std::int32_t itemCount, std::initializer_list<std::vector<Token>> all) {
    Histories made;
    made.itemCount = itemCount;
    for (const auto& history : all) made.append(history);
    return made;
}

TEST(Baselines, PopularityCountsTheTrainingPartsOnly) {
    // The last two items are held out; two items are too few for this, so all of the second history is trained on.
    const Histories some = histories(4, {{1, 1, 3, 4}, {1, 2}});
    EXPECT_EQ(popularityScores(some), (std::vector<float>{0, 3, 1, 0, 0, 0}));
}

TEST(Baselines, BigramRanksSuccessorsOfTheLastItemFirst) {
    const Histories some = histories(4, {{2, 3}, {2, 3}, {1, 4}, {4, 4}, {4, 1}});
    BigramScorer scorer(some);
    const auto scores = scorer.scores(std::vector<Token>{4, 4, 2});
    EXPECT_GT(scores[3], scores[4]);  // 3 followed 2, although 4 is more popular
    EXPECT_GT(scores[4], scores[1]);  // neither followed 2: the more popular item ranks first
    EXPECT_EQ(scores[0], 0);
    EXPECT_EQ(scores[5], 0);
}

TEST(Baselines, AGroupsPopularityFallsBackToThatOfAllUsers) {
    // The training parts are {1, 2} and {2} in one group, {3, 3} in the other, and {1, 1}, {1} without a group.
    const Histories some = histories(4, {{1, 2, 4, 4}, {2, 4, 4}, {3, 3, 4, 4}, {1, 1}, {1, 4, 4}});
    UserAttribute attribute;
    attribute.labels = {"a", "b"};
    attribute.categories = {0, 0, 1, UserAttribute::kUnknown};  // the last user is beyond the end
    GroupPopularityScorer scorer(some, attribute);
    const auto expectScores = [&](std::int32_t user, const std::vector<float>& expected) {
        const auto scores = scorer.scores(user);
        ASSERT_EQ(scores.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_FLOAT_EQ(scores[i], expected[i]) << user << " " << i;
    };
    // Half of each item's share of all 8 training interactions is added to its count in the group.
    expectScores(0, {0, 1 + 0.25F, 2 + 0.125F, 0.125F, 0, 0});
    expectScores(2, {0, 0.25F, 0.125F, 2 + 0.125F, 0, 0});
    expectScores(3, {0, 0.25F, 0.125F, 0.125F, 0, 0});
    expectScores(4, {0, 0.25F, 0.125F, 0.125F, 0, 0});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(GroupPopularityScorer(some, attribute, stop.get_token()), Error);
}

TEST(Baselines, TheScorerReadsTheUserAndTheHistoryBeforeTheTarget) {
    const Histories some = histories(3, {{1, 2, 3}, {1, 2}, {1, 3, 2}});
    std::vector<std::pair<std::int32_t, std::size_t>> calls;
    const std::vector<float> scores(5);
    const auto record = [&](std::int32_t user, const History& input) {
        calls.emplace_back(user, input.size());
        return std::span<const float>(scores);
    };
    evaluateScorer(some, Protocol{}, Split::Test, record, {}, {});
    EXPECT_EQ(calls, (std::vector<std::pair<std::int32_t, std::size_t>>{{0, 2}, {2, 2}}));
}

TEST(Baselines, RanksAScorerUnderTheProtocol) {
    // Validation targets: 2 for the first user, 3 for the second; the third has too few interactions.
    const Histories some = histories(3, {{1, 2, 3}, {1, 3, 2}, {1, 2}});
    const std::vector<float> scores = {0, 9, 5, 1, 0};
    const auto constant = [&](auto, auto) { return std::span<const float>(scores); };
    const Evaluation evaluation = evaluateScorer(some, Protocol{}, Split::Valid, constant, {}, {});
    ASSERT_EQ(evaluation.users, 2);
    EXPECT_EQ(evaluation.ranks[0].rank, 1);  // item 1 was seen, so it is not a candidate
    EXPECT_EQ(evaluation.ranks[1].rank, 2);
    EXPECT_DOUBLE_EQ(evaluation.metrics.hr1, 0.5);
    EXPECT_EQ(evaluateScorer(some, Protocol{}, Split::Valid, constant, {}, {}, /*usersAtMost=*/1).users, 1);
}

TEST(Baselines, StoppingEndsTheScoring) {
    std::stop_source stop;
    stop.request_stop();
    const std::vector<float> scores(4);
    const Histories some = histories(2, {{1, 2, 1}});
    const auto constant = [&](auto, auto) { return std::span<const float>(scores); };
    EXPECT_THROW(evaluateScorer(some, Protocol{}, Split::Valid, constant, {}, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
