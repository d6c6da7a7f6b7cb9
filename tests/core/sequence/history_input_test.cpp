// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/history_input.h"

#include <gtest/gtest.h>

#include "core/util/error.h"

namespace recscope {
namespace {

std::vector<Token> items(const ModelHistory& given) {
    return {given.items.begin(), given.items.end()};
}

Histories twoUsers() {
    Histories histories;
    histories.itemCount = 9;
    histories.append(std::vector<Token>{1, 2, 3, 4, 5});
    histories.append(std::vector<Token>{6, 7});  // too short to hold an item out
    return histories;
}

TEST(HistoryInputTest, TheGivenItemsEndBeforeTheTarget) {
    const Histories histories = twoUsers();
    const ModelHistory test = modelHistory(histories, 0, HistoryInput::Test),
                       valid = modelHistory(histories, 0, HistoryInput::Valid),
                       all = modelHistory(histories, 0, HistoryInput::All);
    EXPECT_EQ(items(test), (std::vector<Token>{1, 2, 3, 4}));
    EXPECT_EQ(test.target, 5);
    EXPECT_EQ(items(valid), (std::vector<Token>{1, 2, 3}));
    EXPECT_EQ(valid.target, 4);
    EXPECT_EQ(items(all), (std::vector<Token>{1, 2, 3, 4, 5}));
    EXPECT_FALSE(all.target.has_value());
}

TEST(HistoryInputTest, AShortHistoryIsGivenWholeAsInputAll) {
    for (const HistoryInput input : {HistoryInput::Test, HistoryInput::Valid, HistoryInput::All}) {
        const ModelHistory given = modelHistory(twoUsers(), 1, input);
        EXPECT_EQ(given.items.size(), 2u);
        EXPECT_FALSE(given.target.has_value());
        EXPECT_EQ(given.input, HistoryInput::All);
    }
}

TEST(HistoryInputTest, EqualsTheInputOfTheEvaluation) {
    Histories histories = twoUsers();
    histories.cuts = {{.trainEnd = 1, .validAt = 1, .testAt = 3}, {.trainEnd = 2}};  // cut by a split in time
    for (const Split split : {Split::Valid, Split::Test}) {
        const ModelHistory given = modelHistory(histories, 0, inputBefore(split));
        const auto input = histories.input(0, split);
        EXPECT_EQ(items(given), (std::vector<Token>{input.begin(), input.end()}));
        EXPECT_EQ(given.target, histories.target(0, split));
    }
}

TEST(HistoryInputTest, NamesConvertInBothDirectionsAndOthersAreRefused) {
    for (const HistoryInput input : {HistoryInput::Test, HistoryInput::Valid, HistoryInput::All})
        EXPECT_EQ(historyInputFromName(historyInputName(input)), input);
    EXPECT_THROW(historyInputFromName("whole"), Error);
}

}  // namespace
}  // namespace recscope
