// SPDX-License-Identifier: GPL-3.0-or-later
// Items that occur several times in a history: explanations remove them together, or one by one on request.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/explain/attention/agreement.h"
#include "core/explain/attention/cause_card.h"
#include "core/explain/scores/answer_sentences.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/explain/scores/what_if.h"
#include "shop_run.h"

namespace recscope {
namespace {

constexpr double kTolerance = 1e-4;  // for log-probabilities of about -10, computed in float32 in two ways

std::string title(Token token) {
    return "Item " + std::to_string(token);
}

TEST(RemovalGroups, ContainEachItemOnceInTheOrderOfItsNewestPosition) {
    using Groups = std::vector<std::vector<std::int32_t>>;
    const std::vector<Token> history = {5, 3, 5, 4, 3, 5};
    EXPECT_EQ(removalGroups(history, 0, RepeatedItems::Together), (Groups{{3}, {1, 4}, {0, 2, 5}}));
    // The model reads from position 3 on; earlier occurrences of an item are removed, too.
    EXPECT_EQ(removalGroups(history, 3, RepeatedItems::Together), (Groups{{3}, {1, 4}, {0, 2, 5}}));
    EXPECT_EQ(removalGroups(history, 5, RepeatedItems::Together), (Groups{{0, 2, 5}}));
    EXPECT_EQ(removalGroups(history, 4, RepeatedItems::OneByOne), (Groups{{4}, {5}}));
    EXPECT_TRUE(removalGroups({}, 0, RepeatedItems::Together).empty());
}

TEST(ApplyEdit, EditsEqualItemsTogetherOnRequest) {
    const std::vector<Token> history = {5, 3, 5, 4};
    const auto after = [&](EditKind kind, RepeatedItems repeatedItems) {
        return edited(history, std::vector<HistoryEdit>{{.kind = kind, .position = 2, .repeatedItems = repeatedItems}})
            .items;
    };
    EXPECT_EQ(after(EditKind::Delete, RepeatedItems::Together), (std::vector<Token>{3, 4}));
    EXPECT_EQ(after(EditKind::Delete, RepeatedItems::OneByOne), (std::vector<Token>{5, 3, 4}));
    EXPECT_EQ(after(EditKind::Mask, RepeatedItems::Together), (std::vector<Token>{kHiddenItem, 3, kHiddenItem, 4}));
    EXPECT_EQ(after(EditKind::Mask, RepeatedItems::OneByOne), (std::vector<Token>{5, 3, kHiddenItem, 4}));
}

class EqualItemsTest : public testing::TestWithParam<const char*> {
protected:
    ShopRun& m_shop = shopRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_shop.workspace, m_shop.run.id);
    const Histories m_histories = DatasetStore(m_shop.workspace).histories(m_shop.run.dataset);

