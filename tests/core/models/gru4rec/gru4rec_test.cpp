// SPDX-License-Identifier: GPL-3.0-or-later
// Compares an epoch of GRU4Rec with tests/golden/gru4rec/make.py (PyTorch), and tests properties that the golden file
// does not cover.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "../../support/golden_file.h"
#include "core/models/gru4rec/gru4rec_config.h"
#include "core/models/gru4rec/gru4rec_training_module.h"
#include "core/recommender/machine_share.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

/// Histories with these training parts; two held-out items are appended to each part that is not empty.
Histories withTrainingParts(std::int32_t itemCount, const std::vector<std::vector<Token>>& parts) {
    Histories histories;
    histories.itemCount = itemCount;
    for (std::vector<Token> part : parts) {
        if (!part.empty()) part.insert(part.end(), {1, 2});
        histories.append(part);
    }
    return histories;
}

using GoldenCase = std::tuple<const char*, int>;  ///< name of the golden file, number of threads

class Gru4RecGolden : public testing::TestWithParam<GoldenCase> {
protected:
    Gru4RecGolden()
        : m_file(std::string("gru4rec/") + std::get<0>(GetParam())),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = 1}, InitialWeights::Loaded),
          m_step(m_model, m_file.config(), std::get<1>(GetParam())) {
        m_model.setWeights(m_file.group("weight"));
        const std::vector<Token> items = m_file.tokens("items");
        auto next = items.begin();
        for (const std::int32_t length : m_file.tokens("lengths")) {
            m_sessions.emplace_back(next, next + length);
            next += length;
        }
        m_histories = withTrainingParts(m_file.number("items"), m_sessions);
        std::vector<double> counts(static_cast<std::size_t>(vocabularySize(m_file.number("items"))), 0);
        for (const Token item : items) ++counts[static_cast<std::size_t>(item)];
        m_step.setItemCounts(counts);
    }

    void expectWeights(const std::string& group) const {
        const SafeTensors weights = m_model.weights();
        EXPECT_EQ(weights.tensors.size(), m_file.group("expected." + group).tensors.size());
        for (const auto& [name, tensor] : weights.tensors) m_file.expectEqual(tensor, group + "." + name);
    }

    GoldenFile m_file;
    Gru4Rec m_model;
    Gru4RecStep m_step;
    std::vector<std::vector<Token>> m_sessions;
    Histories m_histories;
};

TEST_P(Gru4RecGolden, AnEpochEqualsPyTorch) {
    const RunConfig& config = m_file.config();
    const Gru4RecConfig& gru4rec = gru4RecOf(config);
    const std::vector<Token> drawn = m_file.has("data.negatives") ? m_file.tokens("negatives") : std::vector<Token>();
    // Without drawn negatives, a slot's negatives are the targets of the other slots, so a step needs two slots.
    SessionParallelBatches slots(m_histories, config.training.batchSize, gru4rec.extraNegatives > 0 ? 1 : 2);
    std::vector<std::vector<float>> states(
        static_cast<std::size_t>(gru4rec.layers),
        std::vector<float>(slots.slots().size() * static_cast<std::size_t>(gru4rec.dim), 0.0F));
    std::vector<double> losses;
    while (!slots.slots().empty()) {
        SessionParallelBatch batch;
        for (const SessionParallelBatches::Slot& slot : slots.slots()) {
            batch.inputs.push_back(slots.input(slot));
            batch.targets.push_back(slots.target(slot));
        }
        const auto first = drawn.begin() + static_cast<std::int64_t>(losses.size()) * gru4rec.extraNegatives;
        batch.negatives.assign(first, first + gru4rec.extraNegatives);
        losses.push_back(m_step.step(batch, states, /*dropoutSeed=*/0, config.training.learningRate));
        const std::vector<std::int32_t> from = slots.advance();
        for (std::vector<float>& state : states) SessionParallelBatches::rearrangeStates(state, from, gru4rec.dim);
        if (losses.size() == 1) expectWeights("after1");
        if (losses.size() == 5) expectWeights("after5");
    }
    expectWeights("end");
    m_file.expectEqual(torch::tensor(losses, torch::kDouble), "losses");
}

TEST_P(Gru4RecGolden, ScoresAfterTheEpochEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    std::vector<Query> queries;
    for (const std::vector<Token>& session : m_sessions) queries.push_back({.history = session, .user = std::nullopt});
    const std::int64_t V = m_file.number("items");
    const torch::Tensor scores = torch::zeros({static_cast<std::int64_t>(queries.size()), V});
    m_model.score(queries,
                  [&](std::size_t i, std::span<const float> row) {
                      std::copy_n(row.data() + kFirstItemToken, V,
                                  scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                  },
                  {});
    m_file.expectEqual(scores, "scores");
}

INSTANTIATE_TEST_SUITE_P(PyTorch, Gru4RecGolden,
                         testing::Combine(testing::Values("ce", "ce_logq", "bpr", "top1_untied", "bpr_max", "top1_max"),
                                          testing::Values(1, 2)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param)) + "_" +
                                    std::to_string(std::get<1>(info.param)) +
                                    (std::get<1>(info.param) == 1 ? "_thread" : "_threads");
                         });

