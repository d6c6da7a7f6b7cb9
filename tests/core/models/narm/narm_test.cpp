// SPDX-License-Identifier: GPL-3.0-or-later
// Compares NARM with tests/golden/narm/make.py (PyTorch), and tests for common mistakes.
#include <gtest/gtest.h>

#include <cmath>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/narm/narm.h"
#include "core/models/narm/narm_config.h"
#include "core/models/narm/narm_net.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class NarmGolden : public testing::TestWithParam<GoldenCase> {
protected:
    NarmGolden()
        : m_file(std::string("narm/") + std::get<0>(GetParam())),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = 1}, InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    GoldenFile m_file;
    Narm m_model;
};

TEST_P(NarmGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const NarmConfig& narm = narmOf(m_file.config());
    expectPrefixStepsEqual<NarmNet>(m_file, m_model.tensors(), narm, narm.maxLength, std::get<1>(GetParam()));
    const std::vector<std::vector<Token>> histories = historiesOf(m_file);
    std::vector<Query> queries;
    for (const auto& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    expectScoresEqual(m_file, m_model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, NarmGolden,
                         testing::Combine(testing::Values("paper", "code", "soft"), testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

constexpr std::int32_t kItems = 12;

RunConfig smallNarm() {
    RunConfig config = defaultConfig("narm");
    narmOf(config).dim = 8;
    narmOf(config).units = 16;
    return config;
}

std::vector<float> scoresOf(Narm& model, const std::vector<Token>& history) {
    const Query query{.history = history, .user = std::nullopt};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return scores;
}

std::vector<float> alphasOf(Narm& model, const RunConfig& config, const std::vector<Token>& history) {
    PackedHistories histories;
    histories.add(history, narmOf(config).maxLength);
    kernels::Arena arena;
    kernels::Tape tape(arena, /*recordsGradients=*/false);
    std::vector<float> alphas;
    NarmNet(narmOf(config), parametersOf(model.tensors())).states(tape, histories, /*dropoutSeed=*/0, &alphas);
    return alphas;
}

TEST(Narm, KeepsTheNewestItemsOfALongHistoryNotTheOldest) {
    RunConfig config = smallNarm();
    narmOf(config).maxLength = 3;
    Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
    EXPECT_EQ(scoresOf(model, {9, 8, 1, 2, 3}), scoresOf(model, {1, 2, 3}));
    EXPECT_NE(scoresOf(model, {9, 8, 1, 2, 3}), scoresOf(model, {9, 8, 1}));
}

TEST(Narm, ATrainingSampleKeepsTheNewestItemsToo) {
    RunConfig config = smallNarm();
    narmOf(config).maxLength = 3;
    narmOf(config).inputDropout = narmOf(config).stateDropout = 0;
    config.training.batchSize = 1;
    std::vector<double> losses;
    // The last samples of both histories predict the same item from the same three newest items.
    for (const std::vector<Token>& history : {std::vector<Token>{9, 8, 1, 2, 3, 4, 1, 1}, {7, 6, 1, 2, 3, 4, 1, 1}}) {
        Histories histories;
        histories.itemCount = kItems;
        histories.append(history);
        Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
        MinibatchStep step(model.tensors(), config.training, 1);
        PrefixTask<NarmNet> task(narmOf(config), narmOf(config).maxLength, step);
        const std::vector<std::int64_t> last = {task.setTrainingData(histories) - 1};
        losses.push_back(step.step(
            [&](int, kernels::Arena& arena) {
                return task.computeGradients({.samples = last, .batch = {}, .batchSamples = 1}, arena);
            },
            0));
    }
    EXPECT_EQ(losses[0], losses[1]);
}

TEST(Narm, AttentionWeightsSumToOneOnlyWithSoftmax) {
    const std::vector<Token> history = {1, 2, 3, 4, 5, 6};
    for (const bool softmax : {false, true}) {
        RunConfig config = smallNarm();
        narmOf(config).attentionSoftmax = softmax;
        Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
        double sum = 0;
        for (const float alpha : alphasOf(model, config, history)) sum += static_cast<double>(alpha);
        EXPECT_EQ(std::abs(sum - 1) < 1e-5, softmax) << sum;
    }
}

TEST(Narm, StateIsResetForEachHistoryOfABatch) {
    const RunConfig config = smallNarm();
    Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
    const std::vector<std::vector<Token>> histories = {{5}, {1, 2, 3, 4, 5, 6, 7}, {3, 3}};
    std::vector<Query> queries;
    for (const auto& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    std::vector<std::vector<float>> together(histories.size());
    model.score(queries, [&](std::size_t i, std::span<const float> row) { together[i].assign(row.begin(), row.end()); },
                {});
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const std::vector<float> alone = scoresOf(model, histories[i]);
        for (std::size_t item = 1; item <= kItems; ++item) EXPECT_NEAR(together[i][item], alone[item], 1e-5);
    }
}

TEST(Narm, DropoutChangesTheLossButNotTheScores) {
    RunConfig config = smallNarm();
    Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
    const auto lossWith = [&](std::uint64_t seed) {
        MinibatchStep step(model.tensors(), config.training, 1);
        NarmNet net(narmOf(config), step.parameters(0));
        PrefixBatch batch;
        batch.histories.add(std::vector<Token>{1, 2, 3}, 0);
        batch.targets = {4};
        batch.batchSamples = 1;
        batch.dropoutSeed = seed;
        return step.step([&](int, kernels::Arena& arena) { return computePrefixGradients(net, batch, arena); }, 0);
    };
    EXPECT_NE(lossWith(1), lossWith(2));
    EXPECT_EQ(lossWith(0), lossWith(0));
    EXPECT_EQ(scoresOf(model, {1, 2, 3}), scoresOf(model, {1, 2, 3}));
}

}  // namespace
}  // namespace recscope
