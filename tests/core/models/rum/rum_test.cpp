// SPDX-License-Identifier: GPL-3.0-or-later
// Compares RUM with tests/golden/rum/make.py (PyTorch), and tests what its memory does.
#include "core/models/rum/rum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/minibatch/host_recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"

namespace recscope {
namespace {

class RumGolden : public testing::TestWithParam<int> {};

TEST_P(RumGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const GoldenFile file("rum/rum");
    const RunConfig config = file.config();
    const auto& own = config.own.as<RumConfig>();
    const auto made = makeRecommender(config, {.itemCount = file.number("items"), .userCount = file.number("users")},
                                      InitialWeights::Loaded);
    auto& model = dynamic_cast<HostRecommender&>(*made);
    model.setWeights(file.group("weight"));
    const std::vector<std::vector<Token>> histories = historiesOf(file);
    const std::vector<std::int32_t> users = file.tokens("users");
    const std::vector<Token> targets = file.tokens("targets"), negatives = file.tokens("negatives");
    const auto perSample = static_cast<std::size_t>(own.negatives);
    MinibatchStep step(model.tensors(), config.training, GetParam());
    expectStepsEqual(
        file, model.tensors(), step, histories.size(), static_cast<std::size_t>(config.training.batchSize),
        [&](int worker, const std::vector<std::size_t>& samples, std::int64_t count, kernels::Arena& arena) {
            RumBatch batch;
            const double weight = 1 / static_cast<double>(count * (1 + own.negatives));
            for (const std::size_t sample : samples) {
                const auto row = static_cast<std::int32_t>(batch.users.size());
                batch.users.push_back(users[sample] + 1);
                batch.memories.add(histories[sample], own.memory);
                const auto add = [&](Token item, bool isPositive) {
                    batch.pairs.push_back({.row = row, .item = item});
                    batch.kinds.push_back({.isPositive = isPositive, .weight = weight});
                };
                add(targets[sample], /*isPositive=*/true);
                for (std::size_t k = 0; k < perSample; ++k)
                    add(negatives[sample * perSample + k], /*isPositive=*/false);
            }
            return computeRumGradients(step.parameters(worker), own.alpha, batch, arena);
        });
    std::vector<Query> queries;
    for (std::size_t i = 0; i < histories.size(); ++i) {
        queries.push_back({.history = histories[i], .user = std::nullopt});
        if (users[i] >= 0) queries.back().user = users[i];
    }
    expectScoresEqual(file, model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, RumGolden, testing::Values(1, 2), [](const auto& info) {
    return std::to_string(info.param) + (info.param == 1 ? "_thread" : "_threads");
});

std::vector<float> scoresOf(Recommender& model, const std::vector<Token>& history, std::optional<std::int32_t> user) {
    const Query query{.history = history, .user = user};
    std::vector<float> values;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); },
                {});
    return values;
}

RunConfig configWithMemory(const char* items) {
    RunConfig config = defaultConfig("rum");
    setConfigValue(config, "memory", items);
    return config;
}

TEST(Rum, ReadsTheNewestItemsAloneAndNoneOfAnEmptyHistory) {
    const auto model = makeRecommender(configWithMemory("2"), {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
    EXPECT_EQ(scoresOf(*model, {1, 2, 3}, 0), scoresOf(*model, {7, 2, 3}, 0));
    EXPECT_NE(scoresOf(*model, {1, 2, 3}, 0), scoresOf(*model, {1, 7, 3}, 0));
    RunConfig config = configWithMemory("2");
    setConfigValue(config, "alpha", "0");
    const auto onlyUser = makeRecommender(config, {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
    EXPECT_EQ(scoresOf(*model, {}, 0), scoresOf(*onlyUser, {1, 2, 3}, 0));
}

TEST(Rum, WeightsOfACandidateAreASoftmaxOverTheMemory) {
    const auto model = makeRecommender(configWithMemory("3"), {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
    for (Token candidate = 1; candidate <= 8; ++candidate) {
        const std::vector<Token> history = {1, 2, 3, kHiddenItem, 4};
        const std::vector<float> weights = model->itemParts()->partsFor({.history = history, .user = 0}, candidate);
        ASSERT_EQ(weights.size(), 3u);
        EXPECT_EQ(weights[1], 0) << "hidden";
        EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-6);
    }
    EXPECT_TRUE(model->itemParts()->partsFor({.history = {}, .user = 0}, 1).empty());
}

TEST(Rum, AnItemAttendsMostToItselfAndToItemsLikeIt) {
    const auto model = makeRecommender(configWithMemory("3"), {.itemCount = 3, .userCount = 1}, InitialWeights::Loaded);
    SafeTensors weights = model->weights();
    torch::Tensor items = weights.tensors.at("item_embedding.weight").clone();
    items[1][0] = 2;
    items[2][0] = 1;
    items[3][1] = 3;
    weights.tensors.at("item_embedding.weight") = items;
    model->setWeights(weights);
    const std::vector<Token> history = {3, 2, 1};
    const std::vector<float> parts = model->itemParts()->partsFor({.history = history, .user = 0}, 1);
    const double sum = std::exp(4) + std::exp(2) + 1;  // dot products 4, 2, 0
    EXPECT_NEAR(parts[2], std::exp(4) / sum, 1e-6);
    EXPECT_NEAR(parts[1], std::exp(2) / sum, 1e-6);
    EXPECT_NEAR(parts[0], 1 / sum, 1e-6);
    // The user's vector is zero: the score is alpha times the weighted mean of the dot products.
    EXPECT_NEAR(scoresOf(*model, history, 0)[1], (4 * std::exp(4) + 2 * std::exp(2)) / sum, 1e-6);
}

TEST(Rum, LearnsToScoreItemsLikeThoseOfTheMemoryHigher) {
    Histories histories;
    histories.itemCount = 12;
    for (Token user = 0; user < 40; ++user) {  // each user trains on six items of one half
        std::vector<Token> items;
        for (Token i = 0; i < 8; ++i) items.push_back(1 + (user % 2) * 6 + (user / 2 + i) % 6);
        histories.append(items);
    }
    RunConfig config = configWithMemory("3");
    setConfigValue(config, "alpha", "1");
    config.training.learningRate = 0.02;
    const auto model = makeRecommender(config, {.itemCount = 12, .userCount = 40}, InitialWeights::Random);
    const auto module = model->makeTrainingModule(config, Device::Cpu);
    module->setTrainingData(histories);
    std::int64_t step = 0;
    for (std::int64_t epoch = 1; epoch <= 60; ++epoch) {
        module->startEpoch(epoch, 0);
        for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i)
            module->step(step++, config.training.learningRate, {});
    }
    const std::vector<float> scores = scoresOf(*model, {1, 2}, std::nullopt);  // an unknown user: the memory decides
    for (std::size_t same = 3; same <= 6; ++same)
        for (std::size_t other = 7; other <= 12; ++other) EXPECT_GT(scores[same], scores[other]);
}

}  // namespace
}  // namespace recscope
