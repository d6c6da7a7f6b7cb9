// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/id_table.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(IdTable, NumbersIdsByTheirFirstAppearance) {
    IdTable table;
    EXPECT_EQ(table.indexOf("b"), 0);
    EXPECT_EQ(table.indexOf("7"), 1);
    EXPECT_EQ(table.indexOf("b"), 0);
    EXPECT_EQ(table.indexOf("7"), 1);
    EXPECT_EQ(table.ids(), (std::vector<std::string>{"b", "7"}));
}

TEST(IdTable, DifferentSpellingsOfOneNumberAreDifferentIds) {
    IdTable table;
    for (const char* id :
         {"7", "07", "007", "+7", "7.0", "", "0", "00", "99999999", "099999999", "1048575", "1048576"}) {
        const auto next = static_cast<std::int32_t>(table.ids().size());
        EXPECT_EQ(table.indexOf(id), next) << id;
    }
}

TEST(IdTable, KeepsTheNumbersOfIdsWhileItGrows) {
    IdTable table;
    const auto idOf = [](int i) {
        const std::string number = std::to_string(i * 37 % 200'000 * 11);
        return i % 2 ? "user-" + number : number;
    };
    std::vector<std::int32_t> numbers;
    for (int i = 0; i < 200'000; ++i) numbers.push_back(table.indexOf(idOf(i)));
    for (int i = 0; i < 200'000; ++i) {
        ASSERT_EQ(table.indexOf(idOf(i)), numbers[static_cast<std::size_t>(i)]) << i;
        ASSERT_EQ(table.ids()[static_cast<std::size_t>(numbers[static_cast<std::size_t>(i)])], idOf(i));
    }
}

}  // namespace
}  // namespace recscope
