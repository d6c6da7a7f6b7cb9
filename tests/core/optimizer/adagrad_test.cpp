// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adagrad.h"

#include <gtest/gtest.h>

#include <cmath>

namespace recscope {
namespace {

/// Two parameters and their optimizer state.
struct Block {
    float values[2] = {1, -1}, squares[2] = {0, 0}, velocity[2] = {0, 0};
    AdagradState numbers() { return {values, squares, velocity}; }
};

TEST(Adagrad, StartsFromZeroAndDividesByTheRootOfAllSquares) {
    Block block;
    const float first[] = {0.3F, -2}, second[] = {0.4F, 0};
    adagradStep(block.numbers(), first, 2, /*rate=*/0.1, /*momentum=*/0);
    EXPECT_FLOAT_EQ(block.values[0], static_cast<float>(1 - 0.1 * 0.3 / std::sqrt(0.09 + 1e-6)));
    EXPECT_FLOAT_EQ(block.values[1], static_cast<float>(-1 + 0.1 * 2 / std::sqrt(4 + 1e-6)));
    adagradStep(block.numbers(), second, 2, 0.1, 0);
    EXPECT_NEAR(block.values[0], 1 - 0.1 * 0.3 / std::sqrt(0.09 + 1e-6) - 0.1 * 0.4 / std::sqrt(0.25 + 1e-6), 1e-6);
    EXPECT_FLOAT_EQ(block.squares[0], 0.25F);
}

TEST(Adagrad, MomentumAddsThePreviousStep) {
    Block block;
    const float gradient[] = {0.3F, 0.3F}, zeros[] = {0, 0};
    adagradStep(block.numbers(), gradient, 2, 0.1, 0.4);
    const double step = 0.1 * 0.3 / std::sqrt(0.09 + 1e-6);
    adagradStep(block.numbers(), zeros, 2, 0.1, 0.4);
    EXPECT_NEAR(block.values[0], 1 - step - 0.4 * step, 1e-6);
}

TEST(Adagrad, ChangesOnlyTheGivenRow) {
    Block block;
    const float gradient[] = {1};
    adagradStep(block.numbers().at(1), gradient, 1, 0.1, 0);
    EXPECT_EQ(block.values[0], 1);
    EXPECT_NE(block.values[1], -1);
}

}  // namespace
}  // namespace recscope
