// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/inference_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/recommender/safetensors.h"
#include "core/sequence/split.h"
#include "core/train/export.h"
#include "core/util/error.h"
#include "trained_run.h"

#include "core/recommender/registry.h"

namespace recscope {
namespace {

std::vector<std::pair<Token, float>> tokensOf(const MaskedPrediction& guess) {
    std::vector<std::pair<Token, float>> tokens;
    for (const Recommendation& best : guess.top) tokens.emplace_back(best.token, best.score);
    return tokens;
}

class InferenceSessionTest : public testing::TestWithParam<const char*> {
protected:
    static TrainedRun& trained() { return trainedRun(GetParam()); }
    Workspace& m_workspace = trained().workspace;
    const RunRecord& m_run = trained().run;
    const std::vector<Token> m_history = {3, 4, 5, 6, 7};
};

TEST_P(InferenceSessionTest, RanksTheHeldOutItemAsTheEvaluationDid) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const Histories histories = DatasetStore(m_workspace).histories(m_run.dataset);
    const auto ranks = RunStore(m_workspace).ranks(m_run.id, Split::Test, m_run.protocol);
    ASSERT_EQ(ranks.size(), 40u);
    for (const UserRank& ranked : ranks) {
        const Explanation explanation = inference.explain(histories.input(ranked.user, Split::Test), 20,
                                                          histories.target(ranked.user, Split::Test));
        EXPECT_EQ(explanation.heldOut->rank, ranked.rank) << ranked.user;
    }
}

TEST_P(InferenceSessionTest, TheBestItemIsExplainedLikeARequestedOne) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const Explanation best = inference.explainBest(m_history);
    ASSERT_EQ(best.recommendations.size(), 1u);
    const Token token = inference.explain(m_history, 1).recommendations.front().token;
    const Explanation requested = inference.explain(m_history, 0, token);
    ASSERT_TRUE(best.heldOut);
    EXPECT_EQ(best.recommendations.front().token, token);
    EXPECT_EQ(best.heldOut->token, token);
    EXPECT_EQ(best.heldOut->rank, 1);
    EXPECT_EQ(best.heldOut->probability, requested.heldOut->probability);
    EXPECT_EQ(best.attention.weights, requested.attention.weights);
    const std::vector<Token> all = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // no item is left to recommend
    EXPECT_FALSE(inference.explainBest(all).heldOut);
}

TEST_P(InferenceSessionTest, ListsUnseenItemsBestFirst) {
    const Explanation explanation = InferenceSession::load(m_workspace, m_run.id).explain(m_history, 20);
    ASSERT_EQ(explanation.recommendations.size(), 12 - m_history.size());
    for (std::size_t i = 0; i < explanation.recommendations.size(); ++i) {
        const Recommendation& recommendation = explanation.recommendations[i];
        EXPECT_EQ(recommendation.rank, static_cast<std::int32_t>(i) + 1);
        EXPECT_EQ(std::count(m_history.begin(), m_history.end(), recommendation.token), 0);
        if (i > 0) {
            EXPECT_GE(explanation.recommendations[i - 1].score, recommendation.score);
        }
    }
}

TEST_P(InferenceSessionTest, AScoreIsTheProductOfHistoryAndItemVectorPlusOffset) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const Explanation explanation = inference.explain(m_history, 20);
    const std::vector<float> vectors = inference.itemVectors(), offsets = inference.itemOffsets();
    const std::size_t dim = explanation.state.size();
    ASSERT_EQ(vectors.size(), dim * 12);
    EXPECT_EQ(offsets.empty(), GetParam() == std::string("sasrec"));
    for (const Recommendation& item : explanation.recommendations) {
        const auto row = static_cast<std::size_t>(item.token - kFirstItemToken);
        double score = offsets.empty() ? 0 : offsets[row];
        for (std::size_t i = 0; i < dim; ++i) score += double(vectors[row * dim + i]) * explanation.state[i];
        EXPECT_NEAR(score, item.score, 1e-5);
    }
}

TEST_P(InferenceSessionTest, AttentionCoversThePositionsThatTheModelReads) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const std::vector<Token> tooLong = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1};  // the model reads at most 10
    const Explanation explanation = inference.explain(tooLong, 3);
    EXPECT_EQ(explanation.positions.size(), 10u);
    EXPECT_EQ(explanation.positions.back(), inference.isBidirectional() ? maskToken(12) : 1);
    EXPECT_EQ(explanation.firstPosition, inference.isBidirectional() ? 4 : 3);
    const AttentionMaps& maps = explanation.attention;
    ASSERT_EQ(maps.size, 10);
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            for (std::int32_t row = 0; row < maps.size; ++row) {
                double sum = 0;
                for (std::int32_t column = 0; column < maps.size; ++column) sum += maps.at(layer, head, row, column);
                EXPECT_NEAR(sum, 1, 1e-5);
                if (!inference.isBidirectional() && row + 1 < maps.size) {
                    EXPECT_EQ(maps.at(layer, head, row, row + 1), 0);
                }
            }
        }
    }
}

