// SPDX-License-Identifier: GPL-3.0-or-later
// Compares TransRec with tests/golden/transrec/make.py (PyTorch), and tests for mistakes of other implementations.
#include <gtest/gtest.h>

#include "../pairwise/golden_transitions.h"
#include "core/models/transrec/transrec_training_module.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

class TransRecGolden : public testing::Test {
protected:
    TransRecGolden()
        : m_file("transrec/transrec"),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = m_file.number("users")},
                  InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    GoldenFile m_file;
    TransRec m_model;
};

TEST_F(TransRecGolden, SequentialSamplesEqualPyTorch) {
    TransRecTrainingModule module(m_model, m_file.config());
    expectSequentialSamplesEqual(m_file, m_model, module);
}

TEST_F(TransRecGolden, ScoresOfEachUserAfterEachItemEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    m_file.expectEqual(scoresAfterEachItem(m_model, m_file.number("users")), "scores");
}

class DrawnTransRec : public testing::Test {
protected:
    torch::Tensor norms() const { return m_model.weights().tensors.at("item_embedding.weight").norm(2, 1); }
    RunConfig m_config = defaultConfig("transrec");
    TransRec m_model{m_config, {.itemCount = 30, .userCount = 4}, InitialWeights::Random};
};

TEST_F(DrawnTransRec, StartsInTheUnitBallWithZeroUserTranslationsAndBiases) {
    // A vector from U(-6 / sqrt d, 6 / sqrt d) has a norm of about 3.5, so all vectors are projected onto the unit
    // sphere.
    EXPECT_LE((norms().slice(0, 1, 31) - 1).abs().max().item<double>(), 1e-6);
    const SafeTensors weights = m_model.weights();
    EXPECT_NEAR(weights.tensors.at("global_translation").norm().item<double>(), 1, 1e-6);
    EXPECT_EQ(weights.tensors.at("user_translation.weight").abs().max().item<double>(), 0);
    EXPECT_EQ(weights.tensors.at("item_bias").abs().max().item<double>(), 0);
    EXPECT_EQ(norms()[0].item<double>(), 0) << "PAD";
    EXPECT_EQ(norms()[31].item<double>(), 0) << "MASK";
}

TEST_F(DrawnTransRec, ItemsStayInTheUnitBallWhateverTheStep) {
    TransRecTrainingModule module(m_model, m_config);
    for (int i = 0; i < 300; ++i)
        module.update(
            {.user = i % 4, .last = 1 + i % 30, .positive = 1 + (7 * i + 3) % 30, .negative = 1 + (11 * i) % 30},
            /*learningRate=*/1);
    EXPECT_LE(norms().max().item<double>(), 1 + 1e-6);
}

TEST_F(DrawnTransRec, DistancesAreSquared) {
    // All items lie on a line through the last item and everything else is zero, so at twice the distance the score is
    // four times as negative.
    SafeTensors weights = m_model.weights();
    for (auto& [name, tensor] : weights.tensors) tensor = torch::zeros_like(tensor);
    weights.tensors["item_embedding.weight"][2][0] = 0.25;
    weights.tensors["item_embedding.weight"][3][0] = 0.5;
    m_model.setWeights(weights);
    const torch::Tensor scores = scoresAfterEachItem(m_model, 0)[0][1];
    EXPECT_FLOAT_EQ(scores[1].item<float>(), -0.0625F);
    EXPECT_FLOAT_EQ(scores[2].item<float>(), -0.25F);
}

TEST_F(DrawnTransRec, EachDecayChangesItsOwnVectors) {
    // In another implementation the decay of the embedding has no effect. Here, each decay changes its own parameters.
    const auto learned = [&](const char* decay) {
        RunConfig config = m_config;
        for (const char* key : {"decay", "translation_decay", "bias_decay"}) setConfigValue(config, key, "0");
        if (decay) setConfigValue(config, decay, "0.5");
        TransRec model(config, {.itemCount = 30, .userCount = 4}, InitialWeights::Random);
        TransRecTrainingModule module(model, config);
        for (int i = 0; i < 2; ++i) module.update({.user = 1, .last = 3, .positive = 4, .negative = 5}, 0.05);
        return model.weights();
    };
    const SafeTensors without = learned(nullptr);
    const auto changes = [&](const char* decay, const std::string& tensor) {
        return !torch::allclose(learned(decay).tensors.at(tensor), without.tensors.at(tensor), 1e-6, 1e-6);
    };
    EXPECT_TRUE(changes("decay", "item_embedding.weight"));
    EXPECT_TRUE(changes("decay", "global_translation"));
    EXPECT_TRUE(changes("translation_decay", "user_translation.weight"));
    EXPECT_TRUE(changes("bias_decay", "item_bias"));
    EXPECT_FALSE(changes("bias_decay", "user_translation.weight"));
}

TEST_F(DrawnTransRec, AnUnknownUserHasNoTranslation) {
    TransRecTrainingModule module(m_model, m_config);
    for (int i = 0; i < 20; ++i) module.update({.user = 2, .last = 3, .positive = 4, .negative = 5 + i}, 0.05);
    const torch::Tensor unknown = scoresAfterEachItem(m_model, 4)[0][3];
    EXPECT_TRUE(torch::equal(unknown, scoresAfterEachItem(m_model, 4)[1][3])) << "user 0 was never trained";
    EXPECT_FALSE(torch::equal(unknown, scoresAfterEachItem(m_model, 4)[3][3]));
}

TEST_F(DrawnTransRec, ItemVectorsAndOffsetsGiveTheOrderOfTheScores) {
    TransRecTrainingModule module(m_model, m_config);
    for (int i = 0; i < 40; ++i)
        module.update({.user = 2, .last = 3, .positive = 4 + i % 5, .negative = 10 + i % 20}, 0.05);
    const torch::Tensor vectors = torch::tensor(m_model.itemVectors()).view({30, m_model.dim()});
    const SafeTensors weights = m_model.weights();
    const torch::Tensor x = weights.tensors.at("item_embedding.weight")[3] + weights.tensors.at("global_translation") +
                            weights.tensors.at("user_translation.weight")[3];
    const torch::Tensor products = 2 * vectors.mv(x) + torch::tensor(m_model.itemOffsets());
    const torch::Tensor scores = scoresAfterEachItem(m_model, 4)[3][3];
    EXPECT_LE((products - products[0] - scores + scores[0]).abs().max().item<double>(), 1e-5);
}

}  // namespace
}  // namespace recscope
