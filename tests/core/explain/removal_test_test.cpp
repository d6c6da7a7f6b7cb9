// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/removal_test.h"

#include <gtest/gtest.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <cmath>

#include "core/batch/inputs.h"
#include "core/explain/attention/agreement_study.h"
#include "core/losses/losses.h"
#include "core/recommender/weights.h"
#include "core/util/error.h"
#include "trained_run.h"

#include "core/models/transformer/transformer_config.h"

#include "core/models/transformer/transformer_recommender.h"

#include "core/recommender/registry.h"

namespace recscope {
namespace {

constexpr double kTolerance = 1e-4;  // for log-probabilities of about -10, computed in float32 in two ways
constexpr std::int32_t kItems = 12;

class RemovalTestTest : public testing::TestWithParam<const char*> {
protected:
    TrainedRun& m_trained = trainedRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const std::vector<Token> m_history = {3, 4, 5, 6, 7, 1, 2};
    const std::vector<Token> m_long = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2};  // models read at most 10

    /// The log-probability of the target after one history, computed through LibTorch for this history alone.
    double alone(const std::vector<Token>& history, Token target) const {
        return std::log(static_cast<double>(m_inference.explain(history, 0, target).heldOut->probability));
    }
    /// How many items the model reads at most: the last position of a bidirectional model is [MASK].
    std::size_t capacity() const { return m_inference.isBidirectional() ? 9 : 10; }

