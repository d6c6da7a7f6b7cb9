// SPDX-License-Identifier: GPL-3.0-or-later
// Compares AutoRec, CDAE and RBM with tests/golden/autoencoder/make.py (PyTorch), and tests for common mistakes.
#include "core/models/autoencoder/autoencoder.h"

#include <gtest/gtest.h>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/models/autoencoder/autoencoder_task.h"
#include "core/models/autoencoder/rbm_task.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class AutoencoderGolden : public testing::TestWithParam<GoldenCase> {};

TEST_P(AutoencoderGolden, FiveStepsAndFinalScoresEqualPyTorch) {
    const GoldenFile file(std::string("autoencoder/") + std::get<0>(GetParam()));
    const RunConfig config = file.config();
    Autoencoder model(config, {.itemCount = file.number("items"), .userCount = file.number("users")},
                      InitialWeights::Loaded);
    model.setWeights(file.group("weight"));
    const std::vector<std::vector<Token>> sets = historiesOf(file);
    const std::vector<std::int32_t> users = file.tokens("users");
    const std::vector<Token> negatives = file.tokens("negatives");
    std::vector<std::size_t> firstItem{0};
    for (const auto& set : sets) firstItem.push_back(firstItem.back() + set.size());

    MinibatchStep step(model.tensors(), config.training, std::get<1>(GetParam()));
    std::vector<AutoencoderNet> nets;
    for (int worker = 0; worker < step.threads(); ++worker) nets.emplace_back(step.parameters(worker));
    const auto perStep = static_cast<std::size_t>(config.training.batchSize);
    const auto perItem = static_cast<std::size_t>(autoencoderOf(config).negatives);
    expectStepsEqual(
        file, model.tensors(), step, sets.size(), perStep,
        [&](int worker, const std::vector<std::size_t>& samples, std::int64_t count, kernels::Arena& arena) {
            const std::size_t first = samples.front() / perStep * perStep;
            const auto items = static_cast<double>(firstItem[first + perStep] - firstItem[first]);
            const double pairWeight = 1 / (items * static_cast<double>(1 + perItem));
            AutoencoderBatch batch;
            batch.weight = 1 / static_cast<double>(count);
            Random unused({0});
            for (const std::size_t sample : samples) {
                const auto row = static_cast<std::int32_t>(batch.inputs.users.size());
                batch.inputs.add(sets[sample], users[sample] + 1, /*dropout=*/0, unused);
                batch.targets.insert(batch.targets.end(), sets[sample].begin(), sets[sample].end());
                batch.targetStarts.push_back(static_cast<std::int32_t>(batch.targets.size()));
                const auto add = [&](Token item, bool isPositive) {
                    batch.pairs.push_back({.row = row, .item = item});
                    batch.labels.push_back({.isPositive = isPositive, .weight = pairWeight});
                };
                for (std::size_t i = firstItem[sample]; i < firstItem[sample + 1]; ++i) {
                    add(sets[sample][i - firstItem[sample]], /*isPositive=*/true);
                    for (std::size_t k = 0; k < perItem && hasUserVectors(config); ++k)
                        add(negatives[i * perItem + k], /*isPositive=*/false);
                }
            }
            return nets[static_cast<std::size_t>(worker)].computeGradients(batch, arena);
        });
    std::vector<Query> queries;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        queries.push_back({.history = sets[i], .user = std::nullopt});
        if (users[i] >= 0) queries.back().user = users[i];
    }
    expectScoresEqual(file, model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AutoencoderGolden,
                         testing::Combine(testing::Values("autorec", "cdae"), testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

class RbmGolden : public testing::TestWithParam<int> {};  ///< number of threads

TEST_P(RbmGolden, FiveStepsOfContrastiveDivergenceAndFinalScoresEqualPyTorch) {
    const GoldenFile file("autoencoder/rbm");
    const RunConfig config = file.config();
    Autoencoder model(config, {.itemCount = file.number("items"), .userCount = file.number("users")},
                      InitialWeights::Loaded);
    model.setWeights(file.group("weight"));
    const std::vector<std::vector<Token>> sets = historiesOf(file);
    const SafeTensors data = file.group("data");
    MinibatchStep step(model.tensors(), config.training, GetParam());
    std::vector<RbmNet> nets;
    for (int worker = 0; worker < step.threads(); ++worker) nets.emplace_back(step.parameters(worker));
    expectStepsEqual(
        file, model.tensors(), step, sets.size(), static_cast<std::size_t>(config.training.batchSize),
        [&](int worker, const std::vector<std::size_t>& samples, std::int64_t count, kernels::Arena& arena) {
            RbmBatch batch;
            batch.weight = 1 / static_cast<double>(count);
            Random unused({0});
            for (const std::size_t sample : samples)
                batch.data.add(sets[sample], static_cast<std::int32_t>(sample), /*dropout=*/0, unused);
            batch.draws = [&](std::size_t n, RbmLayer layer, std::span<float> numbers) {
                const torch::Tensor& draws =
                    data.tensors.at(layer == RbmLayer::Hidden ? "hidden_draws" : "visible_draws");
                std::copy_n(draws.data_ptr<float>() + samples[n] * numbers.size(), numbers.size(), numbers.data());
            };
            return nets[static_cast<std::size_t>(worker)].computeGradients(batch, arena);
        });
    std::vector<Query> queries;
    for (const std::vector<Token>& set : sets) queries.push_back({.history = set, .user = std::nullopt});
    expectScoresEqual(file, model, queries);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, RbmGolden, testing::Values(1, 2));

constexpr const char* kModels[] = {"autorec", "cdae", "rbm"};

std::unique_ptr<UserSetTask> makeTask(Autoencoder& model, const RunConfig& config, MinibatchStep& step) {
    if (isRbm(config)) return std::make_unique<RbmTask>(model, config, step);
    return std::make_unique<AutoencoderTask>(model, config, step);
}

/// Two users and eight items; the last two of each history are held out.
Histories twoUsers() {
    Histories histories;
    histories.itemCount = 8;
    histories.append(std::vector<Token>{1, 2, 3, 2, 1, 7, 8});
    histories.append(std::vector<Token>{4, 5, 6, 1});
    return histories;
}

std::vector<float> scoresOf(Autoencoder& model, const std::vector<Token>& history, std::optional<std::int32_t> user) {
    const Query query{.history = history, .user = user};
    std::vector<float> values;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); },
                {});
    return values;
}

