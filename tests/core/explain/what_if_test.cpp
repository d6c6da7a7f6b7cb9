// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/what_if.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/util/error.h"
#include "trained_run.h"

namespace recscope {
namespace {

using Edits = std::vector<HistoryEdit>;

std::vector<Token> after(const Edits& edits) {
    return edited(std::vector<Token>{10, 11, 12, 13}, edits).items;
}

std::vector<std::int64_t> timesAfter(const Edits& edits) {
    const OwnedHistory history({10, 11, 12, 13}, {100, 200, 400, 800});
    return edited(history, edits).times;
}

TEST(Edited, ItemsKeepTheirTimes) {
    EXPECT_EQ(timesAfter({{.kind = EditKind::Delete, .position = 1}}), (std::vector<std::int64_t>{100, 400, 800}));
    EXPECT_EQ(timesAfter({{.kind = EditKind::Mask, .position = 1}}), (std::vector<std::int64_t>{100, 200, 400, 800}));
    EXPECT_EQ(timesAfter({{.kind = EditKind::Replace, .position = 1, .token = 7}}),
              (std::vector<std::int64_t>{100, 200, 400, 800}));
}

TEST(Edited, AnInsertedItemGetsTheMeanTimeOfItsNeighbours) {
    EXPECT_EQ(timesAfter({{.kind = EditKind::Insert, .position = 2, .token = 7}}),
              (std::vector<std::int64_t>{100, 200, 300, 400, 800}));
    EXPECT_EQ(timesAfter({{.kind = EditKind::Insert, .position = 0, .token = 7}}),
              (std::vector<std::int64_t>{100, 100, 200, 400, 800}));
    EXPECT_EQ(timesAfter({{.kind = EditKind::Insert, .position = 4, .token = 7}}),
              (std::vector<std::int64_t>{100, 200, 400, 800, 800}));
}

TEST(Edited, AMovedItemTakesTheTimeOfItsNewPosition) {
    EXPECT_EQ(timesAfter({{.kind = EditKind::Move, .position = 3, .to = 0}}),
              (std::vector<std::int64_t>{100, 200, 400, 800}));
}

TEST(Edited, EachKindOfEditChangesTheHistory) {
    const auto editedBy = [](EditKind kind, std::int32_t position, Token token = kPadToken, std::int32_t to = 0) {
        return after({{.kind = kind, .position = position, .token = token, .to = to}});
    };
    EXPECT_EQ(editedBy(EditKind::Insert, 0, 7), (std::vector<Token>{7, 10, 11, 12, 13}));
    EXPECT_EQ(editedBy(EditKind::Insert, 4, 7), (std::vector<Token>{10, 11, 12, 13, 7}));
    EXPECT_EQ(editedBy(EditKind::Delete, 1), (std::vector<Token>{10, 12, 13}));
    EXPECT_EQ(editedBy(EditKind::Repeat, 3), (std::vector<Token>{10, 11, 12, 13, 13}));
    EXPECT_EQ(editedBy(EditKind::Replace, 2, 7), (std::vector<Token>{10, 11, 7, 13}));
    EXPECT_EQ(editedBy(EditKind::Mask, 0), (std::vector<Token>{kHiddenItem, 11, 12, 13}));
    EXPECT_EQ(editedBy(EditKind::Move, 0, kPadToken, 3), (std::vector<Token>{11, 12, 13, 10}));
    EXPECT_EQ(editedBy(EditKind::Move, 3, kPadToken, 1), (std::vector<Token>{10, 13, 11, 12}));
}

TEST(Edited, LaterEditsApplyToTheResultOfEarlierOnes) {
    EXPECT_EQ(after({{.kind = EditKind::Delete, .position = 0},
                     {.kind = EditKind::Delete, .position = 0},
                     {.kind = EditKind::Insert, .position = 1, .token = 5}}),
              (std::vector<Token>{12, 5, 13}));
}

TEST(Edited, RefusesPositionsOutsideTheHistory) {
    EXPECT_THROW(after({{.kind = EditKind::Delete, .position = 4}}), Error);
    EXPECT_THROW(after({{.kind = EditKind::Insert, .position = 5, .token = 1}}), Error);
    EXPECT_THROW(after({{.kind = EditKind::Mask, .position = -1}}), Error);
    EXPECT_THROW(after({{.kind = EditKind::Move, .position = 0, .to = 4}}), Error);
    EXPECT_EQ(after({{.kind = EditKind::Move, .position = 0, .to = 0}}).size(), 4u);
}

class WhatIfTest : public testing::TestWithParam<const char*> {
protected:
    TrainedRun& m_trained = trainedRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const std::vector<Token> m_history = {3, 4, 5, 6, 7};

