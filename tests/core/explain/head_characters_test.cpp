// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/head_characters.h"

#include <gtest/gtest.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <cmath>

#include "core/batch/inputs.h"
#include "core/recommender/weights.h"
#include "core/util/error.h"
#include "trained_run.h"

#include "core/models/transformer/transformer_config.h"

#include "core/models/transformer/transformer_recommender.h"

#include "core/recommender/registry.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 12;

class HeadCharactersTest : public testing::TestWithParam<const char*> {
protected:
    TrainedRun& m_trained = trainedRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const Histories m_histories = DatasetStore(m_trained.workspace).histories(m_trained.run.dataset);
    const bool m_causal = !m_inference.isBidirectional();
    const StudyOptions m_study{.users = 12, .seed = 5};

    /// Averages `rowValue` over the rows of each user (only the last row if `predictingOnly`; NaN is skipped), then
    /// over users. Computed one map at a time.
    template <class RowValue>
    MeanInterval overUsers(HeadId head, bool predictingOnly, RowValue rowValue) const {
        std::vector<double> values;
        for (const std::int32_t user : studiedUsers(m_histories, m_study)) {
            const Explanation explanation = m_inference.explain(m_histories.input(user, Split::Test), 1);
            double sum = 0;
            int rows = 0;
            const std::int32_t size = explanation.attention.size;
            for (std::int32_t row = predictingOnly ? size - 1 : 0; row < size; ++row) {
                const double value = rowValue(explanation, head, row);
                if (std::isnan(value)) continue;
                sum += value;
                ++rows;
            }
            if (rows > 0) values.push_back(sum / rows);
        }
        return meanOf(values);
    }
    static void expectNear(const MeanInterval& actual, const MeanInterval& expected) {
        EXPECT_NEAR(actual.mean, expected.mean, 1e-6);
        EXPECT_NEAR(actual.halfWidth, expected.halfWidth, 1e-6);
    }
};

double weightAt(const Explanation& explanation, HeadId head, std::int32_t row, std::int32_t column) {
    const AttentionMaps& maps = explanation.attention;
    if (column < 0 || column >= maps.size) return std::nan("");
    return static_cast<double>(maps.at(head.layer, head.head, row, column));
}

TEST_P(HeadCharactersTest, AreMeansOverRowsThenUsers) {
    std::vector<ItemInfo> items = DatasetStore(m_trained.workspace).items(m_trained.run.dataset);
    for (ItemInfo& item : items) item.genres = item.token % 3 == 0 ? "" : (item.token % 3 == 1 ? "A|B" : "C|B");
    // Tokens 5 and 8 are the two most popular items.
    items[4].interactions = 1000;
    items[7].interactions = 999;
    const auto sharesGenre = [](Token a, Token b) { return a % 3 != 0 && b % 3 != 0; };  // both have genre B
    for (const MeasuredRows rows : {MeasuredRows::All, MeasuredRows::Predicting}) {
        const bool predicting = rows == MeasuredRows::Predicting;
        const HeadCharacters study =
            studyHeads(m_inference, m_histories, items,
                       {.study = m_study, .rows = rows, .maxOffset = 3, .popularShare = 2.0 / kItems}, {}, {});
        EXPECT_EQ(study.users, 12);
        ASSERT_EQ(study.heads.size(), 4u);
        for (const HeadCharacter& head : study.heads) {
            const auto expectMass = [&](const AttentionMass& mass, auto rowValue) {
                expectNear(mass.mass, overUsers(head.head, predicting, rowValue));
            };
            expectMass(head.previous,
                       [](const Explanation& e, HeadId h, std::int32_t row) { return weightAt(e, h, row, row - 1); });
            expectMass(head.itself,
                       [](const Explanation& e, HeadId h, std::int32_t row) { return weightAt(e, h, row, row); });
            expectMass(head.oldest, [](const Explanation& e, HeadId h, std::int32_t row) {
                return row == 0 ? std::nan("") : weightAt(e, h, row, 0);
            });
            expectMass(head.mask, [&](const Explanation& e, HeadId h, std::int32_t row) {
                return m_causal ? std::nan("") : weightAt(e, h, row, e.attention.size - 1);
            });
            expectMass(head.popular, [](const Explanation& e, HeadId h, std::int32_t row) {
                double mass = 0;
                for (std::int32_t column = 0; column < e.attention.size; ++column) {
                    const Token item = e.positions[static_cast<std::size_t>(column)];
                    if (item == 5 || item == 8) mass += weightAt(e, h, row, column);
                }
                return mass;
            });
            expectMass(head.sameGenre, [&](const Explanation& e, HeadId h, std::int32_t row) {
                Token query = e.positions[static_cast<std::size_t>(row)];
                if (query == maskToken(kItems)) query = e.recommendations.front().token;
                if (query % 3 == 0) return std::nan("");
                double mass = 0;
                for (std::int32_t column = 0; column < e.attention.size; ++column) {
                    const Token item = e.positions[static_cast<std::size_t>(column)];
                    if (column != row && item != maskToken(kItems) && sharesGenre(query, item))
                        mass += weightAt(e, h, row, column);
                }
                return mass;
            });
            expectNear(head.entropy,
                       overUsers(head.head, predicting, [&](const Explanation& e, HeadId h, std::int32_t row) {
                           const std::int32_t seen = m_causal ? row + 1 : e.attention.size;
                           if (seen < 2) return std::nan("");
                           double sum = 0;
                           for (std::int32_t column = 0; column < seen; ++column) {
                               const double w = weightAt(e, h, row, column);
                               if (w > 0) sum -= w * std::log(w);
                           }
                           return sum / std::log(static_cast<double>(seen));
                       }));
            ASSERT_EQ(head.byOffset.size(), 7u);
            for (std::int32_t offset = -3; offset <= 3; ++offset) {
                expectMass(head.byOffset[static_cast<std::size_t>(offset + 3)],
                           [&](const Explanation& e, HeadId h, std::int32_t row) {
                               return m_causal && offset > 0 ? std::nan("") : weightAt(e, h, row, row + offset);
                           });
            }
            EXPECT_EQ(head.byOffset[2].mass.mean, head.previous.mass.mean);
            EXPECT_GE(head.byOffset[static_cast<std::size_t>(head.topOffset + 3)].mass.mean, head.itself.mass.mean);
            EXPECT_FALSE(head.sentence.empty());
        }
        EXPECT_EQ(study.offsetMatrix().at(3).at(2), study.heads[3].previous.mass.mean);
        EXPECT_EQ(study.profile.users(), 12);
    }
}

