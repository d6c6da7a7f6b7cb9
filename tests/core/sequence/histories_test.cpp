// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/histories.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(Histories, TheHistoryOfEachUserIsReadBack) {
    Histories histories;
    histories.itemCount = 3;
    histories.append(std::vector<Token>{1, 2});
    histories.append(std::vector<Token>{});
    histories.append(std::vector<Token>{3});
    ASSERT_EQ(histories.userCount(), 3);
    EXPECT_EQ(histories.of(0).size(), 2u);
    EXPECT_TRUE(histories.of(1).empty());
    EXPECT_EQ(histories.of(2)[0], 3);
}

TEST(Histories, RepeatsCountWithinOneUserOnly) {
    Histories histories;
    histories.itemCount = 2;
    histories.append(std::vector<Token>{1, 1, 2, 1});
    histories.append(std::vector<Token>{1, 2});
    EXPECT_DOUBLE_EQ(repeatShare(histories), 2.0 / 6);
    EXPECT_EQ(repeatShare(Histories{}), 0);
}

}  // namespace
}  // namespace recscope