TEST_P(InferenceSessionTest, RemovalEffectsEqualSeparatePredictions) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const Token target = 8;
    const auto logProbability = [&](const std::vector<Token>& history) {
        return std::log(inference.explain(history, 0, target).heldOut->probability);
    };
    const auto effects = inference.removalEffects(m_history, target);
    ASSERT_EQ(effects.size(), m_history.size());
    for (const RemovalEffect& effect : effects) {
        std::vector<Token> without = m_history;
        without.erase(without.begin() + effect.position);
        EXPECT_NEAR(effect.effect, logProbability(m_history) - logProbability(without), 1e-4);
    }
}

TEST_P(InferenceSessionTest, TheItemsAtHiddenPositionsDoNotChangeThePredictions) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const std::vector<std::int32_t> hiddenPositions = {1, 2, 4};
    const auto guesses = inference.predictMasked(m_history, hiddenPositions, 5);
    for (const std::int32_t position : hiddenPositions) {
        std::vector<Token> changed = m_history;
        changed[static_cast<std::size_t>(position)] = 11;
        const auto after = inference.predictMasked(changed, hiddenPositions, 5);
        ASSERT_EQ(after.size(), hiddenPositions.size());
        for (std::size_t i = 0; i < hiddenPositions.size(); ++i) EXPECT_EQ(tokensOf(guesses[i]), tokensOf(after[i]));
    }
}

TEST_P(InferenceSessionTest, HidingMorePositionsChangesThePredictions) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const auto alone = inference.predictMasked(m_history, std::vector<std::int32_t>{4}, 5);
    const auto together = inference.predictMasked(m_history, std::vector<std::int32_t>{2, 4}, 5);
    ASSERT_FALSE(together[1].top.empty());
    EXPECT_GT(std::abs(alone[0].top[0].score - together[1].top[0].score), 1e-4);
    EXPECT_GE(together[1].truthRank, 1);
}

TEST_P(InferenceSessionTest, ACausalModelPredictsAPositionFromEarlierItems) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    if (inference.isBidirectional()) GTEST_SKIP() << "the model is bidirectional";
    const std::vector<std::int32_t> requested = {3};
    const auto guesses = inference.predictMasked(m_history, requested, 12);
    const ScoreTable next = inference.scores(std::vector<std::vector<Token>>{{3, 4, 5}});
    ASSERT_EQ(guesses[0].top.size(), 12u);
    for (const Recommendation& guess : guesses[0].top)
        EXPECT_NEAR(guess.score, next.row(0)[static_cast<std::size_t>(guess.token)], 1e-4);
    std::vector<Token> changed = m_history;
    changed[4] = 11;  // after the requested position
    EXPECT_EQ(tokensOf(inference.predictMasked(changed, requested, 12)[0]), tokensOf(guesses[0]));
}

TEST_P(InferenceSessionTest, ACausalModelHasNoPredictionIfAllEarlierItemsAreHidden) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    const auto guesses = inference.predictMasked(m_history, std::vector<std::int32_t>{0, 1, 3}, 5);
    EXPECT_EQ(guesses.at(0).top.empty(), !inference.isBidirectional());
    EXPECT_EQ(guesses.at(1).top.empty(), !inference.isBidirectional());
    EXPECT_EQ(guesses.at(2).top.size(), 5u);
}

TEST_P(InferenceSessionTest, RefusesInvalidTokens) {
    const InferenceSession inference = InferenceSession::load(m_workspace, m_run.id);
    EXPECT_THROW(inference.explain(std::vector<Token>{1, 0}, 3), Error);
    EXPECT_THROW(inference.explain(std::vector<Token>{13}, 3), Error);
    if (!inference.isBidirectional()) {
        EXPECT_THROW(inference.explain({}, 3), Error);
    }
}

TEST_P(InferenceSessionTest, AnExportContainsWeightsConfigAndItemIds) {
    const std::string path = trained().temporary.path().string() + ".safetensors";
    exportRun(m_workspace, m_run.id, path);
    std::stringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    const SafeTensors content = fromSafeTensors(bytes.str());
    // Twelve items, padding and [MASK]; dim 16.
    EXPECT_EQ(content.tensors.at("item_embedding.weight").sizes(), torch::IntArrayRef({14, 16}));
    EXPECT_EQ(configFromJson(content.metadata.at("recscope.config")), configFromJson(m_run.config));
    const auto items = nlohmann::json::parse(content.metadata.at("items"));
    EXPECT_EQ(items.at(3), "i3");
    EXPECT_EQ(items.size(), 13u);
}

TEST_P(InferenceSessionTest, ExportToAMissingFolderIsRefused) {
    EXPECT_THROW(exportRun(m_workspace, m_run.id, "/nowhere/at/all.safetensors"), Error);
}

INSTANTIATE_TEST_SUITE_P(Both, InferenceSessionTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
