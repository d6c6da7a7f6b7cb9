// SPDX-License-Identifier: GPL-3.0-or-later
// The parts and presets of eSASRec; golden_test.cpp compares its numbers with tests/golden/esasrec/make.py (PyTorch).
#include <gtest/gtest.h>

#include <set>

#include "core/models/transformer/transformer_config.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"

namespace recscope {
namespace {

TEST(ESasRec, HasGatesAndAFeedForwardOfThreeMatricesWithoutBiases) {
    RunConfig config = defaultConfig("esasrec");
    setConfigValue(config, "layers", "1");
    const auto model = makeRecommender(config, {.itemCount = 5}, InitialWeights::Random);
    std::set<std::string> names;
    for (const auto& [name, tensor] : model->weights().tensors) names.insert(name);
    std::set<std::string> expected = {"item_embedding.weight", "position_embedding.weight"};
    for (const char* const part : {"attention_norm", "attention.query", "attention.key", "attention.value",
                                   "attention.output", "attention_gate", "feed_forward_norm", "feed_forward_gate"})
        for (const char* const kind : {".weight", ".bias"}) expected.insert(std::string("layers.0.") + part + kind);
    for (const char* const matrix : {"inner", "factor", "outer"})
        expected.insert(std::string("layers.0.feed_forward.") + matrix + ".weight");
    EXPECT_EQ(names, expected) << "and no norm after the last layer, as in RecTools' LiGRLayers";
}

TEST(ESasRec, DrawsItsNegativesForEachPositionFromAllItems) {
    for (const char* const name : {"paper-dense", "paper-sparse", "fast"}) {
        const RunConfig config = presetFor("esasrec", name, DatasetInfo()).config;
        EXPECT_EQ(config.loss.kind, LossKind::SampledCrossEntropy) << name;
        EXPECT_EQ(config.loss.negatives, 256) << name;
        EXPECT_EQ(config.loss.negativesFrom, NegativesFrom::All) << name;
        EXPECT_EQ(config.loss.negativesPer, NegativesPer::Position) << name;
        EXPECT_EQ(transformerOf(config).innerDim, 4 * transformerOf(config).dim) << name;
    }
}

}  // namespace
}  // namespace recscope
