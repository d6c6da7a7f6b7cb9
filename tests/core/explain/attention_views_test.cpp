// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/attention_views.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope {
namespace {

/// Maps whose rows sum to 1.
AttentionMaps randomMaps(std::int32_t layers, std::int32_t heads, std::int32_t size, std::uint64_t seed) {
    AttentionMaps maps{.layers = layers, .heads = heads, .size = size, .weights = {}};
    Random random({seed});
    for (std::int32_t row = 0; row < layers * heads * size; ++row) {
        std::vector<float> weights;
        float sum = 0;
        for (std::int32_t column = 0; column < size; ++column) {
            weights.push_back(static_cast<float>(0.01 + random.uniform()));
            sum += weights.back();
        }
        for (const float weight : weights) maps.weights.push_back(weight / sum);
    }
    return maps;
}

/// The weights of the maps: (layers, heads, size, size) float64.
torch::Tensor tensorOf(const AttentionMaps& maps) {
    return torch::tensor(maps.weights).to(torch::kDouble).view({maps.layers, maps.heads, maps.size, maps.size});
}

void expectEqual(const AttentionView& view, const torch::Tensor& expected) {
    ASSERT_EQ(expected.sizes(), torch::IntArrayRef({view.size, view.size}));
    const torch::Tensor actual = torch::tensor(view.weights).to(torch::kDouble).view({view.size, view.size});
    EXPECT_LE((actual - expected).abs().max().item<double>(), 1e-6);  // float32 sums of numbers up to 1
}

TEST(AttentionViews, MeansAverageOverTheirDimension) {
    const AttentionMaps maps = randomMaps(3, 2, 5, 1);
    const torch::Tensor all = tensorOf(maps);
    expectEqual(viewOf(maps, {2, 1}), all[2][1]);
    expectEqual(meanOverHeads(maps, 1), all[1].mean(0));
    expectEqual(meanOverLayers(maps, 1), all.select(1, 1).mean(0));
    expectEqual(meanOfAll(maps), all.mean(1).mean(0));
}

TEST(AttentionViews, RolloutIsTheProductOfHalvedMapsLastLayerFirst) {
    const AttentionMaps maps = randomMaps(3, 2, 6, 2);
    const torch::Tensor layers = 0.5 * tensorOf(maps).mean(1) + 0.5 * torch::eye(6, torch::kDouble);  // (3, 6, 6)
    const AttentionView rollout = attentionRollout(maps);
    expectEqual(rollout, layers[2].matmul(layers[1]).matmul(layers[0]));
    for (std::int32_t row = 0; row < 6; ++row) {
        double sum = 0;
        for (const float weight : rollout.row(row)) sum += weight;
        EXPECT_NEAR(sum, 1, 1e-5);
    }
}

TEST(AttentionViews, DifferencesAlignAtTheNewestPosition) {
    const AttentionMaps longer = randomMaps(1, 1, 5, 3), shorter = randomMaps(1, 1, 3, 4);
    const torch::Tensor a = tensorOf(longer)[0][0], b = tensorOf(shorter)[0][0];
    const AttentionView longView = viewOf(longer, {}), shortView = viewOf(shorter, {});
    expectEqual(difference(longView, shortView), a.slice(0, 2, 5).slice(1, 2, 5) - b);
    expectEqual(difference(shortView, longView), b - a.slice(0, 2, 5).slice(1, 2, 5));
    // If only the longer input ends with [MASK], its newest item is one position before its end.
    expectEqual(difference(longView, shortView, /*shift=*/-1), a.slice(0, 1, 4).slice(1, 1, 4) - b);
}

TEST(AttentionViews, SumsTheGivenRows) {
    const AttentionMaps maps = randomMaps(1, 1, 4, 5);
    const AttentionView view = viewOf(maps, {});
    const std::vector<float> sum = sumOfRows(view, std::vector<std::int32_t>{1, 3});
    for (std::int32_t column = 0; column < 4; ++column)
        EXPECT_FLOAT_EQ(sum[static_cast<std::size_t>(column)], view.at(1, column) + view.at(3, column));
    EXPECT_THROW(sumOfRows(view, std::vector<std::int32_t>{4}), Error);
}

TEST(AttentionProfileTest, IsTheMeanOverUsersWithThatPosition) {
    const AttentionMaps longer = randomMaps(2, 2, 5, 6), shorter = randomMaps(2, 2, 3, 7);
    for (const bool longerFirst : {true, false}) {
        AttentionProfile profile;
        profile.add(longerFirst ? longer : shorter);
        profile.add(longerFirst ? shorter : longer);
        EXPECT_EQ(profile.users(), 2);
        EXPECT_EQ(profile.usersWith(2, 0), 2);
        EXPECT_EQ(profile.usersWith(0, 3), 1);
        EXPECT_EQ(profile.usersWith(5, 0), 0);
        EXPECT_NEAR(profile.mean({1, 0}, 0, 2), (longer.at(1, 0, 4, 2) + shorter.at(1, 0, 2, 0)) / 2, 1e-7);
        EXPECT_NEAR(profile.mean({0, 1}, 4, 1), longer.at(0, 1, 0, 3), 1e-7);
    }
}

TEST(AttentionProfileTest, DifferenceIsZeroForTheOnlyUserAndTheWeightItselfAtPositionsOfNoUser) {
    const AttentionMaps known = randomMaps(1, 2, 3, 8), longer = randomMaps(1, 2, 4, 9);
    AttentionProfile profile;
    profile.add(known);
    for (const float weight : profile.differenceFrom(known, {0, 1}).weights) EXPECT_NEAR(weight, 0, 1e-7);
    const AttentionView view = profile.differenceFrom(longer, {0, 1});
    EXPECT_FLOAT_EQ(view.at(0, 2), longer.at(0, 1, 0, 2));
    EXPECT_FLOAT_EQ(view.at(3, 3), longer.at(0, 1, 3, 3) - known.at(0, 1, 2, 2));
}

}  // namespace
}  // namespace recscope
