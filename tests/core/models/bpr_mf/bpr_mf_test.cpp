// SPDX-License-Identifier: GPL-3.0-or-later
// Compares BPR-MF with tests/golden/bpr_mf/make.py (PyTorch), and its samples with their definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../support/golden_file.h"
#include "core/models/bpr_mf/bpr_mf_config.h"
#include "core/models/bpr_mf/bpr_mf_training_module.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

class BprMfGolden : public testing::TestWithParam<const char*> {
protected:
    BprMfGolden()
        : m_file(std::string("bpr_mf/") + GetParam()),
          m_model(m_file.config(), {.itemCount = m_file.number("items"), .userCount = m_file.number("users")},
                  InitialWeights::Loaded) {
        m_model.setWeights(m_file.group("weight"));
    }
    void expectWeights(const std::string& group) const {
        for (const auto& [name, tensor] : m_model.weights().tensors) m_file.expectEqual(tensor, group + "." + name);
    }

    GoldenFile m_file;
    BprMf m_model;
};

TEST_P(BprMfGolden, SequentialSamplesEqualPyTorch) {
    BprMfTrainingModule module(m_model, m_file.config());
    const std::vector<std::int32_t> samples = m_file.tokens("samples");
    std::vector<float> losses;
    for (std::size_t i = 0; i + 2 < samples.size(); i += 3) {
        losses.push_back(module.update({.user = samples[i], .positive = samples[i + 1], .negative = samples[i + 2]},
                                       m_file.config().training.learningRate));
        if (losses.size() == 1) expectWeights("after1");
        if (losses.size() == 5) expectWeights("after5");
    }
    m_model.averageUsers();
    expectWeights("end");
    m_file.expectEqual(torch::tensor(losses), "losses");
}

