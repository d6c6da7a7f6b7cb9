// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how each model of the registry learns and scores; recommender/capabilities_test.cpp tests what it declares.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "../learn_support.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/training_module.h"
#include "core/recommender/weights.h"

namespace recscope {
namespace {

/// A model, and its training module on the ring histories.
struct ModelInTraining {
    explicit ModelInTraining(const RunConfig& config, const Histories& from = ringHistories())
        : rate(config.training.learningRate),
          histories(from),
          recommender(makeRecommender(config, {.itemCount = histories.itemCount, .userCount = histories.userCount()},
                                      InitialWeights::Random)),
          module(recommender->makeTrainingModule(config, Device::Cpu)) {
        module->setTrainingData(histories);
    }
    /// Learns the steps [first, last) of an epoch; returns the mean loss.
    double learn(std::int64_t epoch, std::int64_t first, std::int64_t last) {
        module->startEpoch(epoch, first);
        const std::int64_t before = (epoch - 1) * module->stepsPerEpoch();
        for (std::int64_t i = first; i < last; ++i) EXPECT_TRUE(module->step(before + i, rate, {}));
        double sum = 0, scored = 0;
        for (const StepLoss& stepLoss : module->takeLosses(/*all=*/true)) {
            sum += stepLoss.loss * static_cast<double>(stepLoss.scored);
            scored += static_cast<double>(stepLoss.scored);
        }
        return sum / scored;
    }
    double learnEpoch(std::int64_t epoch) { return learn(epoch, 0, module->stepsPerEpoch()); }
    std::vector<float> scores(const std::vector<Token>& history, std::optional<std::int32_t> user) const {
        std::vector<float> values;
        const Query query{.history = history, .user = user};
        recommender->score({&query, 1},
                           [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); }, {});
        return {values.begin() + kFirstItemToken, values.begin() + kFirstItemToken + histories.itemCount};
    }
    std::string weights(const RunConfig& config) const { return weightBytes(*recommender, config); }

    double rate;
    Histories histories;
    std::unique_ptr<Recommender> recommender;
    std::unique_ptr<TrainingModule> module;
};

class EachModel : public testing::TestWithParam<std::string> {
protected:
    EachModel() : m_config(presetFor(GetParam(), "quick", DatasetInfo()).config) {
        if (hasConfigKey(m_config, "batch_size")) setConfigValue(m_config, "batch_size", "16");
    }
    Capabilities capabilities() const { return capabilitiesOf(m_config); }
    RunConfig m_config;
};

TEST_P(EachModel, ResumesInTheMiddleOfAnEpochWithTheSameWeights) {
    ModelInTraining whole(m_config), halves(m_config), later(m_config);
    const std::int64_t steps = whole.module->stepsPerEpoch(), middle = steps / 2;
    whole.learnEpoch(1);
    whole.learnEpoch(2);
    halves.learnEpoch(1);
    if (middle > 0) halves.learn(2, 0, middle);
    later.recommender->setWeights(fromSafeTensors(toSafeTensors(halves.recommender->weights())));
    restoreState(*later.module, stateBytes(*halves.module), steps + middle);
    later.learn(2, middle, steps);
    EXPECT_EQ(later.weights(m_config), whole.weights(m_config));
}

TEST_P(EachModel, TheSeedDeterminesTheWeights) {
    ModelInTraining first(m_config), second(m_config);
    first.learnEpoch(1);
    second.learnEpoch(1);
    EXPECT_EQ(first.weights(m_config), second.weights(m_config));
    if (!capabilities().trainsByGradientDescent) return;
    RunConfig other = m_config;
    ++other.training.seed;
    ModelInTraining third(other);
    third.learnEpoch(1);
    EXPECT_NE(first.weights(m_config), third.weights(m_config));
}

/// The ring histories with a time for each item, held out from the time 105 on. If `planted` is an item, it replaces
/// all items of the window, as if they were leaked answers.
Histories windowHistories(Token planted) {
    Histories histories = ringHistories();
    const SplitRule rule{.kind = SplitKind::TimeWindow, .validFrom = 105, .testFrom = 107, .testUntil = 200};
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        const auto length = static_cast<std::int64_t>(histories.of(user).size());
        std::vector<std::int64_t> times;
        for (std::int64_t i = 0; i < length; ++i) times.push_back(100 + i);
        histories.times.insert(histories.times.end(), times.begin(), times.end());
        const HistoryCut cut = cutOf(rule, times.size(), times);
        histories.cuts.push_back(cut);
        const std::int64_t begin = histories.offsets[static_cast<std::size_t>(user)];
        for (std::int64_t i = cut.trainEnd; i < length && planted != kPadToken; ++i) {
            histories.items[static_cast<std::size_t>(begin + i)] = planted;
            histories.times[static_cast<std::size_t>(begin + i)] += 50;
        }
    }
    return histories;
}

