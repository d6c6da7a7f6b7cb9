// SPDX-License-Identifier: GPL-3.0-or-later
// Compares Caser with tests/golden/caser/make.py (PyTorch) and its samples with their definition, and tests for common
// mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/caser/caser.h"
#include "core/models/caser/caser_config.h"
#include "core/models/caser/caser_net.h"
#include "core/models/caser/caser_task.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class CaserGolden : public testing::TestWithParam<GoldenCase> {
protected:
    CaserGolden()
        : m_file(std::string("caser/") + std::get<0>(GetParam())),
          m_caser(caserOf(m_file.config())),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = m_file.number("users")},
                  InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
        const std::vector<Token> windows = m_file.tokens("windows"), targets = m_file.tokens("targets"),
                                 negatives = m_file.tokens("negatives");
        const std::vector<std::int32_t> users = m_file.tokens("users");
        const auto part = [](const std::vector<Token>& all, std::size_t i, std::int64_t count) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(i) * count;
            return std::vector<Token>(first, first + count);
        };
        for (std::size_t i = 0; i < users.size(); ++i) {
            CaserSample sample = {.user = users[i],
                                  .window = part(windows, i, m_caser.window),
                                  .targets = part(targets, i, m_caser.targets),
                                  .negatives = part(negatives, i, m_caser.negatives)};
            std::erase(sample.targets, kPadToken);
            m_samples.push_back(sample);
        }
    }
    GoldenFile m_file;
    CaserConfig m_caser;
    Caser m_model;
    std::vector<CaserSample> m_samples;
};

TEST_P(CaserGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    MinibatchStep step(m_model.tensors(), m_file.config().training, std::get<1>(GetParam()));
    std::vector<CaserNet> nets;
    for (int worker = 0; worker < step.threads(); ++worker) nets.emplace_back(m_caser, step.parameters(worker));
    expectStepsEqual(
        m_file, m_model.tensors(), step, m_samples.size(), static_cast<std::size_t>(m_file.config().training.batchSize),
        [&](int worker, const std::vector<std::size_t>& chosen, std::int64_t batch, kernels::Arena& arena) {
            std::vector<CaserSample> some;
            for (const std::size_t i : chosen) some.push_back(m_samples[i]);
            return nets[static_cast<std::size_t>(worker)].computeGradients(some, batch, /*dropoutSeed=*/0, arena);
        });
    std::vector<Query> queries;
    for (const CaserSample& sample : m_samples) {
        queries.push_back({.history = sample.window, .user = std::nullopt});
        if (sample.user >= 0) queries.back().user = sample.user;
    }
    expectScoresEqual(m_file, m_model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, CaserGolden,
                         testing::Combine(testing::Values("plain", "one_row"), testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

/// Three users and ten items; the last two of each history are held out.
Histories threeUsers() {
    Histories histories;
    histories.itemCount = 10;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5, 6, 7, 9, 10});
    histories.append(std::vector<Token>{8, 9, 10, 1});
    histories.append(std::vector<Token>{});
    return histories;
}

CaserConfig smallWindows() {
    CaserConfig config;
    config.window = 3;
    config.targets = 2;
    return config;
}

TEST(CaserSamples, WindowsAdvanceByOneAndShortHistoriesArePadded) {
    const Histories histories = threeUsers();
    const CaserSamples samples(histories, smallWindows(), 42);
    ASSERT_EQ(samples.count(), 3 + 1);  // the user without training items gives no sample
    EXPECT_EQ(samples.at(0, 1).window, (std::vector<Token>{1, 2, 3}));
    EXPECT_EQ(samples.at(0, 1).targets, (std::vector<Token>{4, 5}));
    EXPECT_EQ(samples.at(2, 1).window, (std::vector<Token>{3, 4, 5}));
    EXPECT_EQ(samples.at(2, 1).targets, (std::vector<Token>{6, 7}));
    EXPECT_EQ(samples.at(3, 1).user, 1);
    EXPECT_EQ(samples.at(3, 1).window, (std::vector<Token>{kPadToken, kPadToken, kPadToken}));
    EXPECT_EQ(samples.at(3, 1).targets, (std::vector<Token>{8, 9}));
}

TEST(CaserSamples, NegativesAreUnseenAndChangeEveryEpoch) {
    const Histories histories = threeUsers();
    const CaserSamples samples(histories, smallWindows(), 42);
    std::set<Token> drawn;
    std::set<std::vector<Token>> draws;
    for (std::int64_t epoch = 1; epoch <= 100; ++epoch) {
        const CaserSample sample = samples.at(0, epoch);
        ASSERT_EQ(sample.negatives.size(), 3u);
        drawn.insert(sample.negatives.begin(), sample.negatives.end());
        draws.insert(sample.negatives);
        EXPECT_EQ(samples.at(0, epoch).negatives, sample.negatives);
    }
    EXPECT_EQ(drawn, (std::set<Token>{8, 9, 10}));  // this user's held-out items 9 and 10 may be drawn
    EXPECT_GT(draws.size(), 10u);
}

std::vector<float> scoresOf(Recommender& model, const std::vector<Token>& history, std::optional<std::int32_t> user) {
    const Query query{.history = history, .user = user};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return scores;
}

struct TrainedCaser {
    TrainedCaser() {
        RunConfig config = defaultConfig("caser");
        caserOf(config).window = 3;
        caserOf(config).targets = 2;
        config.training.weightDecay = 0.1;
        config.training.batchSize = 2;
        model.emplace(config, ModelShape{.itemCount = 10, .userCount = 3}, InitialWeights::Random);
        const auto module = model->makeTrainingModule(config, Device::Cpu);
        module->setTrainingData(histories);
        for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
            module->startEpoch(epoch, 0);
            for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i)
                module->step((epoch - 1) * module->stepsPerEpoch() + i, 0.01, {});
        }
    }
    torch::Tensor tensor(const std::string& name) const { return model->weights().tensors.at(name); }
    const Histories histories = threeUsers();
    std::optional<Caser> model;
};

