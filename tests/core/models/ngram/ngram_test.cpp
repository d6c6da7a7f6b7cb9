// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the n-gram model with tables of counts (tests/golden/ngram/make.py) and with its definition.
#include "core/models/ngram/ngram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "../../support/golden_file.h"
#include "../../support/minibatch_golden.h"
#include "core/recommender/registry.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/score_row.h"
#include "core/recommender/training_module.h"

namespace recscope {
namespace {

std::unique_ptr<Recommender> counted(const RunConfig& config, const Histories& histories) {
    auto model = makeRecommender(config, {.itemCount = histories.itemCount, .userCount = histories.userCount()},
                                 InitialWeights::Loaded);
    const auto module = model->makeTrainingModule(config, Device::Cpu);
    module->setTrainingData(histories);
    module->startEpoch(1, 0);
    EXPECT_TRUE(module->step(0, 0, {}));
    return model;
}

/// Histories that are trained on as a whole.
Histories wholeHistories(std::int32_t itemCount, const std::vector<std::vector<Token>>& lists) {
    Histories histories;
    histories.itemCount = itemCount;
    for (std::vector<Token> list : lists) {
        list.insert(list.end(), {1, 1});  // held out
        histories.append(list);
    }
    return histories;
}

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

RunConfig configOfOrder(const char* order) {
    RunConfig config = defaultConfig("ngram");
    setConfigValue(config, "order", order);
    return config;
}

class NgramGolden : public testing::TestWithParam<const char*> {};

TEST_P(NgramGolden, ScoresEqualTablesOfCountsAndPartsSumToThem) {
    const GoldenFile file(std::string("ngram/") + GetParam());
    Histories histories;
    histories.itemCount = file.number("items");
    const std::vector<std::vector<Token>> lists = historiesOf(file);
    for (const std::vector<Token>& list : lists) histories.append(list);
    const auto model = counted(file.config(), histories);
    std::vector<Query> queries;
    for (const std::vector<Token>& list : lists) queries.push_back({.history = list, .user = {}});
    expectScoresEqual(file, *model, queries);
    for (const std::vector<Token>& list : lists) {
        const std::vector<float> scores = scoresOf(*model, list);
        for (Token item = 1; item <= histories.itemCount; ++item) {
            const std::vector<float> parts = partsOf(*model, list, item);
            EXPECT_EQ(parts.size(), std::min<std::size_t>(list.size(), 3));
            // Rounding: at most a few dozen terms, all smaller than 1.
            EXPECT_NEAR(std::accumulate(parts.begin(), parts.end(), 0.0), scores[static_cast<std::size_t>(item)], 1e-5);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Tables, NgramGolden, testing::Values("counts", "smoothed"),
                         [](const auto& info) { return info.param; });

// Tolerance: even without smoothing, popularity has a thousandth of the weight of one occurrence.
constexpr double kPopularityTolerance = 2e-3;

TEST(Ngram, EachLaterItemCountsHalfOfTheOneBeforeIt) {
    const auto model = counted(configOfOrder("1"), wholeHistories(5, {{1, 2, 3, 4}, {5}}));
    const std::vector<float> scores = scoresOf(*model, {1});
    EXPECT_NEAR(scores[2], 4 / 7.0, kPopularityTolerance);
    EXPECT_NEAR(scores[3], 2 / 7.0, kPopularityTolerance);
    EXPECT_NEAR(scores[4], 1 / 7.0, kPopularityTolerance);
    EXPECT_NEAR(scores[5], 0, kPopularityTolerance) << "another history";
}

TEST(Ngram, TheProbabilitiesThatAreShownAreItsEstimates) {
    const auto model = counted(configOfOrder("1"), wholeHistories(6, {{1, 2, 3, 4}, {5}}));
    const std::vector<float> scores = scoresOf(*model, {1});
    const ScoreRow row = ScoreRow::of(scores, model->capabilities().scores);
    EXPECT_NEAR(std::exp(row.logProbability(2)), 4 / 7.0, kPopularityTolerance);
    EXPECT_NEAR(row.best({}, 1).at(0).probability, 4 / 7.0, kPopularityTolerance);
    double sum = 0;
    for (Token item = kFirstItemToken; item < kFirstItemToken + 6; ++item) sum += std::exp(row.logProbability(item));
    EXPECT_NEAR(sum, 1, 1e-6);
    EXPECT_TRUE(std::isfinite(row.logProbability(6))) << "an item that occurs in no history";
}

TEST(Ngram, ContextsOfAllLengthsCountEqually) {
    // After 2: 3 and 4 equally often; after 1, 2: only 3.
    const auto model = counted(configOfOrder("2"), wholeHistories(5, {{1, 2, 3}, {5, 2, 4}}));
    EXPECT_NEAR(scoresOf(*model, {1, 2})[3], (0.5 + 1) / 2, kPopularityTolerance);
    EXPECT_NEAR(scoresOf(*model, {1, 2})[4], 0.5 / 2, kPopularityTolerance);
    EXPECT_NEAR(scoresOf(*model, {2})[3], 0.5, kPopularityTolerance) << "only one item to read";
}

TEST(Ngram, AContextThatNeverOccursIsReplacedByAShorterOneAndAtLastByPopularity) {
    const auto model = counted(configOfOrder("2"), wholeHistories(6, {{1, 2, 3}, {5, 2, 4}, {3}}));
    EXPECT_NEAR(scoresOf(*model, {4, 2})[3], 0.5, kPopularityTolerance);
    EXPECT_NEAR(scoresOf(*model, {6})[3], 2 / 7.0, 1e-6);
    EXPECT_NEAR(scoresOf(*model, {})[3], 2 / 7.0, 1e-6);
}

TEST(Ngram, AContextDoesNotExtendOverTwoHistories) {
    const auto model = counted(configOfOrder("2"), wholeHistories(4, {{1}, {2, 3}, {1, 2, 4}}));
    EXPECT_NEAR(scoresOf(*model, {1, 2})[4], (0.5 + 1) / 2, kPopularityTolerance);
    EXPECT_NEAR(scoresOf(*model, {1})[2], 2 / 3.0, kPopularityTolerance);
}

TEST(Ngram, ThePartOfAnItemIsWhatTheContextThatBeginsWithItAdds) {
    const auto model = counted(configOfOrder("2"), wholeHistories(5, {{1, 2, 3}, {5, 2, 4}}));
    const std::vector<float> supported = partsOf(*model, {5, 1, 2}, 3), other = partsOf(*model, {5, 1, 2}, 4);
    ASSERT_EQ(supported.size(), 2u);
    EXPECT_NEAR(supported[0], 0.5, kPopularityTolerance) << "1, of the context 1, 2";
    EXPECT_NEAR(supported[1], 0.25, kPopularityTolerance) << "2";
    EXPECT_EQ(other[0], 0);
    EXPECT_NEAR(other[1], 0.25, kPopularityTolerance);
    EXPECT_EQ(partsOf(*model, {1, kHiddenItem}, 3).size(), 2u);
    EXPECT_EQ(partsOf(*model, {1, kHiddenItem}, 3)[1], 0) << "a hidden item";
}

TEST(Ngram, WeightsOfAnotherDatasetAreRefused) {
    const RunConfig config = configOfOrder("2");
    const auto model = counted(config, wholeHistories(5, {{1, 2, 3}}));
    for (const float item : {6.0F, -1.0F}) {
        SafeTensors weights = model->weights();
        weights.tensors.at("training.items") = torch::tensor({1.0F, item, 0.0F});
        EXPECT_ANY_THROW(model->setWeights(weights)) << item;
    }
    SafeTensors weights = model->weights();
    weights.tensors.at("training.items") = torch::tensor({1.0F, 2.0F});
    EXPECT_ANY_THROW(model->setWeights(weights)) << "the last history has no end";
}

}  // namespace
}  // namespace recscope