    /// The log-probability of the target if the item at position `hidden` is replaced by [MASK] or, for a causal model,
    /// by padding.
    double logProbabilityWithHidden(std::vector<Token> history, std::int32_t hidden, Token target) const {
        const torch::NoGradGuard noGrad;
        const auto recommender = loadBest(m_trained.workspace, m_trained.run);
        SequenceModel* const model = &dynamic_cast<TransformerRecommender&>(*recommender).model();
        const RunConfig& config = m_inference.config();
        history[static_cast<std::size_t>(hidden)] = m_inference.isBidirectional() ? maskToken(kItems) : kPadToken;
        const std::vector<Token> read =
            predictionInput(model->task(), history, transformerOf(config).maxLength, kItems);
        const std::int64_t predictingRow = static_cast<std::int64_t>(read.size()) - (read.back() == kPadToken ? 2 : 1);
        const torch::Tensor states = model->states(paddedTokens({&read, 1}), ForwardPass{})[0];
        return itemLogProbabilities(model->logits(states.slice(0, predictingRow, predictingRow + 1)))[0][target - 1]
            .item<double>();
    }
};

TEST_P(RemovalTestTest, ScoresOfABatchEqualSinglePredictions) {
    const std::vector<std::vector<Token>> histories = {m_history, m_long, {4}, {9, 8}};
    const ScoreTable scores = m_inference.scores(histories);
    ASSERT_EQ(scores.rows(), histories.size());
    for (std::size_t row = 0; row < histories.size(); ++row) {
        for (Token token = 1; token <= kItems; ++token)
            EXPECT_NEAR(scores.logProbability(row, token), alone(histories[row], token), kTolerance);
        const auto expected = m_inference.explain(histories[row], 3).recommendations;
        const auto best = scores.best(row, histories[row], 3);
        for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(best.at(i).token, expected[i].token);
    }
}

TEST_P(RemovalTestTest, DeletingEqualsSeparatePredictionsForEveryTarget) {
    for (const auto& history : {m_history, m_long}) {
        const std::vector<Token> targets = {8, 12};
        const auto tests = removalTests(m_inference, history, targets, {RemovalKind::Deleted, RepeatedItems::OneByOne});
        ASSERT_EQ(tests.size(), 2u);
        for (const RemovalTest& test : tests) {
            EXPECT_NEAR(test.logProbability, alone(history, test.target), kTolerance);
            ASSERT_EQ(test.effects.size(), std::min(history.size(), capacity()));
            EXPECT_EQ(test.effects.back().position, static_cast<std::int32_t>(history.size()) - 1);
            for (const RemovalEffect& effect : test.effects) {
                std::vector<Token> without = history;
                without.erase(without.begin() + effect.position);
                EXPECT_NEAR(effect.effect, alone(history, test.target) - alone(without, test.target), kTolerance);
            }
        }
    }
}

TEST_P(RemovalTestTest, HidingEqualsMasksOrPaddingInTheModelsInput) {
    for (const auto& history : {m_history, m_long}) {
        const RemovalTest test = removalTest(m_inference, history, 8, {RemovalKind::Hidden, RepeatedItems::OneByOne});
        ASSERT_EQ(test.effects.size(), std::min(history.size(), capacity()));
        double largest = 0;
        for (const RemovalEffect& effect : test.effects) {
            EXPECT_NEAR(effect.effect, alone(history, 8) - logProbabilityWithHidden(history, effect.position, 8),
                        kTolerance);
            largest = std::max(largest, std::abs(static_cast<double>(effect.effect)));
        }
        EXPECT_GT(largest, 10 * kTolerance);  // well above the tolerance
    }
}

TEST_P(RemovalTestTest, MoreItemsThanFitABatchKeepTheirPositions) {
    RunConfig config = smallConfig(GetParam());
    transformerOf(config).maxLength = 200;
    config.training.epochs = 1;
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    TrainObserver observer;
    PauseSwitch pause;
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    const RunRecord run =
        train(workspace, {.dataset = dataset, .config = config, .runName = "long"}, observer, pause, {});
    const InferenceSession inference = InferenceSession::load(workspace, run.id);
    std::vector<Token> history;
    for (int i = 0; i < 130; ++i) history.push_back(1 + i * 5 % kItems);
    const auto effects = removalTest(inference, history, 3, {RemovalKind::Deleted, RepeatedItems::OneByOne}).effects;
    ASSERT_EQ(effects.size(), 130u);
    const auto logP = [&](const std::vector<Token>& h) {
        return std::log(static_cast<double>(inference.explain(h, 0, 3).heldOut->probability));
    };
    // 64 histories are scored at once: these positions lie at the limits of the batches.
    for (const std::size_t at : {0u, 62u, 63u, 64u, 127u, 129u}) {
        EXPECT_EQ(effects[at].position, static_cast<std::int32_t>(at));
        std::vector<Token> without = history;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
        EXPECT_NEAR(effects[at].effect, logP(history) - logP(without), kTolerance);
    }
}

TEST_P(RemovalTestTest, ACausalModelKeepsItsOnlyItem) {
    for (const RemovalKind kind : {RemovalKind::Deleted, RemovalKind::Hidden}) {
        const RemovalTest test = removalTest(m_inference, std::vector<Token>{4}, 5, kind);
        EXPECT_EQ(test.effects.size(), m_inference.isBidirectional() ? 1u : 0u);
        EXPECT_NEAR(test.logProbability, alone({4}, 5), kTolerance);
    }
}

TEST_P(RemovalTestTest, RefusesInvalidTokens) {
    EXPECT_THROW(removalTest(m_inference, std::vector<Token>{1, 13}, 5, RemovalKind::Deleted), Error);
    EXPECT_THROW(removalTest(m_inference, std::vector<Token>{1, 2}, 0, RemovalKind::Deleted), Error);
    EXPECT_THROW(m_inference.scores(std::vector<std::vector<Token>>{{1, 13}}), Error);
    if (!m_inference.isBidirectional()) {
        EXPECT_THROW(m_inference.scores(std::vector<std::vector<Token>>{{kHiddenItem, kHiddenItem}}), Error);
    }
}

TEST_P(RemovalTestTest, DeletionCurvesEqualSeparatePredictions) {
    const RemovalTest test = removalTest(m_inference, m_history, 8, RemovalKind::Deleted);
    const Explanation explanation = m_inference.explain(m_history, 0);
    const std::vector<float> attention = itemWeights(explanation, {1, 0});
    const DeletionCurve curve = deletionCurve(m_inference, m_history, test, attention, {.randomOrders = 7}, {}, {});
    const std::size_t points = m_history.size() + (m_inference.isBidirectional() ? 1 : 0);
    ASSERT_EQ(curve.removed.size(), points);
    const auto expectCurve = [&](const std::vector<float>& values, const auto& importance) {
        std::vector<std::pair<float, Token>> left;
        for (std::size_t i = 0; i < m_history.size(); ++i) left.emplace_back(importance(i), m_history[i]);
        for (std::size_t point = 0; point < points; ++point) {
            std::vector<Token> rest;
            for (const auto& [value, token] : left) rest.push_back(token);
            EXPECT_NEAR(values[point], alone(rest, 8), kTolerance) << point;
            if (!left.empty()) left.erase(std::max_element(left.begin(), left.end()));
        }
    };
    expectCurve(curve.byAttention, [&](std::size_t i) { return attention[i]; });
    expectCurve(curve.byEffect, [&](std::size_t i) { return test.effects[i].effect; });
    double gain = 0;
    for (std::size_t point = 0; point < points; ++point) {
        EXPECT_LE(curve.randomLow[point], curve.random[point] + 1e-6F);
        EXPECT_GE(curve.randomHigh[point], curve.random[point] - 1e-6F);
        gain += static_cast<double>(curve.random[point] - curve.byAttention[point]) / static_cast<double>(points);
    }
    EXPECT_NEAR(curve.attentionGain, gain, 1e-5);
    EXPECT_NEAR(curve.random[0], test.logProbability, kTolerance);
}

TEST_P(RemovalTestTest, LongDeletionCurvesAreThinnedAndCanBeCancelled) {
    const RemovalTest test = removalTest(m_inference, m_history, 8, RemovalKind::Hidden);
    const std::vector<float> attention(m_history.size(), 1);
    const DeletionOptions options{.randomOrders = 0, .points = 3};
    const DeletionCurve curve = deletionCurve(m_inference, m_history, test, attention, options, {}, {});
    const std::int32_t last = m_inference.isBidirectional() ? 7 : 6;
    EXPECT_EQ(curve.removed, (std::vector<std::int32_t>{0, (last + 1) / 2, last}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(deletionCurve(m_inference, m_history, test, attention, options, {}, stop.get_token()), Error);
}

TEST(AgreementOf, CountsOrderTopAndSigns) {
    // An effect: {position, nats, rank}.
    const std::vector<RemovalEffect> effects = {{0, -1, 0}, {1, 3, 0}, {2, -0.5, 0}, {3, 1, 0}};
    const Agreement agreement = agreementOf(std::vector<float>{0.4F, 0.5F, 0.0F, 0.1F}, effects);
    EXPECT_EQ(agreement.items, 4);
    EXPECT_TRUE(agreement.hasSameTop);
    EXPECT_EQ(agreement.topAttention, 1);
    EXPECT_EQ(agreement.topEffect, 1);
    EXPECT_EQ(agreement.against, 2);
    EXPECT_EQ(agreement.signDisagreements, 1);  // item 0: attention above the uniform share 1/4, negative effect
    EXPECT_NEAR(*agreement.spearman, 1 - 6.0 * 6 / (4 * 15), 1e-12);  // ranks 3 4 1 2 and 1 4 2 3
    const std::vector<RemovalEffect> negative = {{0, -1, 0}, {1, -0.5, 0}};
    EXPECT_EQ(agreementOf(std::vector<float>{0.4F, 0.5F}, negative).topEffect, -1);  // no removal costs anything
}

TEST_P(RemovalTestTest, AStopThrowsAndTheNextTestIsComplete) {
    const RemovalTest whole = removalTest(m_inference, m_history, 8, RemovalKind::Deleted);
    std::stop_source stop;
    stop.request_stop();
    try {
        removalTest(m_inference, m_history, 8, RemovalKind::Deleted, stop.get_token());
        FAIL() << "the removal test was not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
    }
    const RemovalTest again = removalTest(m_inference, m_history, 8, RemovalKind::Deleted);
    ASSERT_EQ(again.effects.size(), whole.effects.size());
    for (std::size_t i = 0; i < whole.effects.size(); ++i) EXPECT_EQ(again.effects[i].effect, whole.effects[i].effect);
}

TEST_P(RemovalTestTest, TheStudyCountsUsersForWhomAttentionAndRemovalAgree) {
    const Histories histories = DatasetStore(m_trained.workspace).histories(m_trained.run.dataset);
    const StudyOptions options{.users = 15, .seed = 3};
    std::int64_t lastDone = 0;
    const AgreementStudy study =
        studyAgreement(m_inference, histories, RemovalKind::Hidden, StudyTarget::HeldOut, options,
                       [&](const Progress& progress) { lastDone = progress.done; }, {});
    EXPECT_EQ(study.users, 15);
    EXPECT_EQ(lastDone, 15);
    ASSERT_EQ(study.heads.size(), 4u);
    const std::vector<std::int32_t> users = studiedUsers(histories, options);
    for (const HeadAgreement& head : study.heads) {
        std::int64_t positive = 0, cases = 0, sameTop = 0;
        double sum = 0, gain = 0;
        for (const std::int32_t user : users) {
            const auto input = histories.input(user, Split::Test);
            const auto test = removalTest(m_inference, input, histories.target(user, Split::Test), RemovalKind::Hidden);
            const Agreement agreement =
                agreementOf(itemWeights(m_inference.explain(input, 0), head.head), test.effects);
            sameTop += agreement.hasSameTop;
            gain += deletionCurve(m_inference, input, test, itemWeights(m_inference.explain(input, 0), head.head),
                                  {.randomOrders = 4, .points = 10}, {}, {})
                        .attentionGain;
            if (!agreement.spearman) continue;
            ++cases;
            positive += *agreement.spearman > 0;
            sum += *agreement.spearman;
        }
        EXPECT_EQ(head.positive.hits, positive);
        EXPECT_EQ(head.positive.cases, cases);
        EXPECT_EQ(head.sameTop.hits, sameTop);
        EXPECT_NEAR(head.correlation.mean, sum / static_cast<double>(cases), 1e-9);
        EXPECT_NEAR(head.margins.attention.mean, gain / 15, kTolerance);
        EXPECT_LE(head.margins.attention.low, head.margins.attention.mean);
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(studyAgreement(m_inference, histories, RemovalKind::Deleted, StudyTarget::FirstRecommendation, options,
                                {}, stop.get_token()),
                 Error);
}

TEST(StudiedUsers, AreDrawnWithoutReplacementFromThoseWithATarget) {
    const Histories histories = ringHistories();
    const std::vector<std::int32_t> drawn = studiedUsers(histories, {.users = 10, .seed = 1});
    ASSERT_EQ(drawn.size(), 10u);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    EXPECT_EQ(std::adjacent_find(drawn.begin(), drawn.end()), drawn.end());
    EXPECT_EQ(drawn, studiedUsers(histories, {.users = 10, .seed = 1}));
    EXPECT_NE(drawn, studiedUsers(histories, {.users = 10, .seed = 2}));
    EXPECT_EQ(studiedUsers(histories, {.users = 1000}).size(), 40u);
}

INSTANTIATE_TEST_SUITE_P(Both, RemovalTestTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
