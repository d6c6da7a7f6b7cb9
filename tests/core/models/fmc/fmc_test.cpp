// SPDX-License-Identifier: GPL-3.0-or-later
// Compares FMC with tests/golden/fmc/make.py (PyTorch) and with the transformer of which it is a special case.
#include <gtest/gtest.h>

#include "../pairwise/golden_transitions.h"
#include "core/models/pairwise/transition_factors.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

class FmcGolden : public testing::Test {
protected:
    FmcGolden()
        : m_file("fmc/fmc"),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = m_file.number("users")},
                  GeneralPreference::None, InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    GoldenFile m_file;
    TransitionFactors m_model;
};

TEST_F(FmcGolden, SequentialSamplesEqualPyTorch) {
    TransitionFactorsTrainingModule module(m_model, m_file.config());
    expectSequentialSamplesEqual(m_file, m_model, module);
}

TEST_F(FmcGolden, ScoresAfterEachItemAndAnEmptyHistoryEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    m_file.expectEqual(scoresAfterEachItem(m_model, 0), "scores");
}

/// Scores for an unknown user, (histories, V).
torch::Tensor scoresAfter(Recommender& model, const std::vector<std::vector<Token>>& histories) {
    std::vector<Query> queries;
    for (const std::vector<Token>& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    const std::int64_t V = model.shape().itemCount;
    const torch::Tensor scores = torch::zeros({static_cast<std::int64_t>(queries.size()), V});
    model.score(queries,
                [&](std::size_t i, std::span<const float> row) {
                    std::copy_n(row.data() + kFirstItemToken, V,
                                scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                },
                {});
    return scores;
}

/// SASRec without blocks and positions and with untied output equals FMC. Here SASRec has one block, which is the
/// identity because its weights are zero.
TEST(Fmc, IsSasRecWithoutBlocksAndPositionsUntied) {
    constexpr std::int32_t kItems = 9;
    const ModelShape shape{.itemCount = kItems, .userCount = 1};
    RunConfig config = defaultConfig("sasrec");
    for (const auto& [key, value] : {std::pair("dim", "12"),
                                     {"heads", "1"},
                                     {"layers", "1"},
                                     {"positions", "none"},
                                     {"layer_norm", "off"},
                                     {"embedding_norm", "off"},
                                     {"final_norm", "off"},
                                     {"scale_embedding", "off"},
                                     {"output_projection", "off"},
                                     {"output_bias", "off"},
                                     {"tied_output", "off"}})
        setConfigValue(config, key, value);
    const auto sasRec = makeRecommender(config, shape, InitialWeights::Random);
    RunConfig fmcConfig = defaultConfig("fmc");
    setConfigValue(fmcConfig, "dim", "12");
    const auto fmc = makeRecommender(fmcConfig, shape, InitialWeights::Random);

    SafeTensors weights = sasRec->weights();
    const SafeTensors fmcWeights = fmc->weights();
    int outputs = 0;
    for (auto& [name, tensor] : weights.tensors) {
        if (name.starts_with("layers.")) tensor = torch::zeros_like(tensor);
        if (name == "item_embedding.weight") tensor = fmcWeights.tensors.at("transition.previous_embedding.weight");
        if (name.starts_with("output")) {
            tensor = fmcWeights.tensors.at("transition.next_embedding.weight");
            ++outputs;
        }
    }
    ASSERT_EQ(outputs, 1);
    sasRec->setWeights(weights);
    const std::vector<std::vector<Token>> histories = {{4}, {1, 2, 3}, {9, 9, 1, 5}, {5, 1, 9, 9}};
    const torch::Tensor expected = scoresAfter(*fmc, histories), actual = scoresAfter(*sasRec, histories);
    // Tolerance for float32 sums of 12 products of numbers below 1, in a different order.
    EXPECT_LE((expected - actual).abs().max().item<double>(), 12 * 1.2e-7 * 12);
    EXPECT_GT((expected[0] - expected[1]).abs().max().item<double>(), 0.01);
}

}  // namespace
}  // namespace recscope
