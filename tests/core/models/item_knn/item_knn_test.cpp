// SPDX-License-Identifier: GPL-3.0-or-later
// Compares Item-kNN with a dense computation (tests/golden/item_knn/make.py) and with its definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "../../support/golden_file.h"
#include "core/models/item_knn/item_knn_config.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/recommender/registry.h"
#include "core/recommender/training_module.h"
#include "core/sequence/histories.h"

namespace recscope {
namespace {

/// A trained Item-kNN, and its scores for an unknown user.
struct TrainedItemKnn {
    TrainedItemKnn(const RunConfig& config, const Histories& histories)
        : model(makeRecommender(config, {.itemCount = histories.itemCount, .userCount = histories.userCount()},
                                InitialWeights::Random)) {
        const auto module = model->makeTrainingModule(config, Device::Cpu);
        module->setTrainingData(histories);
        module->startEpoch(1, 0);
        EXPECT_TRUE(module->step(0, 0, {}));
    }
    torch::Tensor scores(const std::vector<std::vector<Token>>& requested) const {
        std::vector<Query> queries;
        for (const std::vector<Token>& history : requested)
            queries.push_back({.history = history, .user = std::nullopt});
        const std::int64_t V = model->shape().itemCount;
        const torch::Tensor scores = torch::zeros({static_cast<std::int64_t>(queries.size()), V});
        model->score(queries,
                     [&](std::size_t i, std::span<const float> row) {
                         std::copy_n(row.data() + kFirstItemToken, V,
                                     scores.data_ptr<float>() + static_cast<std::int64_t>(i) * V);
                     },
                     {});
        return scores;
    }
    torch::Tensor scores(const std::vector<Token>& history) const {
        return scores(std::vector<std::vector<Token>>{history})[0];
    }
    std::unique_ptr<Recommender> model;
};

class ItemKnnGolden : public testing::TestWithParam<const char*> {};

TEST_P(ItemKnnGolden, ScoresEqualADenseComputation) {
    const GoldenFile file(std::string("item_knn/") + GetParam());
    Histories histories;
    histories.itemCount = file.number("items");
    const std::vector<Token> items = file.tokens("items");
    std::vector<std::vector<Token>> lists;
    std::size_t first = 0;
    for (const std::int32_t length : file.tokens("lengths")) {
        const auto begin = items.begin() + static_cast<std::ptrdiff_t>(first);
        lists.emplace_back(begin, begin + length);
        histories.append(lists.back());
        first += static_cast<std::size_t>(length);
    }
    file.expectEqual(TrainedItemKnn(file.config(), histories).scores(lists), "scores");
}

INSTANTIATE_TEST_SUITE_P(Dense, ItemKnnGolden,
                         testing::Values("cosine", "cosine_shrink", "regularised", "tf_idf", "bm25"),
                         [](const auto& info) { return info.param; });

/// Six items; the last two of each history are held out. Items 5 and 6 occur only among these.
Histories someUsers() {
    Histories histories;
    histories.itemCount = 6;
    histories.append(std::vector<Token>{1, 2, 1, 2, 5, 6});
    histories.append(std::vector<Token>{1, 2, 3, 5, 6});
    histories.append(std::vector<Token>{1, 3, 5, 6});
    histories.append(std::vector<Token>{1, 4, 5, 6});
    histories.append(std::vector<Token>{4, 2, 5, 6});
    return histories;
}

class ItemKnn : public testing::Test {
protected:
    ItemKnnConfig& itemKnn() { return itemKnnOf(m_config); }
    torch::Tensor scores(const std::vector<Token>& history) const {
        return TrainedItemKnn(m_config, someUsers()).scores(history);
    }
    RunConfig m_config = defaultConfig("item_knn");
};

TEST_F(ItemKnn, CosineCountsUsersWhoHaveBothItems) {
    // 4 users have item 1, 3 have item 2 and 2 have both; repeats within a history do not count.
    EXPECT_NEAR(scores({1})[1].item<double>(), 2 / std::sqrt(4.0 * 3.0), 1e-6);
    itemKnn().shrink = 2;
    EXPECT_NEAR(scores({1})[1].item<double>(), 2 / (std::sqrt(4.0 * 3.0) + 2), 1e-6);
}

TEST_F(ItemKnn, AnItemIsNotItsOwnNeighbour) {
    for (const KnnSimilarity similarity :
         {KnnSimilarity::Cosine, KnnSimilarity::Regularised, KnnSimilarity::TfIdf, KnnSimilarity::Bm25}) {
        itemKnn().similarity = similarity;
        for (Token item = 1; item <= 4; ++item) EXPECT_EQ(scores({item})[item - 1].item<float>(), 0) << item;
    }
}

TEST_F(ItemKnn, SimilaritiesOfTheHistorysItemsAddUpToTheScore) {
    const torch::Tensor sum = scores({1}) + scores({2}) + scores({4});
    EXPECT_LE((scores({4, 1, 2}) - sum).abs().max().item<double>(), 1e-6);
    EXPECT_TRUE(torch::equal(scores({4, 1, 2, 1, 1}), scores({1, 2, 4}))) << "repeats and order must not matter";
}

TEST_F(ItemKnn, KeepsTheKBestNeighboursAndBreaksTiesByToken) {
    Histories histories;
    histories.itemCount = 5;
    // Item 5 co-occurs with 1, 2 and 3 equally often, and with 4 more often.
    for (const Token other : {1, 2, 3, 4, 4}) histories.append(std::vector<Token>{5, other, 1, 1});
    for (const Token other : {1, 2, 3}) histories.append(std::vector<Token>{other, 1, 1});
    itemKnn().neighbours = 2;
    const TrainedItemKnn trained(m_config, histories);
    std::set<Token> neighboursOf5;
    for (Token item = 1; item <= 4; ++item) {
        if (trained.scores(std::vector<Token>{item})[4].item<float>() > 0) neighboursOf5.insert(item);
    }
    EXPECT_EQ(neighboursOf5, (std::set<Token>{1, 4}));
}

TEST_F(ItemKnn, HeldOutItemsAreNotCounted) {
    EXPECT_EQ(scores({5}).abs().max().item<float>(), 0);
}

TEST_F(ItemKnn, ThePapersVariantReadsTheNewestItemAlone) {
    itemKnn().reads = KnnReads::Newest;
    EXPECT_TRUE(torch::equal(scores({4, 2, 1}), scores({1})));
    EXPECT_TRUE(torch::equal(scores({4, 1, kHiddenItem}), scores({1})));
    EXPECT_FALSE(torch::equal(scores({4, 1, 2}), scores({1})));
    EXPECT_EQ(capabilitiesOf(m_config).maxLength, 1);
}

TEST_F(ItemKnn, Bm25DiffersFromTfIdfOnlyWithShrinkage) {
    // For entries of 0 and 1 the BM25 factor is constant in an item's row, so it cancels in a cosine.
    const auto scoresBy = [&](KnnSimilarity similarity, double shrink) {
        itemKnn().similarity = similarity;
        itemKnn().shrink = shrink;
        return scores({1, 4});
    };
    EXPECT_TRUE(torch::allclose(scoresBy(KnnSimilarity::TfIdf, 0), scoresBy(KnnSimilarity::Bm25, 0), 1e-5));
    EXPECT_FALSE(torch::allclose(scoresBy(KnnSimilarity::TfIdf, 1), scoresBy(KnnSimilarity::Bm25, 1), 1e-3));
}

TEST_F(ItemKnn, AnEmptyHistoryIsScoredByPopularity) {
    for (const std::vector<Token>& nothing : {std::vector<Token>{}, {kHiddenItem}}) {
        const torch::Tensor answer = scores(nothing);
        EXPECT_NEAR(answer[0].item<double>(), std::log(5.0),
                    1e-6);  // five training interactions, two of them in the first history
        EXPECT_NEAR(answer[5].item<double>(), std::log(0.5), 1e-6);  // in no training part
    }
}

TEST_F(ItemKnn, NeighboursOfAnotherDatasetAreRefused) {
    const TrainedItemKnn trained(m_config, someUsers());
    SafeTensors weights = trained.model->weights();
    weights.tensors["neighbours.index"][1][0] = 7;
    EXPECT_ANY_THROW(trained.model->setWeights(weights));
}

}  // namespace
}  // namespace recscope