    std::vector<Token> input(std::int32_t user) const {
        const auto read = m_histories.input(user, Split::Test);
        return {read.begin(), read.end()};
    }
    /// The log-probability of the target after one history, computed for this history alone.
    double alone(const std::vector<Token>& history, Token target) const {
        return std::log(static_cast<double>(m_inference.explain(history, 0, target).heldOut->probability));
    }
};

TEST_P(EqualItemsTest, ARemovalTestRemovesEveryOccurrenceOfAnItem) {
    for (const std::int32_t user : {0, 1, 2, 3}) {
        const std::vector<Token> history = input(user);
        const Token target = m_histories.target(user, Split::Test);
        const RemovalTest test = removalTest(m_inference, history, target, RemovalKind::Deleted);
        std::set<Token> read;
        for (auto at = static_cast<std::size_t>(m_inference.firstReadPosition(history.size())); at < history.size();
             ++at)
            read.insert(history[at]);
        ASSERT_EQ(test.effects.size(), read.size());
        for (const RemovalEffect& effect : test.effects) {
            std::vector<Token> without = history;
            std::erase(without, history[static_cast<std::size_t>(effect.position)]);
            EXPECT_NEAR(effect.effect, alone(history, target) - alone(without, target), kTolerance);
            EXPECT_EQ(effect.positions().size(), history.size() - without.size());
        }
    }
}

// Purchases of the staple are redundant: removing one hardly changes anything, removing all of them does.
TEST_P(EqualItemsTest, TheEffectOfRepeatedItemsShowsWhenTheyAreRemovedTogether) {
    double together = 0, oneByOne = 0;
    int cases = 0;
    for (std::int32_t user = 0; user < m_histories.userCount(); ++user) {
        const std::vector<Token> history = input(user);
        const Token target = m_histories.target(user, Split::Test);
        const auto staple = static_cast<Token>(target - kStaples);
        if (std::count(history.begin(), history.end(), staple) < 4) continue;
        ++cases;
        const auto largestOfStaple = [&](RepeatedItems repeatedItems) {
            float largest = 0;
            for (const RemovalEffect& effect :
                 removalTest(m_inference, history, target, {RemovalKind::Deleted, repeatedItems}).effects)
                if (history[static_cast<std::size_t>(effect.position)] == staple)
                    largest = std::max(largest, effect.effect);
            return static_cast<double>(largest);
        };
        together += largestOfStaple(RepeatedItems::Together);
        oneByOne += largestOfStaple(RepeatedItems::OneByOne);
    }
    ASSERT_GT(cases, 20);
    EXPECT_GT(together / cases, 1.0);  // nats: on average, the probability falls to less than 37 % of its value
    EXPECT_LT(oneByOne, together / 2);
}

TEST_P(EqualItemsTest, RemovalSentenceAndSmallestChangeNameTheSameItem) {
    int single = 0, none = 0;
    for (std::int32_t user = 0; user < 60; ++user) {
        const std::vector<Token> history = input(user);
        const std::int32_t topK = user % 3 + 1;
        const auto list = m_inference.explain(history, topK).recommendations;
        for (const RepeatedItems repeatedItems : {RepeatedItems::Together, RepeatedItems::OneByOne}) {
            for (const RemovalKind kind : {RemovalKind::Deleted, RemovalKind::Hidden}) {
                const Token item = list.back().token;
                const RemovalTest test = removalTest(m_inference, history, item, {kind, repeatedItems});
                const SmallestChange change =
                    smallestChange(m_inference, history, item,
                                   {.topK = topK,
                                    .kind = kind == RemovalKind::Deleted ? EditKind::Delete : EditKind::Mask,
                                    .repeatedItems = repeatedItems},
                                   {}, {});
                EXPECT_EQ(change.before.rank, test.rank);
                const Strongest strongest = strongestOf(test);
                const std::string sentence = removalSentence(test, history, title);
                // The sentence states "depends on no single item" if and only if several items can be removed and no
                // single removal lowers the rank or has a noticeable effect.
                EXPECT_EQ(sentence.find("depends on no single item") != std::string::npos,
                          !strongest.carriesRecommendation && test.effects.size() > 1)
                    << sentence;
                if (!strongest.carriesRecommendation) {
                    ++none;
                    EXPECT_FALSE(change.found && change.changes == 1) << sentence;
                }
                if (!change.found || change.changes != 1) continue;
                ++single;
                ASSERT_GE(strongest.byRank, 0) << sentence;
                const RemovalEffect& named = test.effects[static_cast<std::size_t>(strongest.byRank)];
                EXPECT_EQ(change.positions, named.positions()) << sentence;
                EXPECT_EQ(change.after.rank, named.rank) << sentence;
                EXPECT_NE(sentence.find(titleOf(named, history, title)), std::string::npos) << sentence;
                EXPECT_NE(sentence.find(std::to_string(named.rank)), std::string::npos) << sentence;
            }
        }
    }
    EXPECT_GT(single, 20);
    EXPECT_GT(none, 5);
}

TEST_P(EqualItemsTest, CurvesRemoveAllOccurrencesOfAnItemAndSumTheirAttention) {
    const std::vector<Token> history = input(0);
    const Token target = m_histories.target(0, Split::Test);
    const Explanation explanation = m_inference.explain(history, 0);
    const RemovalTest test = removalTest(m_inference, history, target, RemovalKind::Deleted);
    const std::vector<float> weights = effectWeights(explanation, {0, 0}, test.effects);
    const std::vector<float> byPosition = itemWeights(explanation, {0, 0});
    for (std::size_t i = 0; i < test.effects.size(); ++i) {
        double sum = 0;
        for (std::size_t at = 0; at < byPosition.size(); ++at) {
            const bool same = history[at + static_cast<std::size_t>(explanation.firstPosition)] ==
                              history[static_cast<std::size_t>(test.effects[i].position)];
            if (same) sum += static_cast<double>(byPosition[at]);
        }
        EXPECT_NEAR(weights[i], sum, 1e-6);
    }
    const DeletionCurve curve = deletionCurve(m_inference, history, test, weights, {.randomOrders = 2}, {}, {});
    EXPECT_EQ(curve.removed.size(), test.effects.size() + (m_inference.isBidirectional() ? 1 : 0));
    const auto strongest = std::max_element(test.effects.begin(), test.effects.end(),
                                            [](const auto& a, const auto& b) { return a.effect < b.effect; });
    EXPECT_NEAR(curve.byEffect[1], test.logProbability - static_cast<double>(strongest->effect), kTolerance);
}

TEST_P(EqualItemsTest, ACausalModelKeepsTheOnlyItemOfAHistory) {
    const std::vector<Token> history = {3, 3, 3};
    for (const RemovalKind kind : {RemovalKind::Deleted, RemovalKind::Hidden}) {
        const RemovalTest test = removalTest(m_inference, history, 5, kind);
        EXPECT_EQ(test.effects.size(), m_inference.isBidirectional() ? 1U : 0U);
        EXPECT_EQ(removalTest(m_inference, history, 5, {kind, RepeatedItems::OneByOne}).effects.size(), 3U);
    }
}

TEST_P(EqualItemsTest, AChangeBeforeTheInputChangesNoScoreAndIsReportedAsUnread) {
    std::vector<Token> history;
    for (int i = 0; i < 30; ++i) history.push_back(static_cast<Token>(1 + i % 16));
    const Capabilities& capabilities = m_inference.capabilities();
    std::vector<Token> changed = history;
    changed[0] = 20;
    EXPECT_TRUE(readsSameItems(capabilities, history, changed));
    const std::string sentence = unreadChangeSentence(capabilities, m_shop.run, history, changed);
    EXPECT_NE(sentence.find(std::to_string(capabilities.maxLength)), std::string::npos) << sentence;
    const ScoreTable scores = m_inference.scores(std::vector<std::vector<Token>>{history, changed});
    for (Token token = 1; token <= kShopItems; ++token)
        EXPECT_NEAR(scores.logProbability(0, token), scores.logProbability(1, token), kTolerance);
    changed = history;
    changed.back() = 20;
    EXPECT_FALSE(readsSameItems(capabilities, history, changed));
    EXPECT_EQ(unreadChangeSentence(capabilities, m_shop.run, history, changed), "");
    EXPECT_EQ(unreadChangeSentence(capabilities, m_shop.run, history, history), "");
}

INSTANTIATE_TEST_SUITE_P(Both, EqualItemsTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
