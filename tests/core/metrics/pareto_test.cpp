// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/pareto.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

using Front = std::vector<std::size_t>;

TEST(ParetoFront, LeavesOutPointsThatAnotherOneDominates) {
    const TradeOff points[] = {{1, 5}, {2, 4}, {1.5, 3}, {3, 1}, {2, 1}};
    EXPECT_EQ(paretoFront(points), (Front{0, 1, 3}));
}

TEST(ParetoFront, KeepsEqualPointsAndASinglePoint) {
    const TradeOff equal[] = {{1, 1}, {1, 1}};
    EXPECT_EQ(paretoFront(equal), (Front{0, 1}));
    EXPECT_EQ(paretoFront(std::span(equal, 1)), (Front{0}));
    EXPECT_TRUE(paretoFront({}).empty());
}

}  // namespace
}  // namespace recscope