TEST(Autoencoder, ScoresDependOnTheSetOfItemsAloneAndOfCdaeOnTheUser) {
    for (const char* const name : kModels) {
        Autoencoder model(defaultConfig(name), {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
        EXPECT_EQ(scoresOf(model, {1, 2, 3}, 0), scoresOf(model, {3, 2, 2, 1, kHiddenItem}, 0)) << name;
        EXPECT_NE(scoresOf(model, {1, 2, 3}, 0), scoresOf(model, {1, 2}, 0)) << name;
        EXPECT_EQ(scoresOf(model, {1, 2}, 0) == scoresOf(model, {1, 2}, 1), std::string(name) != "cdae");
    }
}

TEST(Autoencoder, InputDropoutLeavesOutItemsAndScalesTheOthers) {
    AutoencoderInputs all, some;
    const std::vector<Token> set(1000, Token{3});
    Random random({1});
    all.add(set, 1, /*dropout=*/0, random);
    some.add(set, 1, /*dropout=*/0.75, random);
    EXPECT_EQ(all.items.size(), 1000u);
    EXPECT_EQ(all.scale, 1);
    EXPECT_NEAR(static_cast<double>(some.items.size()), 250, 60);  // more than four standard deviations of 13.7
    EXPECT_EQ(some.scale, 4);
}

TEST(Autoencoder, ASampleIsTheTrainingSetOfAUserAndTheHeldOutItemsAreNoTargets) {
    const Histories histories = twoUsers();
    for (const char* const name : kModels) {
        RunConfig config = defaultConfig(name);
        Autoencoder model(config, {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
        MinibatchStep step(model.tensors(), config.training, 1);
        const auto task = makeTask(model, config, step);
        EXPECT_EQ(task->setTrainingData(histories), 2) << name;
        const std::vector<std::int32_t> both = {0, 1};
        EXPECT_EQ(task->predictions(both), 5) << name;  // {1, 2, 3} and {4, 5}
    }
}

/// The decoder bias's gradient in one step over all users, and the loss.
struct TaskStep {
    std::vector<float> gradient;
    double loss = 0;

    explicit TaskStep(const RunConfig& config, int threads, std::int64_t epoch = 1, bool scoresAreZero = false) {
        const Histories histories = twoUsers();
        Autoencoder model(config, {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
        for (HostTensors::Entry& entry : model.tensors().entries())
            if (scoresAreZero && entry.name == "decoder.weight")
                std::fill(entry.values.begin(), entry.values.end(), 0.0F);
        MinibatchStep step(model.tensors(), config.training, threads);
        const auto task = makeTask(model, config, step);
        task->setTrainingData(histories);
        const std::vector<std::int32_t> batch = {0, 1};
        loss = step.step(
            [&](int worker, kernels::Arena& arena) {
                std::vector<std::int64_t> samples;
                for (std::int64_t i = worker; i < 2; i += threads) samples.push_back(i);
                return task->computeGradients({.samples = samples,
                                               .batch = batch,
                                               .batchSamples = 2,
                                               .epoch = epoch,
                                               .dropoutSeed = 0,
                                               .worker = worker},
                                              arena);
            },
            /*learningRate=*/0);
        const std::span<const float> found = step.gradient("decoder.bias");
        gradient.assign(found.begin(), found.end());
    }
};

TEST(Autoencoder, AStepDoesNotDependOnTheNumberOfThreads) {
    for (const char* const name : kModels) {
        const TaskStep one(defaultConfig(name), 1), two(defaultConfig(name), 2);
        EXPECT_NEAR(one.loss, two.loss, 1e-6) << name;
        for (std::size_t i = 0; i < one.gradient.size(); ++i) EXPECT_NEAR(one.gradient[i], two.gradient[i], 1e-6);
    }
}

// With scores of 0, an item's bias gets a negative gradient from each user who has the item. From the other users it
// gets none in AutoRec, and a positive one in CDAE if the item is drawn as a negative.
TEST(Autoencoder, HeldOutItemsDoNotCountAsItemsOfTheUser) {
    const TaskStep autoRec(defaultConfig("autorec"), 1, 1, /*scoresAreZero=*/true),
        cdae(defaultConfig("cdae"), 1, 1, /*scoresAreZero=*/true);
    for (const std::size_t own : {1, 2, 3, 4, 5}) EXPECT_FLOAT_EQ(autoRec.gradient[own], -1) << own;
    for (const std::size_t heldOut : {6, 7, 8}) {
        EXPECT_EQ(autoRec.gradient[heldOut], 0) << heldOut;
        EXPECT_GE(cdae.gradient[heldOut], 0) << heldOut;
    }
}

TEST(Autoencoder, TheInputsNegativesAndSamplesOfAnEpochAreDrawnAnew) {
    for (const char* const name : {"cdae", "rbm"}) {
        EXPECT_NE(TaskStep(defaultConfig(name), 1, 1).loss, TaskStep(defaultConfig(name), 1, 2).loss) << name;
        EXPECT_EQ(TaskStep(defaultConfig(name), 1, 2).loss, TaskStep(defaultConfig(name), 1, 2).loss) << name;
    }
    EXPECT_EQ(TaskStep(defaultConfig("autorec"), 1, 1).loss, TaskStep(defaultConfig("autorec"), 1, 2).loss);
}

TEST(Autoencoder, TheVisibleBiasesOfAnRbmStartAtTheOddsOfAnItemAndAreKeptOnceLearned) {
    const Histories histories = twoUsers();
    const RunConfig config = defaultConfig("rbm");
    Autoencoder model(config, {.itemCount = 8, .userCount = 2}, InitialWeights::Random);
    MinibatchStep step(model.tensors(), config.training, 1);
    RbmTask task(model, config, step);
    task.setTrainingData(histories);
    const std::vector<float> start = model.itemOffsets();
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_FLOAT_EQ(start[i], std::log(2.0F / 2.0F)) << i;  // (1 + 1) / (1 + 1): one of the two users has the item
    for (std::size_t i = 5; i < 8; ++i)
        EXPECT_FLOAT_EQ(start[i], std::log(1.0F / 3.0F)) << i;  // (0 + 1) / (2 + 1): nobody has it

    Histories others;
    others.itemCount = 8;
    others.append(std::vector<Token>{8, 7, 6, 5});
    task.setTrainingData(others);
    EXPECT_EQ(model.itemOffsets(), start);
}

TEST(Autoencoder, AQuickPresetOfLargeDataHasFewEpochsAndLargeBatches) {
    DatasetInfo large;
    large.users = 138'000;
    large.interactions = 20'000'000;
    for (const char* const name : kModels) {
        const TrainingConfig forLarge = presetFor(name, "quick", large).config.training,
                             forSmall = presetFor(name, "quick", DatasetInfo()).config.training;
        EXPECT_LT(forLarge.epochs, forSmall.epochs) << name;
        EXPECT_GT(forLarge.batchSize, forSmall.batchSize) << name;
    }
}

TEST(Autoencoder, LearnsToScoreTheItemsOfASetHigherThanOthers) {
    Histories histories;
    histories.itemCount = 12;
    for (int user = 0; user < 40; ++user) {  // half of the users have items 1 to 6, the others 7 to 12
        const Token first = user % 2 == 0 ? 1 : 7;
        histories.append(std::vector<Token>{first, first + 1, first + 2, first + 3, first + 4, first + 5});
    }
    for (const char* const name : kModels) {
        RunConfig config = defaultConfig(name);
        autoencoderOf(config).dim = 8;
        config.training.learningRate = 0.02;
        Autoencoder model(config, {.itemCount = 12, .userCount = 40}, InitialWeights::Random);
        const auto module = model.makeTrainingModule(config, Device::Cpu);
        module->setTrainingData(histories);
        for (std::int64_t epoch = 1; epoch <= 150; ++epoch) {
            module->startEpoch(epoch, 0);
            module->step(epoch - 1, config.training.learningRate, {});
        }
        const std::vector<float> scores = scoresOf(model, {1, 2}, std::nullopt);
        for (std::size_t own = 3; own <= 4; ++own)
            for (std::size_t other = 7; other <= 10; ++other) EXPECT_GT(scores[own], scores[other]) << name;
    }
}

}  // namespace
}  // namespace recscope