TEST_P(EachModel, NothingOfATimeWindowReachesItsWeights) {
    ModelInTraining clean(m_config, windowHistories(kPadToken)), leaked(m_config, windowHistories(/*planted=*/7));
    clean.learnEpoch(1);
    leaked.learnEpoch(1);
    EXPECT_EQ(clean.weights(m_config), leaked.weights(m_config));
}

TEST_P(EachModel, ItsLossFalls) {
    if (!capabilities().trainsByGradientDescent) GTEST_SKIP() << "the model counts and has no loss";
    ModelInTraining model(m_config);
    const double first = model.learnEpoch(1);
    double last = first;
    const auto hasFallen = [&] { return last < 0.95 * first; };
    // An RBM starts with nearly equal hidden units, and takes longer to make them differ.
    for (std::int64_t epoch = 2; epoch <= 100 || (epoch <= 500 && !hasFallen()); ++epoch)
        last = model.learnEpoch(epoch);
    EXPECT_TRUE(hasFallen()) << last << " after " << first;
}

TEST_P(EachModel, ACopyAndStoredWeightsScoreTheSame) {
    ModelInTraining model(m_config), stored(m_config);
    model.learnEpoch(1);
    const std::vector<float> scores = model.scores({3, 4, 5}, 7);
    stored.recommender->setWeights(fromSafeTensors(toSafeTensors(model.recommender->weights())));
    EXPECT_EQ(stored.scores({3, 4, 5}, 7), scores);
    const std::unique_ptr<Recommender> copy = model.recommender->copy();
    stored.recommender->setWeights(copy->weights());
    EXPECT_EQ(stored.scores({3, 4, 5}, 7), scores);
}

TEST_P(EachModel, ScoresOfABatchEqualSeparateScores) {
    ModelInTraining model(m_config);
    model.learnEpoch(1);
    const std::vector<std::vector<Token>> histories = {{1}, {3, 4, 5, 6, 7}, {9, 2}, {1, 2, 3, 4}, {12, 12}};
    std::vector<Query> queries;
    for (std::size_t i = 0; i < histories.size(); ++i)
        queries.push_back({.history = histories[i], .user = static_cast<std::int32_t>(i)});
    std::vector<std::vector<float>> together(histories.size());
    model.recommender->score(
        queries, [&](std::size_t i, std::span<const float> row) { together[i].assign(row.begin(), row.end()); }, {});
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const std::vector<float> alone = model.scores(histories[i], static_cast<std::int32_t>(i));
        for (std::size_t item = 0; item < alone.size(); ++item)
            EXPECT_NEAR(together[i][item + kFirstItemToken], alone[item], 1e-4) << i << " " << item;
    }
}

TEST_P(EachModel, HasFiniteScoresForHiddenItemsAndUnknownUsers) {
    ModelInTraining model(m_config);
    model.learnEpoch(1);
    for (const std::vector<Token>& history :
         {std::vector<Token>{3, kHiddenItem, 5}, {kHiddenItem, 4}, {4, kHiddenItem}}) {
        for (const float score : model.scores(history, 1'000'000)) EXPECT_TRUE(std::isfinite(score));
    }
    EXPECT_EQ(model.scores({4, 5}, 1'000'000), model.scores({4, 5}, std::nullopt));
}