/// One step of a model of 11 items with learning rate 0, and the states after it.
struct ZeroRateStep {
    explicit ZeroRateStep(double inputDropout, double hiddenDropout) {
        gru4RecOf(config).dim = 64;
        gru4RecOf(config).inputDropout = inputDropout;
        gru4RecOf(config).hiddenDropout = hiddenDropout;
        Gru4Rec model(config, {.itemCount = 11, .userCount = 1}, InitialWeights::Random);
        Gru4RecStep step(model, config, 1);
        states.assign(1, std::vector<float>(3 * 64, 0.0F));
        loss = step.step({.inputs = {1, 2, 3}, .targets = {4, 5, 6}, .negatives = {7}}, states, /*dropoutSeed=*/9, 0);
    }
    RunConfig config = defaultConfig("gru4rec");
    std::vector<std::vector<float>> states;
    double loss = 0;
};

TEST(Gru4RecDropout, DropsTheGivenShareOfTheStatesThatAreCarriedOver) {
    const ZeroRateStep plain(0, 0), dropped(0, 0.25);
    int zeros = 0;
    for (std::size_t i = 0; i < plain.states[0].size(); ++i) {
        if (dropped.states[0][i] == 0)
            ++zeros;
        else
            EXPECT_NEAR(dropped.states[0][i], plain.states[0][i] / 0.75F, 1e-6);
    }
    EXPECT_NEAR(zeros, 0.25 * 3 * 64, 4 * std::sqrt(3 * 64 * 0.25 * 0.75));
    EXPECT_NE(dropped.loss, plain.loss);
}

TEST(Gru4RecDropout, OfTheInputChangesEveryStateAndDropsNone) {
    const ZeroRateStep plain(0, 0), dropped(0.5, 0);
    for (std::size_t i = 0; i < plain.states[0].size(); ++i) {
        EXPECT_NE(dropped.states[0][i], plain.states[0][i]);
        EXPECT_NE(dropped.states[0][i], 0);
    }
}

TEST(SessionParallelBatches, ReadEveryHistoryOnceInOrderAndShrinkAtTheEnd) {
    const std::vector<std::vector<Token>> parts = {{1, 2, 3}, {4}, {5, 6}, {}, {7, 8, 9, 10}, {11, 1}};
    const Histories histories = withTrainingParts(11, parts);
    SessionParallelBatches slots(histories, 2, 1);
    std::map<std::int32_t, std::vector<Token>> read;
    std::vector<std::size_t> widths;
    while (!slots.slots().empty()) {
        widths.push_back(slots.slots().size());
        for (const SessionParallelBatches::Slot& slot : slots.slots()) {
            if (slot.isNew) read[slot.user].push_back(slots.input(slot));
            read[slot.user].push_back(slots.target(slot));
        }
        slots.advance();
    }
    EXPECT_EQ(widths, (std::vector<std::size_t>{2, 2, 2, 1}));
    ASSERT_EQ(read.size(), 4u);
    for (const auto& [user, items] : read) EXPECT_EQ(items, parts[static_cast<std::size_t>(user)]);
    EXPECT_EQ(slots.ended(), 4);
}

TEST(SessionParallelBatches, ResetTheStateWhenAHistoryEnds) {
    std::vector<float> states = {1, 1, 2, 2, 3, 3};
    SessionParallelBatches::rearrangeStates(states, std::vector<std::int32_t>{-1, 2}, 2);
    EXPECT_EQ(states, (std::vector<float>{0, 0, 3, 3}));
}

TEST(Gru4RecTrainingModule, DrawsOnlyItemsThatOccur) {
    RunConfig config = defaultConfig("gru4rec");
    config.training.batchSize = 2;
    gru4RecOf(config).dim = 4;
    gru4RecOf(config).extraNegatives = 500;
    const Histories histories = withTrainingParts(11, {{3, 4, 5}, {5, 4, 3}});
    Gru4Rec model(config, {.itemCount = 11, .userCount = 2}, InitialWeights::Random);
    const SafeTensors before = model.weights();
    Gru4RecTrainingModule module(model, config);
    module.setTrainingData(histories);
    module.startEpoch(1, 0);
    for (std::int64_t i = 0; i < module.stepsPerEpoch(); ++i) module.step(i, 0.1, {});
    const SafeTensors after = model.weights();
    for (Token item = 0; item < 13; ++item) {
        const bool moves = !torch::equal(before.tensors.at("item_embedding.weight")[item],
                                         after.tensors.at("item_embedding.weight")[item]);
        EXPECT_EQ(moves, item >= 3 && item <= 5) << item;
    }
}

// Threads of a small step would wait for each other longer than one thread needs for the computation. One thread also
// gives the same numbers on every machine.
TEST(Gru4RecTrainingModule, UsesOneThreadUnlessStepsAreLarge) {
    const auto deviceOf = [](const RunConfig& config) {
        Gru4Rec model(config, {.itemCount = 11, .userCount = 2}, InitialWeights::Random);
        return wordsOf(Gru4RecTrainingModule(model, config).device());
    };
    for (const char* const preset : {"quick", "gru4rec", "gru4rec-plus"})
        EXPECT_EQ(deviceOf(presetFor("gru4rec", preset, DatasetInfo()).config), "cpu, 1 thread") << preset;
    RunConfig large = presetFor("gru4rec", "gru4rec-plus", DatasetInfo()).config;
    large.training.batchSize = 512;
    EXPECT_EQ(deviceOf(large) != "cpu, 1 thread", computeThreads() > 1);
}

}  // namespace
}  // namespace recscope