    std::int32_t rankOf(const std::vector<Token>& history, Token item) const {
        return whatIf(m_inference, {.histories = {history}, .topK = 0, .requested = {item}, .alsoSeen = m_history})
            .at(0)
            .requested.at(0)
            .rank;
    }
};

TEST_P(WhatIfTest, ABatchGivesTheSameAnswersAsEachHistoryAlone) {
    const std::vector<OwnedHistory> histories = {m_history, std::vector<Token>{3, 4, 6, 7},
                                                 std::vector<Token>{3, 4, 5, 6, 7, 7}, std::vector<Token>{12}};
    const auto answers = whatIf(m_inference, {.histories = histories, .topK = 5, .requested = {8, 2}, .alsoSeen = {}});
    ASSERT_EQ(answers.size(), histories.size());
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const Explanation alone = m_inference.explain(histories[i], 5, 8);
        ASSERT_EQ(answers[i].recommendations.size(), alone.recommendations.size());
        for (std::size_t k = 0; k < alone.recommendations.size(); ++k) {
            EXPECT_EQ(answers[i].recommendations[k].token, alone.recommendations[k].token);
            EXPECT_NEAR(answers[i].recommendations[k].probability, alone.recommendations[k].probability, 1e-5);
        }
        EXPECT_EQ(answers[i].requested.at(0).rank, alone.heldOut->rank);
        EXPECT_NEAR(answers[i].requested.at(0).score, alone.heldOut->score, 1e-4);
        EXPECT_EQ(answers[i].requested.at(1).rank, m_inference.explain(histories[i], 0, 2).heldOut->rank);
    }
}

TEST_P(WhatIfTest, AListChangeRanksTheItemsOfBothListsAndTheRequestedOnes) {
    const std::vector<Token> shorter = {3, 4, 6, 7};
    WhatIfQuestion question{.histories = {m_history, shorter}, .topK = 3, .requested = {9, 10}, .alsoSeen = {5}};
    const ListChange change = listChange(m_inference, question);
    std::vector<Token> expected;  // items of the new list, then of the old one, then the requested ones
    for (const WhatIfAnswer* answer : {&change.after, &change.before})
        for (const Recommendation& recommendation : answer->recommendations) expected.push_back(recommendation.token);
    expected.insert(expected.end(), {9, 10});
    for (auto token = expected.begin(); token != expected.end(); ++token)
        expected.erase(std::remove(token + 1, expected.end(), *token), expected.end());
    std::vector<Token> tokens;
    for (const RankMove& move : change.moves) tokens.push_back(move.after.token);
    EXPECT_EQ(tokens, expected);
    question.requested = expected;
    const auto answers = whatIf(m_inference, question);
    ASSERT_EQ(change.before.recommendations.size(), 3u);
    ASSERT_EQ(answers[1].recommendations.size(), change.after.recommendations.size());
    for (std::size_t i = 0; i < change.moves.size(); ++i) {
        EXPECT_EQ(change.moves[i].before.token, tokens[i]);
        EXPECT_EQ(change.moves[i].before.rank, answers[0].requested[i].rank);
        EXPECT_EQ(change.moves[i].after.rank, answers[1].requested[i].rank);
        EXPECT_EQ(change.moves[i].after.probability, answers[1].requested[i].probability);
    }
}

TEST_P(WhatIfTest, ADeletedItemIsRecommendedAgainUnlessItStaysSeen) {
    WhatIfQuestion question{.histories = {std::vector<Token>{3, 4, 5, 6}}, .topK = 12, .requested = {}, .alsoSeen = {}};
    const auto isListed = [&](Token token) {
        const auto list = whatIf(m_inference, question).at(0).recommendations;
        return std::any_of(list.begin(), list.end(),
                           [&](const Recommendation& recommendation) { return recommendation.token == token; });
    };
    EXPECT_TRUE(isListed(7));
    question.alsoSeen = {7};
    EXPECT_FALSE(isListed(7));
}

TEST_P(WhatIfTest, AHiddenItemIsACandidateAgain) {
    const WhatIfQuestion question{.histories = {edited(m_history, Edits{{.kind = EditKind::Mask, .position = 2}})},
                                  .topK = 12,
                                  .requested = {},
                                  .alsoSeen = {}};
    const auto list = whatIf(m_inference, question).at(0).recommendations;
    EXPECT_EQ(list.size(), 12 - m_history.size() + 1);
}

TEST_P(WhatIfTest, TheSmallestChangeSufficesAndEveryPartOfItIsNeeded) {
    const auto all = m_inference.explain(m_history, 12).recommendations;
    for (const EditKind kind : {EditKind::Delete, EditKind::Mask}) {
        for (const std::int32_t topK : {1, 2, 4}) {
            const Token item = all.at(0).token;
            const SmallestChange change =
                smallestChange(m_inference, m_history, item, {.topK = topK, .kind = kind}, {}, {});
            EXPECT_EQ(change.before.rank, 1);
            if (!change.found) continue;
            EXPECT_EQ(change.history, edited(m_history, change.edits()).items);
            EXPECT_GT(rankOf(change.history, item), topK);
            EXPECT_EQ(change.after.rank, rankOf(change.history, item));
            for (const std::int32_t restored : change.positions) {
                SmallestChange fewer = change;
                std::erase(fewer.positions, restored);
                EXPECT_LE(rankOf(edited(m_history, fewer.edits()).items, item), topK);
            }
        }
    }
}

TEST_P(WhatIfTest, FindsASingleChangeExactlyWhenOneSuffices) {
    const Histories histories = ringHistories();
    int sufficient = 0, insufficient = 0;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const std::int32_t topK = user % 3 + 1;  // `item` is the last one of the list
        const std::vector<Token> history(histories.of(user).begin(), histories.of(user).end());
        const auto list = m_inference.explain(history, topK).recommendations;
        const Token item = list.back().token;
        if (list.size() < static_cast<std::size_t>(topK)) continue;
        bool oneSuffices = false;
        for (std::int32_t position = m_inference.firstReadPosition(history.size());
             position < static_cast<std::int32_t>(history.size()); ++position) {
            const auto shorter = edited(history, Edits{{.kind = EditKind::Delete, .position = position}});
            const auto answers =
                whatIf(m_inference, {.histories = {shorter}, .topK = 0, .requested = {item}, .alsoSeen = history});
            oneSuffices |= answers.at(0).requested.at(0).rank > topK;
        }
        ++(oneSuffices ? sufficient : insufficient);
        const SmallestChange change = smallestChange(m_inference, history, item, {.topK = topK}, {}, {});
        EXPECT_EQ(change.found && change.positions.size() == 1, oneSuffices) << user;
        if (oneSuffices) {
            EXPECT_EQ(change.rankAfterEach, std::vector<std::int32_t>{change.after.rank});
        }
    }
    EXPECT_GT(sufficient, 0);
    EXPECT_GT(insufficient, 0);
}

TEST_P(WhatIfTest, TheSearchGivesUpWhenNoChangeHelps) {
    const auto list = m_inference.explain(m_history, 12).recommendations;
    const Token first = list.front().token;
    // topK equals the number of candidates, so no edit can push the item out of the list.
    const auto all = static_cast<std::int32_t>(list.size());
    const SmallestChange none = smallestChange(m_inference, m_history, first, {.topK = all}, {}, {});
    EXPECT_FALSE(none.found);
    EXPECT_EQ(none.positions.size(), m_history.size() - (m_inference.isBidirectional() ? 0 : 1));
}

TEST_P(WhatIfTest, TheSearchRefusesAnItemOutsideTheList) {
    const Token worst = m_inference.explain(m_history, 12).recommendations.back().token;
    EXPECT_THROW(smallestChange(m_inference, m_history, worst, {.topK = 1}, {}, {}), Error);
}

TEST_P(WhatIfTest, TheSearchCanBeStopped) {
    const Token first = m_inference.explain(m_history, 1).recommendations.front().token;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(smallestChange(m_inference, m_history, first, {.topK = 1}, {}, stop.get_token()), Error);
}

INSTANTIATE_TEST_SUITE_P(Both, WhatIfTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
