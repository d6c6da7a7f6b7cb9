// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/embedding_map.h"

#include <gtest/gtest.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <cmath>

#include "core/recommender/weights.h"
#include "core/util/error.h"
#include "trained_run.h"

#include "core/models/transformer/transformer_recommender.h"

#include "core/recommender/registry.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 12;

class EmbeddingMapTest : public testing::Test {
protected:
    TrainedRun& m_trained = trainedRun("bert4rec");
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);

    torch::Tensor vectors() const {  // (V, C) float64
        const torch::NoGradGuard noGrad;
        const auto recommender = loadBest(m_trained.workspace, m_trained.run);
        return dynamic_cast<TransformerRecommender&>(*recommender)
            .model()
            .itemVectors()
            .slice(0, 1, kItems + 1)
            .to(torch::kDouble);
    }
};

TEST_F(EmbeddingMapTest, CoordinatesAreTheFirstTwoSingularVectorsOfTheCentredItems) {
    const EmbeddingMap map = embeddingMap(m_inference);
    const torch::Tensor centred = vectors() - vectors().mean(0, true);
    const auto [u, s, v] = torch::svd(centred);
    const std::vector<float>* const axes[] = {&map.x, &map.y};
    for (std::int64_t axis = 0; axis < 2; ++axis) {
        ASSERT_EQ(axes[axis]->size(), static_cast<std::size_t>(kItems));
        const torch::Tensor expected = u.select(1, axis) * s[axis];
        const torch::Tensor actual = torch::tensor(*axes[axis]).to(torch::kDouble);
        const double sign = actual.dot(expected).item<double>() > 0 ? 1 : -1;
        EXPECT_LE((actual - sign * expected).abs().max().item<double>(), 1e-5);
        EXPECT_NEAR(map.explained[static_cast<std::size_t>(axis)], (s[axis].pow(2) / s.pow(2).sum()).item<double>(),
                    1e-6);
        // The sign is fixed: the coefficient with the largest absolute value is positive.
        const torch::Tensor direction = centred.t().matmul(actual);
        EXPECT_GT(direction[direction.abs().argmax()].item<double>(), 0);
    }
}

TEST_F(EmbeddingMapTest, NeighboursAreTheItemsWithTheLargestCosine) {
    const auto neighbours = nearestItems(m_inference, 4, 5);
    ASSERT_EQ(neighbours.size(), 5u);
    const torch::Tensor itemVector = vectors()[3];
    const torch::Tensor cosines = vectors().matmul(itemVector) / (vectors().norm(2, {1}) * itemVector.norm());
    const torch::Tensor order = cosines.argsort(/*dim=*/0, /*descending=*/true);  // the item itself comes first
    for (std::int64_t i = 0; i < 5; ++i) {
        const auto expected = static_cast<Token>(order[i + 1].item<std::int64_t>()) + 1;
        EXPECT_EQ(neighbours[static_cast<std::size_t>(i)].token, expected);
        EXPECT_NEAR(neighbours[static_cast<std::size_t>(i)].cosine, cosines[expected - 1].item<double>(), 1e-6);
    }
    EXPECT_EQ(nearestItems(m_inference, 4, 100).size(), 11u);
    EXPECT_THROW(nearestItems(m_inference, 13, 5), Error);
}

}  // namespace
}  // namespace recscope