TEST_P(HeadCharactersTest, UniformMassIsOneOverThePositionsThatARowAttendsTo) {
    const HeadCharacters study =
        studyHeads(m_inference, m_histories, DatasetStore(m_trained.workspace).items(m_trained.run.dataset),
                   {.study = m_study}, {}, {});
    double uniform = 0, users = 0;
    for (const std::int32_t user : studiedUsers(m_histories, m_study)) {
        const auto read = static_cast<std::int32_t>(m_histories.input(user, Split::Test).size());
        const std::int32_t size = std::min(10, m_causal ? read : read + 1);
        double sum = 0;
        for (std::int32_t row = 0; row < size; ++row) sum += 1.0 / (m_causal ? row + 1 : size);
        uniform += sum / size;
        ++users;
    }
    EXPECT_NEAR(study.heads[0].itself.uniformMass, uniform / users, 1e-9);
    EXPECT_LE(study.heads[0].entropy.mean, 1 + 1e-6);
}

/// Scores after one history, from a model in which the value projections of these heads are zero.
torch::Tensor scoresWithoutValues(TrainedRun& trained, std::span<const HeadId> heads,
                                  const std::vector<Token>& history) {
    const torch::NoGradGuard noGrad;
    const auto recommender = loadBest(trained.workspace, trained.run);
    SequenceModel* const model = &dynamic_cast<TransformerRecommender&>(*recommender).model();
    const RunConfig config = configFromJson(trained.run.config);
    auto parameters = model->named_parameters();
    const std::int64_t width = transformerOf(config).dim / transformerOf(config).heads;
    for (const HeadId head : heads) {
        const std::string name = "layers." + std::to_string(head.layer) + ".attention.value.";
        parameters[name + "weight"].slice(0, head.head * width, (head.head + 1) * width).zero_();
        parameters[name + "bias"].slice(0, head.head * width, (head.head + 1) * width).zero_();
    }
    const std::vector<Token> read = predictionInput(model->task(), history, transformerOf(config).maxLength, kItems);
    return model->logits(model->states(paddedTokens({&read, 1}), ForwardPass{}).select(1, -1))[0];
}

TEST_P(HeadCharactersTest, AHeadSwitchedOffActsAsIfItsValuesWereZero) {
    const std::vector<Token> history = {3, 4, 5, 6, 7};
    // Each entry is a set of heads that are switched off together.
    const std::vector<std::vector<HeadId>> gates = {{{0, 1}}, {{1, 0}}, {{0, 0}, {1, 1}}};
    const ScoreTable whole = m_inference.scores(std::vector<std::vector<Token>>{history});
    for (const auto& off : gates) {
        const InferenceSession gated = m_inference.withoutHeads(off);
        const ScoreTable scores = gated.scores(std::vector<std::vector<Token>>{history});
        const torch::Tensor expected = scoresWithoutValues(m_trained, off, history);
        double change = 0;
        for (Token token = 1; token <= kItems; ++token) {
            const auto at = static_cast<std::size_t>(token);
            EXPECT_NEAR(scores.row(0)[at], expected[token].item<float>(), 1e-4);
            change = std::max(change, std::abs(static_cast<double>(scores.row(0)[at] - whole.row(0)[at])));
        }
        EXPECT_GT(change, 1e-2);
        EXPECT_EQ(gated.explain(history, 1).attention.layers, 2);
    }
    EXPECT_EQ(m_inference.scores(std::vector<std::vector<Token>>{history}).values,
              whole.values);  // the original is unchanged
    EXPECT_THROW(m_inference.withoutHeads(std::vector<HeadId>{{2, 0}}), Error);
}

TEST_P(HeadCharactersTest, GateEffectsAreDifferencesFromTheWholeModel) {
    std::vector<std::vector<HeadId>> gates = singleHeads(m_inference);
    ASSERT_EQ(gates.size(), 4u);
    gates.push_back({});  // no head is switched off
    const auto effects = studyGates(m_inference, m_histories, gates, m_study, {}, {});
    ASSERT_EQ(effects.size(), 5u);
    EXPECT_EQ(effects[4].ndcg10.mean, 0);
    EXPECT_EQ(effects[4].with.mrr, effects[4].without.mrr);
    for (const GateEffect& effect : effects) {
        const InferenceSession gated = m_inference.withoutHeads(effect.off);
        double sum = 0;
        for (const std::int32_t user : studiedUsers(m_histories, m_study)) {
            const auto input = m_histories.input(user, Split::Test);
            sum +=
                metricOfRank("ndcg@10", gated.explain(input, 0, m_histories.target(user, Split::Test)).heldOut->rank);
        }
        EXPECT_NEAR(effect.without.ndcg10, sum / 12, 1e-9);
        EXPECT_NEAR(effect.ndcg10.mean, effect.without.ndcg10 - effect.with.ndcg10, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, HeadCharactersTest, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