TEST(Caser, ThePadRowStaysZeroInTraining) {
    TrainedCaser trained;
    for (const char* const name : {"item_embedding.weight", "output_embedding.weight", "output.bias"}) {
        EXPECT_EQ(trained.tensor(name)[kPadToken].abs().max().item<float>(), 0) << name;
        EXPECT_NE(trained.tensor(name)[1].abs().max().item<float>(), 0) << name;
    }
    EXPECT_EQ(trained.model->itemVectors().size(), 10u * 100u);  // items only, without PAD and MASK
}

TEST(Caser, AnUnknownUserIsTheMeanOfTheTrainedUsers) {
    TrainedCaser trained;
    const torch::Tensor users = trained.tensor("user_embedding.weight");
    const torch::Tensor all = users.slice(0, 1), learned = all.index({all.abs().sum(1) > 0});
    EXPECT_LT((users[0] - learned.mean(0)).abs().max().item<float>(), 1e-6);
    EXPECT_EQ(scoresOf(*trained.model, {1, 2, 3}, std::nullopt), scoresOf(*trained.model, {1, 2, 3}, 99));
    EXPECT_NE(scoresOf(*trained.model, {1, 2, 3}, std::nullopt), scoresOf(*trained.model, {1, 2, 3}, 0));
}

TEST(Caser, AHiddenItemKeepsItsPositionInTheWindow) {
    TrainedCaser trained;
    EXPECT_NE(scoresOf(*trained.model, {1, kHiddenItem, 3}, 0), scoresOf(*trained.model, {1, 3}, 0));
    EXPECT_EQ(scoresOf(*trained.model, {kHiddenItem, 1, 3}, 0), scoresOf(*trained.model, {1, 3}, 0));
}

}  // namespace
}  // namespace recscope
