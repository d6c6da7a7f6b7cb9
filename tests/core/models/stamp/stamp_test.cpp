// SPDX-License-Identifier: GPL-3.0-or-later
// Compares STAMP with tests/golden/stamp/make.py (PyTorch), and tests for common mistakes.
#include <gtest/gtest.h>

#include <cmath>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/stamp/stamp.h"
#include "core/models/stamp/stamp_config.h"
#include "core/models/stamp/stamp_net.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class StampGolden : public testing::TestWithParam<GoldenCase> {
protected:
    StampGolden()
        : m_file(std::string("stamp/") + std::get<0>(GetParam())),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = 1}, InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    GoldenFile m_file;
    Stamp m_model;
};

TEST_P(StampGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const StampConfig& stamp = stampOf(m_file.config());
    expectPrefixStepsEqual<StampNet>(m_file, m_model.tensors(), stamp, stamp.maxLength, std::get<1>(GetParam()));
    const std::vector<std::vector<Token>> histories = historiesOf(m_file);
    std::vector<Query> queries;
    for (const auto& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    expectScoresEqual(m_file, m_model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, StampGolden,
                         testing::Combine(testing::Values("code", "paper"), testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

/// A model with large item vectors and weights, so that attention weights differ and all item norms exceed 1.
struct LargeStamp {
    LargeStamp() : model(config(), {.itemCount = 12, .userCount = 1}, InitialWeights::Random) {
        SafeTensors weights = model.weights();
        for (auto& [name, tensor] : weights.tensors) tensor.mul_(name == "item_embedding.weight" ? 2000 : 20);
        model.setWeights(weights);
    }
    static RunConfig config() {
        RunConfig made = defaultConfig("stamp");
        stampOf(made).dim = 16;
        return made;
    }
    std::vector<float> alphas(const std::vector<Token>& history) {
        PackedHistories histories;
        histories.add(history, 0);
        kernels::Arena arena;
        kernels::Tape tape(arena, /*recordsGradients=*/false);
        std::vector<float> weights;
        StampNet(stampOf(config()), parametersOf(model.tensors())).states(tape, histories, /*dropoutSeed=*/0, &weights);
        return weights;
    }
    std::vector<float> scores(const std::vector<Token>& history) {
        const Query query{.history = history, .user = std::nullopt};
        std::vector<float> values;
        model.score({&query, 1},
                    [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); }, {});
        return values;
    }
    Stamp model;
};

TEST(Stamp, AttentionWeightsAreNotASoftmax) {
    LargeStamp stamp;
    float sum = 0;
    bool anyBelowZero = false;
    for (const float alpha : stamp.alphas({1, 2, 3, 4, 5, 6, 7, 8})) {
        sum += alpha;
        anyBelowZero = anyBelowZero || alpha < 0;
    }
    EXPECT_GT(std::abs(sum - 1), 0.1);
    EXPECT_TRUE(anyBelowZero);
}

TEST(Stamp, AttentionDependsOnTheMeanAndTheLastItemAlone) {
    // Both histories have the same mean and last item, so their common items have the same weights.
    LargeStamp stamp;
    const std::vector<float> two = stamp.alphas({3, 5}), four = stamp.alphas({3, 5, 3, 5});
    EXPECT_NEAR(two[0], four[0], 1e-5);
    EXPECT_NEAR(two[1], four[3], 1e-5);
}

TEST(Stamp, OnlyInputVectorsAreClippedToUnitLength) {
    LargeStamp stamp;
    const std::vector<float> before = stamp.scores({1, 2});
    SafeTensors weights = stamp.model.weights();
    // All norms exceed 1 already, so the clipped inputs do not change.
    weights.tensors["item_embedding.weight"].mul_(3);
    stamp.model.setWeights(weights);
    const std::vector<float> after = stamp.scores({1, 2});
    for (Token item = 1; item <= 12; ++item) {
        const auto row = static_cast<std::size_t>(item);
        EXPECT_NEAR(after[row], 3 * before[row], 1e-3 * std::abs(after[row]) + 1e-6) << item;
    }
}

}  // namespace
}  // namespace recscope
