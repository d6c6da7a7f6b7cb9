// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace recscope {
namespace {

TEST(Random, TheSameKeysGiveTheSameNumbers) {
    Random a({1, 2}), b({1, 2}), other({2, 1});
    const std::uint64_t first = a.next();
    EXPECT_EQ(first, b.next());
    EXPECT_NE(first, other.next());
}

TEST(Random, BelowReachesEveryValueEquallyOften) {
    Random random({7});
    constexpr int kDraws = 60000;
    std::array<int, 6> counts{};
    for (int i = 0; i < kDraws; ++i) ++counts[random.below(6)];
    // Binomial: mean 10,000, standard deviation 91; the tolerance is five of them.
    for (const int count : counts) EXPECT_NEAR(count, kDraws / 6, 5 * std::sqrt(kDraws / 6.0 * 5 / 6));
}

TEST(Random, UniformStaysBelowOneAndHasMeanOneHalf) {
    Random random({8});
    constexpr int kDraws = 100000;
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double value = random.uniform();
        ASSERT_GE(value, 0);
        ASSERT_LT(value, 1);
        sum += value;
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 5 / std::sqrt(12.0 * kDraws));
}

TEST(Random, WeightedNeverDrawsAWeightOfZero) {
    Random random({9});
    const std::vector<double> weights = {0, 1, 0, 3, 0};
    int threes = 0;
    for (int i = 0; i < 40000; ++i) {
        const std::size_t index = random.weighted(weights);
        ASSERT_TRUE(index == 1 || index == 3);
        threes += index == 3;
    }
    EXPECT_NEAR(threes, 30000, 5 * std::sqrt(40000 * 0.75 * 0.25));
}

TEST(Random, ShuffleKeepsTheValues) {
    Random random({10});
    std::vector<int> values = {1, 2, 3, 4, 5, 6, 7, 8};
    random.shuffle(std::span(values));
    EXPECT_NE(values, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace recscope