TEST_P(BprMfGolden, ScoresOfKnownAndUnknownUsersEqualPyTorch) {
    m_model.setWeights(m_file.group("expected.end"));
    const std::vector<Token> history = {3};
    std::vector<Query> queries = {{.history = history, .user = std::nullopt}};
    for (std::int32_t user = 0; user < m_file.number("users"); ++user)
        queries.push_back({.history = history, .user = user});
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

INSTANTIATE_TEST_SUITE_P(PyTorch, BprMfGolden, testing::Values("bias", "no_bias"),
                         [](const auto& info) { return info.param; });

/// Three users and ten items; the last two of each history are held out.
Histories threeUsers() {
    Histories histories;
    histories.itemCount = 10;
    histories.append(std::vector<Token>{1, 2, 3, 4, 1, 9, 10});
    histories.append(std::vector<Token>{1, 5, 9, 10});
    histories.append(std::vector<Token>{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 10});
    return histories;
}

class BprSampling : public testing::Test {
protected:
    BprMfConfig& bprMf() { return bprMfOf(m_config); }
    std::vector<BprSample> drawn(int epochs = 1) {
        BprSamples samples(m_histories, m_config);
        std::vector<BprSample> all;
        for (int epoch = 1; epoch <= epochs; ++epoch) {
            samples.startEpoch(epoch);
            for (std::int64_t block = 0; block < samples.blocks(); ++block) {
                const std::vector<BprSample> some = samples.draw(block);
                all.insert(all.end(), some.begin(), some.end());
            }
        }
        return all;
    }
    bool trainsOn(std::int32_t user, Token item) const {
        const auto training = m_histories.training(user);
        return std::find(training.begin(), training.end(), item) != training.end();
    }
    Histories m_histories = threeUsers();
    RunConfig m_config = defaultConfig("bpr_mf");
};

TEST_F(BprSampling, NegativesExcludeTrainingItemsButNotHeldOutItems) {
    for (const BprNegatives from : {BprNegatives::Items, BprNegatives::Interactions}) {
        bprMf().negatives = from;
        std::set<Token> negativesOfFirst;
        for (const BprSample& sample : drawn(200)) {
            EXPECT_TRUE(trainsOn(sample.user, sample.positive));
            EXPECT_FALSE(trainsOn(sample.user, sample.negative));
            if (sample.user == 0) negativesOfFirst.insert(sample.negative);
        }
        // Item 10 is in no user's training part, so drawing by interactions never yields it.
        EXPECT_EQ(negativesOfFirst, from == BprNegatives::Items ? (std::set<Token>{5, 6, 7, 8, 9, 10})
                                                                : (std::set<Token>{5, 6, 7, 8, 9}));
    }
}

TEST_F(BprSampling, EachInteractionOccursOncePerEpochUnlessUsersAreDrawn) {
    bprMf().hit = BprHit::DrawAgain;
    std::map<std::pair<std::int32_t, Token>, int> seen;
    for (const BprSample& sample : drawn()) ++seen[{sample.user, sample.positive}];
    EXPECT_EQ((seen[{0, 1}]), 2);  // occurs twice in the history
    EXPECT_EQ((seen[{1, 5}]), 1);
    int all = 0;
    for (const auto& [pair, times] : seen) all += times;
    EXPECT_EQ(all, 5 + 2 + 9);

    bprMf().positives = BprPositives::Users;
    std::map<std::int32_t, int> perUser;
    for (const BprSample& sample : drawn(1000)) ++perUser[sample.user];
    for (std::int32_t user = 0; user < 3; ++user)
        EXPECT_NEAR(perUser[user], 16000 / 3.0, 5 * std::sqrt(16000 * 2 / 9.0)) << user;
}

// A hit: the item drawn as a negative is one of the user's own items.
TEST_F(BprSampling, AHitIsSkippedOrDrawnAgain) {
    constexpr int kEpochs = 500;
    // The training parts have 4, 2 and 9 of the 10 items, so a draw is a hit with probability 0.4, 0.2 or 0.9.
    const double expected = kEpochs * (5 * 0.6 + 2 * 0.8 + 9 * 0.1);
    EXPECT_NEAR(static_cast<double>(drawn(kEpochs).size()), expected, 5 * std::sqrt(kEpochs * 16 * 0.25));
    bprMf().hit = BprHit::DrawAgain;
    EXPECT_EQ(drawn(kEpochs).size(), static_cast<std::size_t>(kEpochs * 16));
}

TEST_F(BprSampling, NegativesFromInteractionsFollowItemFrequency) {
    bprMf().negatives = BprNegatives::Interactions;
    std::map<Token, int> times;
    int all = 0;
    for (const BprSample& sample : drawn(4000)) {
        if (sample.user != 1) continue;
        ++times[sample.negative];
        ++all;
    }
    // User 1 has not seen items 2, 3 and 4 (two interactions each) and 6, 7, 8 and 9 (one each).
    for (const Token item : {2, 3, 4, 6, 7, 8, 9}) {
        const double share = (item <= 4 ? 2 : 1) / 10.0;
        EXPECT_NEAR(times[item], all * share, 5 * std::sqrt(all * share * (1 - share))) << item;
    }
}

TEST_F(BprSampling, AUserWithEveryItemGivesNoSamples) {
    Histories histories;
    histories.itemCount = 3;
    histories.append(std::vector<Token>{1, 2, 3, 1, 2});
    bprMf().hit = BprHit::DrawAgain;
    m_histories = histories;
    EXPECT_TRUE(drawn().empty());
}

TEST(BprMf, AStepChangesOnlyThreeVectors) {
    RunConfig config = defaultConfig("bpr_mf");
    BprMf model(config, {.itemCount = 9, .userCount = 5}, InitialWeights::Random);
    BprMfTrainingModule module(model, config);
    const SafeTensors before = model.weights();
    module.update({.user = 2, .positive = 4, .negative = 7}, 0.1);
    const SafeTensors after = model.weights();
    const auto changed = [&](const std::string& name) {
        const torch::Tensor rows = (before.tensors.at(name) != after.tensors.at(name)).flatten(1).any(1).nonzero();
        std::set<std::int64_t> changedRows;
        for (std::int64_t i = 0; i < rows.size(0); ++i) changedRows.insert(rows[i].item<std::int64_t>());
        return changedRows;
    };
    EXPECT_EQ(changed("user_embedding.weight"), (std::set<std::int64_t>{3}));
    EXPECT_EQ(changed("item_embedding.weight"), (std::set<std::int64_t>{4, 7}));
}

}  // namespace
}  // namespace recscope
