// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what each registered model declares with what its trained weights do.
#include "core/recommender/capabilities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "../learn_support.h"
#include "core/recommender/loss_unit.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/training_module.h"
#include "core/recommender/weights.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"

namespace recscope {
namespace {

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    for (const ModelInfo& info : modelInfos()) names.push_back(info.name);
    return names;
}

std::vector<float> scoresOf(Recommender& model, const History& history, std::optional<std::int32_t> user = {}) {
    const Query query{.history = history, .user = user};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return {scores.begin() + kFirstItemToken, scores.begin() + kFirstItemToken + model.shape().itemCount};
}

class Declared : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_config = smallConfig(GetParam());
        TrainObserver observer;
        PauseSwitch pause;
        Workspace workspace = m_temporary.open();
        const DatasetId dataset = addDataset(workspace, ringHistories()).id;
        const RunRecord run =
            train(workspace, {.dataset = dataset, .config = m_config, .runName = "run", .device = DeviceChoice::Cpu},
                  observer, pause, {});
        m_model = loadBest(workspace, run);
        m_capabilities = m_model->capabilities();
    }

    TemporaryWorkspace m_temporary;
    RunConfig m_config;
    std::unique_ptr<Recommender> m_model;
    Capabilities m_capabilities;
    /// Longer than the input of models with a short maximum length, so that reversing it changes their newest items.
    const std::vector<Token> m_history = {3, 4, 5, 6, 7, 8, 9};
};

TEST_P(Declared, RegistryAndModelAgree) {
    const Capabilities stated = capabilitiesOf(m_config);
    EXPECT_EQ(stated.attention, m_capabilities.attention);
    EXPECT_EQ(stated.attentionWeights, m_capabilities.attentionWeights);
    EXPECT_EQ(stated.readsTimes, m_capabilities.readsTimes);
    EXPECT_EQ(stated.layers, m_capabilities.layers);
    EXPECT_EQ(stated.heads, m_capabilities.heads);
    EXPECT_EQ(stated.usesBidirectionalAttention, m_capabilities.usesBidirectionalAttention);
    EXPECT_EQ(stated.maxLength, m_capabilities.maxLength);
    EXPECT_EQ(stated.predictsMaskedItems, m_capabilities.predictsMaskedItems);
    EXPECT_EQ(stated.needsHistory, m_capabilities.needsHistory);
    EXPECT_EQ(stated.scoreIsSum, m_capabilities.scoreIsSum);
    EXPECT_EQ(stated.scores, m_capabilities.scores);
    EXPECT_EQ(stated.readsUser, m_capabilities.readsUser);
    EXPECT_EQ(stated.unknownUser, m_capabilities.unknownUser);
    EXPECT_EQ(stated.readsHistory, m_capabilities.readsHistory);
    EXPECT_EQ(stated.readsOrder, m_capabilities.readsOrder);
    EXPECT_EQ(stated.hasItemVectors, m_capabilities.hasItemVectors);
    EXPECT_EQ(stated.trainsOnGpu, m_capabilities.trainsOnGpu);
    EXPECT_EQ(stated.answersOnGpu, m_capabilities.answersOnGpu);
    EXPECT_EQ(stated.trainsDistributed, m_capabilities.trainsDistributed);
}

TEST_P(Declared, TheTrainingModuleHasTheDeclaredInterfaces) {
    const auto module = m_model->makeTrainingModule(m_config, Device::Cpu);
    EXPECT_EQ(module->distributed() != nullptr, m_capabilities.trainsDistributed);
    EXPECT_EQ(module->clozeTrainer() != nullptr, m_capabilities.predictsMaskedItems);
}

TEST_P(Declared, ReadersAndVectorsExistWhereDeclared) {
    ASSERT_EQ(m_model->attention() != nullptr, m_capabilities.attention == AttentionKind::EveryPosition);
    ASSERT_EQ(m_model->maskedItemPredictor() != nullptr, m_capabilities.predictsMaskedItems);
    const bool weighs = m_capabilities.attention == AttentionKind::LastOnly;
    ASSERT_EQ(m_model->itemParts() != nullptr, weighs || m_capabilities.scoreIsSum);
    if (ItemPartReader* const reader = m_model->itemParts()) {
        EXPECT_EQ(isWeight(reader->kind()), weighs);
        EXPECT_EQ(reader->kind() == ItemPartKind::Contribution, m_capabilities.scoreIsSum);
        const auto partsFor = [&](Token candidate) {
            return reader->partsFor({.history = m_history, .user = {}}, candidate);
        };
        EXPECT_EQ(partsFor(1) == partsFor(2), reader->kind() == ItemPartKind::Weight);
    }
    EXPECT_EQ(m_capabilities.layers > 0 && m_capabilities.heads > 0,
              m_capabilities.attention == AttentionKind::EveryPosition);
    if (AttentionReader* const reader = m_model->attention()) {
        const AttentionResult answer = reader->attend({.history = m_history, .user = {}}, {});
        EXPECT_EQ(answer.maps.layers, m_capabilities.layers);
        EXPECT_EQ(answer.maps.heads, m_capabilities.heads);
        EXPECT_EQ(answer.maps.size, static_cast<std::int32_t>(answer.positions.size()));
        EXPECT_EQ(answer.maps.at(0, 0, /*row=*/0, /*column=*/1) > 0, m_capabilities.usesBidirectionalAttention);
        const bool isSoftmax = m_capabilities.attentionWeights == AttentionWeights::Softmax;
        EXPECT_EQ(answer.maps.isPointwise, !isSoftmax);
        const auto row = answer.maps.row(0, 0, answer.maps.size - 1);
        EXPECT_EQ(std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1) < 1e-4, isSoftmax);
    }
    const std::vector<float> vectors = m_model->itemVectors();
    EXPECT_EQ(!vectors.empty(), m_capabilities.hasItemVectors);
    EXPECT_EQ(vectors.size() % static_cast<std::size_t>(m_model->shape().itemCount), 0u);
}

