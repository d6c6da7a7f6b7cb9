// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/weighted_choice.h"

#include <gtest/gtest.h>

#include <cmath>

namespace recscope {
namespace {

TEST(WeightedChoice, DrawsEachIndexAsOftenAsItsWeightSays) {
    const std::vector<double> weights = {3, 0, 0.5, 20, 1, 1, 7.5};
    const double sum = 33;
    const WeightedChoice choice(weights);
    constexpr int kDraws = 200'000;
    std::vector<int> drawn(weights.size(), 0);
    Random random({7});
    for (int i = 0; i < kDraws; ++i) ++drawn[choice.draw(random)];
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double share = weights[i] / sum, deviation = std::sqrt(share * (1 - share) / kDraws);
        EXPECT_NEAR(drawn[i] / static_cast<double>(kDraws), share, 5 * deviation) << i;
    }
}

TEST(WeightedChoice, OneIndexIsAlwaysDrawn) {
    const WeightedChoice choice(std::vector<double>{0.1});
    Random random({7});
    for (int i = 0; i < 10; ++i) EXPECT_EQ(choice.draw(random), 0u);
}

}  // namespace
}  // namespace recscope
