// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the list of recommendations after one history changes when heads are switched off.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/explain/attention/head_characters.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "trained_run.h"

namespace recscope {
namespace {

constexpr std::int32_t kTop = 3;

class HeadsEffectTest : public testing::TestWithParam<const char*> {
protected:
    TrainedRun& m_trained = trainedRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const Histories m_histories = DatasetStore(m_trained.workspace).histories(m_trained.run.dataset);
    const std::vector<HeadId> m_all = [this] {
        std::vector<HeadId> all;
        for (const std::vector<HeadId>& head : singleHeads(m_inference)) all.push_back(head.front());
        return all;
    }();
};

TEST_P(HeadsEffectTest, ContainsTheListsWithAndWithoutTheHeads) {
    int moved = 0;
    for (std::int32_t user = 0; user < 5; ++user) {
        const std::span<const Token> history = m_histories.input(user, Split::Test);
        const auto moves = listWithoutHeads(m_inference, history, m_all, kTop, {});
        const InferenceSession gated = m_inference.withoutHeads(m_all);
        const Explanation with = m_inference.explain(history, kTop), without = gated.explain(history, kTop);
        std::set<Token> expected, shown;
        for (const Explanation* list : {&with, &without})
            for (const Recommendation& recommendation : list->recommendations) expected.insert(recommendation.token);
        for (const RankMove& move : moves) {
            EXPECT_EQ(move.before.token, move.after.token);
            shown.insert(move.before.token);
            moved += move.before.rank != move.after.rank;
        }
        EXPECT_EQ(shown, expected);
        EXPECT_EQ(moves.size(), expected.size());
        EXPECT_EQ(moves.front().before.token, with.recommendations.front().token);
        const auto first = std::min_element(moves.begin(), moves.end(), [](const RankMove& a, const RankMove& b) {
            return a.after.rank < b.after.rank;
        });
        EXPECT_EQ(first->after.token, without.recommendations.front().token);
        EXPECT_NEAR(first->after.probability, without.recommendations.front().probability, 1e-5);
        EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end(),
                                   [](const RankMove& a, const RankMove& b) { return a.before.rank < b.before.rank; }));
    }
    EXPECT_GT(moved, 0);  // a trained model needs at least some of its heads
}

TEST_P(HeadsEffectTest, WithEveryHeadOnNothingMovesAndRequestedItemsAreListed) {
    const std::span<const Token> history = m_histories.input(0, Split::Test);
    const Token target = m_histories.target(0, Split::Test);
    const auto moves = listWithoutHeads(m_inference, history, {}, 1, std::vector<Token>{target});
    bool isListed = false;
    for (const RankMove& move : moves) {
        EXPECT_EQ(move.before.rank, move.after.rank);
        EXPECT_EQ(move.before.score, move.after.score);
        isListed = isListed || move.before.token == target;
    }
    EXPECT_TRUE(isListed);
}

TEST_P(HeadsEffectTest, AHeadThatDoesNotExistIsRefused) {
    try {
        listWithoutHeads(m_inference, m_histories.input(0, Split::Test), std::vector<HeadId>{{9, 0}}, kTop, {});
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Usage);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, HeadsEffectTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