TEST_P(Declared, ScoresDependOnTheDeclaredInputsAlone) {
    const std::vector<float> scores = scoresOf(*m_model, m_history, 0);
    std::vector<Token> reversed = m_history;
    std::reverse(reversed.begin(), reversed.end());
    const std::vector<Token> other = {3, 4, 9, 10, 11, 12, 1};
    EXPECT_EQ(scoresOf(*m_model, other, 0) != scores, m_capabilities.readsHistory);
    EXPECT_EQ(scoresOf(*m_model, reversed, 0) != scores, m_capabilities.readsOrder);
    EXPECT_EQ(scoresOf(*m_model, m_history, 1) != scores, m_capabilities.readsUser);
    EXPECT_EQ(scoresOf(*m_model, m_history) != scores, m_capabilities.readsUser) << "an unknown user";
}

TEST_P(Declared, ScoresDependOnTimesIfDeclared) {
    const OwnedHistory soon(m_history, {0, 60, 120, 180, 240, 300, 360});
    const OwnedHistory late(m_history, {0, 86'400, 172'800, 259'200, 345'600, 432'000, 31'536'000});
    EXPECT_EQ(scoresOf(*m_model, soon, 0) != scoresOf(*m_model, late, 0), m_capabilities.readsTimes);
}

TEST_P(Declared, ItemsBeyondTheMaximumLengthChangeNothing) {
    if (m_capabilities.maxLength == 0 || !m_capabilities.readsHistory) GTEST_SKIP() << "reads all items or none";
    std::vector<Token> history;
    for (std::int64_t i = 0; i < m_capabilities.maxLength + 2; ++i) history.push_back(static_cast<Token>(1 + i % 12));
    const std::vector<float> scores = scoresOf(*m_model, history);
    history[0] = 6;
    history[1] = 9;
    EXPECT_EQ(scoresOf(*m_model, history), scores);
    history[2] = 11;
    EXPECT_NE(scoresOf(*m_model, history), scores);
}

TEST_P(Declared, AnEmptyHistoryHasFiniteScoresUnlessAHistoryIsNeeded) {
    if (m_capabilities.needsHistory) GTEST_SKIP() << "the model is never scored without a history";
    for (const float score : scoresOf(*m_model, {}, 0)) EXPECT_TRUE(std::isfinite(score));
}

TEST_P(Declared, ACopyScoresLikeTheOriginalAndRefusesIncompleteWeights) {
    const auto copy = m_model->copy();
    EXPECT_EQ(scoresOf(*copy, m_history, 0), scoresOf(*m_model, m_history, 0));
    SafeTensors weights = m_model->weights();
    weights.tensors.erase(weights.tensors.begin());
    EXPECT_ANY_THROW(copy->setWeights(weights));
}

INSTANTIATE_TEST_SUITE_P(Models, Declared, testing::ValuesIn(modelNames()), [](const auto& info) {
    std::string name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
    return name;
});

TEST(LossUnit, IsNatsOnlyForALossThatIsTheLogarithmOfAProbability) {
    for (const char* const model : {"sasrec", "bert4rec", "bpr_mf", "cdae", "hstu"})
        EXPECT_EQ(lossUnitOf(defaultConfig(model)), LossUnit::Nats) << model;
    for (const char* const model : {"autorec", "rbm"})
        EXPECT_EQ(lossUnitOf(defaultConfig(model)), LossUnit::SquaredError) << model;
    for (const char* const model : {"gru4rec", "lstm"}) {
        RunConfig config = defaultConfig(model);
        config.loss.kind = LossKind::Top1;
        EXPECT_EQ(lossUnitOf(config), LossUnit::None) << model;
        config.loss.kind = LossKind::CrossEntropy;
        EXPECT_EQ(lossUnitOf(config), LossUnit::Nats) << model;
    }
}

TEST(BatchUnit, SaysWhatASampleOfTheModelIs) {
    const std::map<std::string, std::string> units = {
        {"sasrec", "sequences"}, {"hstu", "sequences"}, {"autorec", "users"},    {"cdae", "users"},
        {"rum", "prefixes"},     {"lstm", "windows"},   {"rbm", "users"},        {"narm", "prefixes"},
        {"stamp", "prefixes"},   {"caser", "windows"},  {"ncf", "interactions"}, {"gru4rec", "sessions"}};
    for (const auto& [model, unit] : units)
        EXPECT_EQ(defaultConfig(model).schema->at("batch_size").field.unit, unit) << model;
}

}  // namespace
}  // namespace recscope
