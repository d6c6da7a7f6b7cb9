// SPDX-License-Identifier: GPL-3.0-or-later
// Item parts: one number for each item of a history (an attention weight, or a contribution to a score), for the models
// that provide them.
#include "core/recommender/item_parts.h"

#include <gtest/gtest.h>

#include <numeric>

#include "../explain/trained_run.h"
#include "../learn_support.h"
#include "core/explain/scores/inference_session.h"
#include "core/models/narm/narm.h"
#include "core/models/narm/narm_config.h"
#include "core/models/narm/narm_net.h"
#include "core/models/stamp/stamp.h"
#include "core/models/stamp/stamp_config.h"
#include "core/models/stamp/stamp_net.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/query_reading.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 12;

std::vector<float> scoresOf(Recommender& model, const std::vector<Token>& history) {
    const Query query{.history = history, .user = {}};
    std::vector<float> scores;
    model.score({&query, 1}, [&](std::size_t, std::span<const float> row) { scores.assign(row.begin(), row.end()); },
                {});
    return scores;
}

std::vector<float> partsOf(Recommender& model, const std::vector<Token>& history, Token candidate) {
    return model.itemParts()->partsFor({.history = history, .user = {}}, candidate);
}

std::unique_ptr<Recommender> trainedKnn(const RunConfig& config, const Histories& histories) {
    auto model = makeRecommender(config, {.itemCount = histories.itemCount, .userCount = histories.userCount()},
                                 InitialWeights::Loaded);
    const auto module = model->makeTrainingModule(config, Device::Cpu);
    module->setTrainingData(histories);
    module->startEpoch(1, 0);
    module->step(0, 0, {});
    return model;
}

TEST(AtPositions, GivesANumberToEachOfTheNewestPositionsAndZeroToHiddenOnes) {
    const std::vector<Token> history = {9, 4, kHiddenItem, 5};
    EXPECT_EQ(atPositions(history, 3, std::vector<float>{0.5F, -2}), (std::vector<float>{0.5F, 0, -2}));
    EXPECT_EQ(atPositions(history, 0, std::vector<float>{1, 2, 3}), (std::vector<float>{1, 2, 0, 3}));
    EXPECT_TRUE(atPositions({}, 3, {}).empty());
}

/// The attention weights over the history, read from the network itself.
template <class Net, class Model, class Config>
std::vector<float> networkWeights(Model& model, const Config& config, const std::vector<Token>& read) {
    PackedHistories histories;
    histories.add(read, /*maxPositions=*/0);
    kernels::Arena arena;
    kernels::Tape tape(arena, /*recordsGradients=*/false);
    std::vector<float> alphas;
    Net(config, parametersOf(model.tensors())).states(tape, histories, /*dropoutSeed=*/0, &alphas);
    return alphas;
}

