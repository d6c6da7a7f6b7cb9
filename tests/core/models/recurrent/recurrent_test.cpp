// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the recurrent models with tests/golden/recurrent/make.py (PyTorch), and tests for common mistakes.
#include "core/models/recurrent/recurrent.h"

#include <gtest/gtest.h>

#include <set>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/recurrent/recurrent_task.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class RecurrentGolden : public testing::TestWithParam<GoldenCase> {};

TEST_P(RecurrentGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const GoldenFile file(std::string("recurrent/") + std::get<0>(GetParam()));
    const RunConfig config = file.config();
    Recurrent model(config, {.itemCount = file.number("items"), .userCount = file.number("users")},
                    InitialWeights::Loaded);
    model.setWeights(file.group("weight"));
    const std::vector<std::vector<Token>> windows = historiesOf(file);
    const std::vector<std::int32_t> users = file.tokens("users");
    const std::vector<Token> targets = file.tokens("targets"), negatives = file.tokens("negatives");
    std::vector<std::size_t> starts{0};
    for (const auto& window : windows) starts.push_back(starts.back() + window.size());

    MinibatchStep step(model.tensors(), config.training, std::get<1>(GetParam()));
    std::vector<std::unique_ptr<RecurrentNet>> nets;
    for (int worker = 0; worker < step.threads(); ++worker)
        nets.push_back(std::make_unique<RecurrentNet>(config, step.parameters(worker)));
    const auto perStep = static_cast<std::size_t>(config.training.batchSize);
    const std::size_t k =
        config.loss.kind == LossKind::CrossEntropy ? 0 : static_cast<std::size_t>(recurrentOf(config).negatives);
    expectStepsEqual(file, model.tensors(), step, windows.size(), perStep,
                     [&](int worker, const std::vector<std::size_t>& samples, std::int64_t, kernels::Arena& arena) {
                         const std::size_t first = samples.front() / perStep * perStep;
                         RecurrentBatch batch;
                         batch.weight = 1 / static_cast<double>(starts[first + perStep] - starts[first]);
                         for (const std::size_t sample : samples) {
                             batch.histories.add(windows[sample], 0);
                             batch.users.push_back(users[sample] + 1);
                             for (std::size_t at = starts[sample]; at < starts[sample + 1]; ++at) {
                                 batch.targets.push_back(targets[at]);
                                 for (std::size_t i = at * k; i < (at + 1) * k; ++i)
                                     batch.negatives.push_back(negatives[i]);
                             }
                         }
                         return nets[static_cast<std::size_t>(worker)]->computeGradients(batch, arena);
                     });
    std::vector<Query> queries;
    for (std::size_t i = 0; i < windows.size(); ++i) queries.push_back({.history = windows[i], .user = users[i]});
    expectScoresEqual(file, model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, RecurrentGolden,
                         testing::Combine(testing::Values("dream", "dream_tanh", "user_gru", "user_gru_bpr_max", "lstm",
                                                          "lstm_top1_max"),
                                          testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

constexpr std::int32_t kRecurrentItems = 12;

class EachRecurrent : public testing::TestWithParam<const char*> {
protected:
    EachRecurrent() : m_config(defaultConfig(GetParam())) {
        recurrentOf(m_config).dim = 8;
        recurrentOf(m_config).maxLength = 3;
        recurrentOf(m_config).inputDropout = recurrentOf(m_config).stateDropout = 0;
        m_config.training.batchSize = 100;
    }
    Recurrent model(std::int32_t users = 2) const {
        return {m_config, {.itemCount = kRecurrentItems, .userCount = users}, InitialWeights::Random};
    }
    RunConfig m_config;
};

std::vector<float> scoresOf(Recurrent& model, const std::vector<Token>& history,
                            std::optional<std::int32_t> user = std::nullopt) {
    const Query query{.history = history, .user = user};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return scores;
}

TEST_P(EachRecurrent, ReadsTheNewestItemsInTheirOrderAndNoMoreThanTheMaximumLength) {
    Recurrent recurrent = model();
    EXPECT_EQ(scoresOf(recurrent, {9, 8, 1, 2, 3}), scoresOf(recurrent, {1, 2, 3}));
    EXPECT_NE(scoresOf(recurrent, {1, 2, 3}), scoresOf(recurrent, {2, 1, 3}));
    EXPECT_NE(scoresOf(recurrent, {9, 8, 1, 2, 3}), scoresOf(recurrent, {9, 8, 1}));
}

TEST_P(EachRecurrent, TheStateStartsFromZeroForEachHistoryOfABatch) {
    Recurrent recurrent = model();
    const std::vector<std::vector<Token>> histories = {{5}, {1, 2, 3}, {}, {3, 3}};
    std::vector<Query> queries;
    for (const auto& history : histories) queries.push_back({.history = history, .user = std::nullopt});
    std::vector<std::vector<float>> together(histories.size());
    recurrent.score(queries,
                    [&](std::size_t i, std::span<const float> row) { together[i].assign(row.begin(), row.end()); }, {});
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const std::vector<float> alone = scoresOf(recurrent, histories[i]);
        for (std::size_t item = 1; item <= kRecurrentItems; ++item) EXPECT_NEAR(together[i][item], alone[item], 1e-5);
    }
}

/// One step over all windows of some histories, with the learning rate 0.
struct WindowStep {
    std::int64_t samples = 0, predictions = 0;
    double loss = 0;
    std::vector<float> gradient;  ///< of the item vectors

    WindowStep(Recurrent& model, const RunConfig& config, const Histories& histories, int threads = 1,
               std::int64_t epoch = 1, std::uint64_t dropoutSeed = 7) {
        MinibatchStep step(model.tensors(), config.training, threads);
        RecurrentTask task(model, config, step);
        samples = task.setTrainingData(histories);
        std::vector<std::int32_t> batch;
        for (std::int32_t i = 0; i < samples; ++i) batch.push_back(i);
        predictions = task.predictions(batch);
        loss = step.step(
            [&](int worker, kernels::Arena& arena) {
                std::vector<std::int64_t> share;
                for (std::int64_t i = worker; i < samples; i += threads) share.push_back(i);
                return task.computeGradients({.samples = share,
                                              .batch = batch,
                                              .batchSamples = samples,
                                              .epoch = epoch,
                                              .dropoutSeed = dropoutSeed,
                                              .worker = worker},
                                             arena);
            },
            /*learningRate=*/0);
        const std::span<const float> found = step.gradient("item_embedding.weight");
        gradient.assign(found.begin(), found.end());
    }
};

/// Histories of these items; the last two of each are held out.
Histories historiesWith(const std::vector<std::vector<Token>>& lists) {
    Histories histories;
    histories.itemCount = kRecurrentItems;
    for (const auto& list : lists) histories.append(list);
    return histories;
}

TEST_P(EachRecurrent, EveryTrainingItemButTheFirstIsPredictedOnceAndNoHeldOutItem) {
    Recurrent recurrent = model();
    const WindowStep step(recurrent, m_config, historiesWith({{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 9, 9}, {1, 9, 9}}));
    EXPECT_EQ(step.predictions, 6 + 1);
    EXPECT_EQ(step.samples, 2 + 1);  // windows of 3 items
}

// The loss of a training window is the mean over its prefixes, each scored like a history in evaluation.
TEST_P(EachRecurrent, ATrainingWindowIsReadLikeAHistoryInEvaluation) {
    m_config.loss.kind = LossKind::CrossEntropy;
    Recurrent recurrent = model(1);
    const WindowStep step(recurrent, m_config, historiesWith({{1, 2, 3, 4, 9, 9}}));
    double expected = 0;
    const std::vector<std::vector<Token>> prefixes = {{1}, {1, 2}, {1, 2, 3}};
    for (const std::vector<Token>& prefix : prefixes) {
        const std::vector<float> scores = scoresOf(recurrent, prefix, 0);
        double sum = 0;
        for (std::size_t item = 1; item <= kRecurrentItems; ++item) sum += std::exp(static_cast<double>(scores[item]));
        expected += (std::log(sum) - static_cast<double>(scores[static_cast<std::size_t>(prefix.back()) + 1])) / 3;
    }
    EXPECT_NEAR(step.loss, expected, 1e-5);
}

TEST_P(EachRecurrent, AStepDoesNotDependOnTheNumberOfThreads) {
    for (const LossKind loss : {LossKind::CrossEntropy, LossKind::Bpr, LossKind::Top1, LossKind::BprMax}) {
        m_config.loss.kind = loss;
        Recurrent recurrent = model();
        const Histories histories = historiesWith({{1, 2, 3, 4, 5, 6, 7, 8, 9}, {4, 5, 6, 1, 1, 1}});
        const WindowStep one(recurrent, m_config, histories, 1), two(recurrent, m_config, histories, 2);
        EXPECT_NEAR(one.loss, two.loss, 1e-6);
        for (std::size_t i = 0; i < one.gradient.size(); ++i) EXPECT_NEAR(one.gradient[i], two.gradient[i], 1e-6);
    }
}

TEST_P(EachRecurrent, NegativesAreDrawnAnewInEachEpochAndAreNeverTheTarget) {
    m_config.loss.kind = LossKind::Bpr;
    recurrentOf(m_config).negatives = 1000;
    Recurrent recurrent = model();
    const Histories histories = historiesWith({{1, 2, 9, 9}});
    const auto loss = [&](std::int64_t epoch) { return WindowStep(recurrent, m_config, histories, 1, epoch).loss; };
    EXPECT_NE(loss(1), loss(2));
    EXPECT_EQ(loss(2), loss(2));
    // The only target is item 2. If it were not excluded, it would be drawn as often as each of the others, all of
    // which are drawn.
    for (HostTensors::Entry& entry : recurrent.tensors().entries())
        if (entry.name == "item_embedding.weight") std::fill(entry.values.begin() + 2 * 8, entry.values.end(), 0.0F);
    const WindowStep step(recurrent, m_config, histories);
    const auto first = [&](std::size_t item) { return step.gradient[item * 8]; };
    // With equal scores, each negative has the gradient h / 2 and the target -h / 2 for each of the 1,000 negatives.
    float others = 0;
    for (std::size_t item = 3; item <= kRecurrentItems; ++item) {
        EXPECT_NE(first(item), 0) << item;
        others += first(item);
    }
    EXPECT_LT(std::abs(others), std::abs(first(2)));  // some of the negatives are item 1
    EXPECT_EQ(first(0), 0);
    EXPECT_EQ(first(kRecurrentItems + 1), 0);
}

TEST_P(EachRecurrent, DropoutChangesTheLossButNotTheScores) {
    for (double RecurrentConfig::*const dropout : {&RecurrentConfig::inputDropout, &RecurrentConfig::stateDropout}) {
        RunConfig config = m_config;
        recurrentOf(config).*dropout = 0.5;
        Recurrent recurrent(config, {.itemCount = kRecurrentItems, .userCount = 2}, InitialWeights::Random);
        const Histories histories = historiesWith({{1, 2, 3, 4, 5, 9, 9}, {4, 5, 6, 9, 9}});
        const auto loss = [&](std::uint64_t seed) { return WindowStep(recurrent, config, histories, 1, 1, seed).loss; };
        EXPECT_NE(loss(1), loss(2));
        EXPECT_EQ(loss(1), loss(1));
        EXPECT_EQ(scoresOf(recurrent, {1, 2, 3}), scoresOf(recurrent, {1, 2, 3}));
    }
}

TEST_P(EachRecurrent, AnEpochOfASingleItemHasNoNegatives) {
    m_config.loss.kind = LossKind::Bpr;
    Recurrent recurrent(m_config, {.itemCount = 1, .userCount = 1}, InitialWeights::Random);
    Histories histories;
    histories.itemCount = 1;
    histories.append(std::vector<Token>{1, 1, 1, 1});
    EXPECT_EQ(WindowStep(recurrent, m_config, histories).loss, 0);
}

TEST_P(EachRecurrent, ScoresDependOnTheUserOnlyIfTheModelSaysSo) {
    Recurrent recurrent = model();
    EXPECT_EQ(scoresOf(recurrent, {1, 2}, 0) != scoresOf(recurrent, {1, 2}, 1), recurrent.capabilities().readsUser);
    EXPECT_EQ(scoresOf(recurrent, {1, 2}, 5), scoresOf(recurrent, {1, 2}));
}

// A user with a single training item has no target, so that the user's vector would keep its initial value.
TEST(UserGru, AUserWithoutTargetsGetsTheScoresOfAnUnknownUser) {
    RunConfig config = defaultConfig("user_gru");
    recurrentOf(config).dim = 8;
    Recurrent recurrent(config, {.itemCount = kRecurrentItems, .userCount = 2}, InitialWeights::Random);
    const std::unique_ptr<TrainingModule> module = recurrent.makeTrainingModule(config, Device::Cpu);
    const Histories histories = historiesWith({{1, 2, 3, 9, 9}, {1, 9, 9}});
    module->setTrainingData(histories);
    module->startEpoch(1, 0);
    for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i) EXPECT_TRUE(module->step(i, 0.01, {}));
    EXPECT_EQ(scoresOf(recurrent, {1, 2}, 1), scoresOf(recurrent, {1, 2}));
}

INSTANTIATE_TEST_SUITE_P(Models, EachRecurrent, testing::Values("dream", "user_gru", "lstm"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