TEST_P(EachModel, UsersWithoutTrainingItemsAreIgnored) {
    Histories histories = ringHistories();
    histories.append(std::vector<Token>{1, 2});
    histories.append(std::vector<Token>{});
    const std::unique_ptr<Recommender> recommender = makeRecommender(
        m_config, {.itemCount = histories.itemCount, .userCount = histories.userCount()}, InitialWeights::Random);
    const std::unique_ptr<TrainingModule> module = recommender->makeTrainingModule(m_config, Device::Cpu);
    module->setTrainingData(histories);
    module->startEpoch(1, 0);
    for (std::int64_t i = 0; i < module->stepsPerEpoch(); ++i)
        EXPECT_TRUE(module->step(i, m_config.training.learningRate, {}));
    for (const StepLoss& stepLoss : module->takeLosses(/*all=*/true)) EXPECT_TRUE(std::isfinite(stepLoss.loss));
    // Initial values must not matter: a user without training items gets the scores of an unknown user.
    const auto scores = [&](std::int32_t user) {
        std::vector<float> values;
        const std::vector<Token> history = {3, 4};
        const Query query{.history = history, .user = user};
        recommender->score({&query, 1},
                           [&](std::size_t, std::span<const float> row) { values.assign(row.begin(), row.end()); }, {});
        return values;
    };
    const std::int32_t last = histories.userCount() - 1;
    EXPECT_EQ(scores(last), scores(1'000'000));
    EXPECT_EQ(scores(0) != scores(1'000'000), capabilities().readsUser);
}

/// The ring histories with one more item, which no user has, inserted in the middle of the tokens.
constexpr Token kUnusedItem = 7;
Histories ringWithUnusedItem() {
    const Histories ring = ringHistories();
    Histories histories;
    histories.itemCount = ring.itemCount + 1;
    for (std::int32_t user = 0; user < ring.userCount(); ++user) {
        std::vector<Token> history;
        for (const Token token : ring.of(user)) history.push_back(token < kUnusedItem ? token : token + 1);
        histories.append(history);
    }
    return histories;
}

/// The rows of one item in all tensors that have a row for each item.
std::vector<torch::Tensor> rowsOf(Token item, const ModelInTraining& model) {
    std::vector<torch::Tensor> rows;
    for (const auto& [name, tensor] : model.recommender->weights().tensors) {
        if (tensor.size(0) == vocabularySize(model.histories.itemCount)) rows.push_back(tensor[item].clone());
    }
    return rows;
}

/// Trains three epochs on `ringWithUnusedItem`; nullopt if training changed the rows of the unused item.
std::optional<ModelInTraining> trainedWithoutUnusedItem(const RunConfig& config) {
    std::optional<ModelInTraining> model(std::in_place, config, ringWithUnusedItem());
    const std::vector<torch::Tensor> before = rowsOf(kUnusedItem, *model);
    EXPECT_FALSE(before.empty()) << config.model << " should have a tensor with a row for each item";
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch) model->learnEpoch(epoch);
    const std::vector<torch::Tensor> after = rowsOf(kUnusedItem, *model);
    if (!std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [](const auto& a, const auto& b) { return a.equal(b); }))
        return std::nullopt;  // trained on that item, perhaps as a negative
    return model;
}

// An initial score near 0 would outrank every item that the model has learned to score low.
TEST_P(EachModel, AnUntrainedItemRanksLast) {
    for (const Preset& preset : presetsFor(GetParam(), DatasetInfo())) {
        const std::optional<ModelInTraining> model = trainedWithoutUnusedItem(preset.config);
        EXPECT_TRUE(model || capabilities().trainsByGradientDescent)
            << preset.name << ": a counting model changed the row of an unused item";
        for (std::int32_t user = 0; model && user < model->histories.userCount(); ++user) {
            const auto training = model->histories.training(user);
            const std::vector<float> scores = model->scores({training.begin(), training.end()}, user);
            const float unusedScore = scores[kUnusedItem - kFirstItemToken];
            EXPECT_EQ(*std::min_element(scores.begin(), scores.end()), unusedScore) << preset.name << ", user " << user;
        }
    }
}

// The models that the test above covers: they count, or never draw an unused item as a negative.
TEST(AllModels, OnlyTheseMayLeaveAnItemUntrained) {
    std::set<std::string> names;
    for (const ModelInfo& model : modelInfos())
        for (const Preset& preset : presetsFor(model.name, DatasetInfo()))
            if (trainedWithoutUnusedItem(preset.config)) names.insert(model.name);
    EXPECT_EQ(names, (std::set<std::string>{"bigram", "bpr_mf", "cbow", "gru4rec", "item_knn", "ngram", "popularity",
                                            "skip_gram"}));
}

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    for (const ModelInfo& info : modelInfos()) names.push_back(info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, EachModel, testing::ValuesIn(modelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace recscope