TEST(Weights, AreTheAttentionWeightsOfTheNewestItems) {
    RunConfig narm = smallConfig("narm"), stamp = smallConfig("stamp");
    narmOf(narm).maxLength = stampOf(stamp).maxLength = 3;
    Narm first(narm, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
    Stamp second(stamp, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
    const std::vector<Token> history = {9, 8, 1, 2, 3}, read = {1, 2, 3};
    const std::vector<float> narmWeights = networkWeights<NarmNet>(first, narmOf(narm), read);
    const std::vector<float> stampWeights = networkWeights<StampNet>(second, stampOf(stamp), read);
    ASSERT_EQ(narmWeights.size(), 3u);
    EXPECT_NE(narmWeights[0], narmWeights[2]);
    EXPECT_EQ(partsOf(first, history, 5), narmWeights);
    EXPECT_EQ(partsOf(first, history, 7), narmWeights) << "the same for every candidate";
    EXPECT_EQ(partsOf(second, history, 5), stampWeights);
    EXPECT_TRUE(partsOf(first, {}, 5).empty());
}

TEST(Weights, OfNarmWithoutSoftmaxNeedNotSumToOneAndMayBeNegative) {
    bool negative = false, sumsToOne = true;
    RunConfig config = smallConfig("narm");
    for (config.training.seed = 1; config.training.seed <= 8; ++config.training.seed) {
        Narm model(config, {.itemCount = kItems, .userCount = 1}, InitialWeights::Random);
        const std::vector<float> weights = partsOf(model, {1, 2, 3, 4, 9}, 1);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        sumsToOne = sumsToOne && std::abs(sum - 1) < 1e-3;
        for (const float weight : weights) negative = negative || weight < 0;
    }
    EXPECT_FALSE(sumsToOne);
    EXPECT_TRUE(negative);
}

TEST(Contributions, SumToTheScoreOfEveryItem) {
    const Histories histories = ringHistories();
    for (const char* const reads : {"all", "newest"}) {
        RunConfig config = smallConfig("item_knn");
        setConfigValue(config, "history", reads);
        const auto model = trainedKnn(config, histories);
        for (const std::vector<Token>& history :
             {std::vector<Token>{3, 4, 5}, {7}, {2, 9, 2, 2, 11}, {1, kHiddenItem, 4}}) {
            const std::vector<float> scores = scoresOf(*model, history);
            bool anyPositive = false;
            for (Token item = 1; item <= kItems; ++item) {
                const std::vector<float> parts = partsOf(*model, history, item);
                const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
                EXPECT_NEAR(sum, scores[static_cast<std::size_t>(item)], 1e-6) << reads << " " << item;
                anyPositive = anyPositive || sum > 0;
            }
            EXPECT_TRUE(anyPositive);
        }
    }
}

TEST(Contributions, EqualTheLossOfScoreWithoutTheItem) {
    const auto model = trainedKnn(smallConfig("item_knn"), ringHistories());
    const std::vector<Token> history = {2, 3, 6, 8};
    const std::vector<float> whole = scoresOf(*model, history);
    for (std::size_t removed = 0; removed < history.size(); ++removed) {
        std::vector<Token> rest = history;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(removed));
        const std::vector<float> without = scoresOf(*model, rest);
        for (std::size_t item = 1; item <= kItems; ++item)
            EXPECT_NEAR(partsOf(*model, history, static_cast<Token>(item))[removed], whole[item] - without[item], 1e-6);
    }
}

TEST(Contributions, OfARepeatedItemAreAtItsNewestPosition) {
    const auto model = trainedKnn(smallConfig("item_knn"), ringHistories());
    const std::vector<float> parts = partsOf(*model, {3, 5, 3}, 4);
    EXPECT_EQ(parts[0], 0);
    EXPECT_GT(parts[2], 0);
}

/// Trains a model on the ring dataset and explains one history.
Explanation explained(const std::string& model) {
    TemporaryWorkspace temporary;
    Workspace workspace = temporary.open();
    TrainObserver observer;
    PauseSwitch pause;
    const DatasetId dataset = addDataset(workspace, ringHistories()).id;
    const RunRecord run = train(
        workspace, {.dataset = dataset, .config = smallConfig(model), .runName = "run", .device = DeviceChoice::Cpu},
        observer, pause, {});
    return InferenceSession::load(workspace, run.id)
        .explain(std::vector<Token>{3, 4, 5}, /*topK=*/4, /*truth=*/Token{1});
}

TEST(PartsInAnExplanation, ContainANumberForEachPositionOfEveryShownItem) {
    for (const std::string model : {"narm", "stamp", "item_knn", "ngram"}) {
        const Explanation explanation = explained(model);
        ASSERT_TRUE(explanation.parts) << model;
        const bool adds = model == "item_knn" || model == "ngram";
        EXPECT_EQ(explanation.parts->kind, adds ? ItemPartKind::Contribution : ItemPartKind::Weight);
        for (const Recommendation& recommendation : explanation.recommendations) {
            const std::span<const float> parts = explanation.parts->of(recommendation.token);
            ASSERT_EQ(parts.size(), explanation.positions.size()) << model;
            if (adds) {
                EXPECT_NEAR(std::accumulate(parts.begin(), parts.end(), 0.0), recommendation.score, 1e-6);
            }
        }
        EXPECT_EQ(explanation.parts->of(1).size(), 3u) << "the held-out item";
        EXPECT_EQ(explanation.parts->of(12).size(), adds ? 0u : 3u) << "an item that is not shown";
    }
    EXPECT_FALSE(explained("sasrec").parts);
}

TEST(PartsInAnExplanation, OfRumAreTheWeightsOfEachRecommendation) {
    const Explanation explanation = explained("rum");
    ASSERT_TRUE(explanation.parts);
    EXPECT_EQ(explanation.parts->kind, ItemPartKind::CandidateWeight);
    for (const Recommendation& recommendation : explanation.recommendations) {
        const std::span<const float> weights = explanation.parts->of(recommendation.token);
        ASSERT_EQ(weights.size(), explanation.positions.size());
        EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-6);
    }
    const std::span<const float> first = explanation.parts->of(explanation.recommendations.front().token),
                                 second = explanation.parts->of(explanation.recommendations[1].token);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), explanation.parts->weights.begin()));
    EXPECT_FALSE(std::equal(first.begin(), first.end(), second.begin()));
    EXPECT_EQ(explanation.parts->of(1).size(), 3u) << "the held-out item";
}

}  // namespace
}  // namespace recscope
