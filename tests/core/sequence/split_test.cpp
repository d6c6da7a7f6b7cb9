// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split.h"

#include <gtest/gtest.h>

#include "core/sequence/histories.h"

namespace recscope {
namespace {

Histories oneHistory(std::vector<Token> items) {
    Histories histories;
    histories.itemCount = 9;
    histories.append(items);
    return histories;
}

TEST(Split, TestPredictsTheLastItemFromAllBeforeIt) {
    const Histories histories = oneHistory({5, 6, 7, 8});
    EXPECT_EQ(histories.target(0, Split::Test), 8);
    const auto input = histories.input(0, Split::Test);
    EXPECT_EQ(std::vector<Token>(input.begin(), input.end()), (std::vector<Token>{5, 6, 7}));
}

TEST(Split, ValidationPredictsTheItemBeforeTheLast) {
    const Histories histories = oneHistory({5, 6, 7, 8});
    EXPECT_EQ(histories.target(0, Split::Valid), 7);
    EXPECT_EQ(histories.input(0, Split::Valid).size(), 2u);
}

TEST(Split, TrainingContainsNeitherTarget) {
    const Histories histories = oneHistory({5, 6, 7, 8});
    const auto training = histories.training(0);
    EXPECT_EQ(std::vector<Token>(training.begin(), training.end()), (std::vector<Token>{5, 6}));
}

TEST(Split, ShortHistoriesOnlyTrain) {
    const Histories histories = oneHistory({5, 6});
    EXPECT_FALSE(histories.hasTarget(0, Split::Test));
    EXPECT_EQ(histories.training(0).size(), 2u);
}

TEST(Split, GlobalTimePredictsTheFirstItemOfAPeriodFromAllBefore) {
    const SplitRule rule{.kind = SplitKind::GlobalTime, .validFrom = 100, .testFrom = 200};
    const auto cut = [&](std::vector<std::int64_t> times) {
        const HistoryCut historyCut = cutOf(rule, times.size(), times);
        return std::vector<std::int32_t>{historyCut.trainEnd, historyCut.validAt, historyCut.testAt};
    };
    using Cut = std::vector<std::int32_t>;
    EXPECT_EQ(cut({10, 99, 100, 150, 200, 300}), (Cut{2, 2, 4}));
    EXPECT_EQ(cut({10, 20}), (Cut{2, -1, -1}));        // ends before both moments: training only
    EXPECT_EQ(cut({10, 250}), (Cut{1, -1, 1}));        // nothing in the validation period
    EXPECT_EQ(cut({120, 130, 220}), (Cut{0, -1, 2}));  // starts later: nothing precedes the first item
    EXPECT_EQ(cut({220, 230}), (Cut{0, -1, -1}));
}

TEST(Split, ATimeWindowHoldsOutAllItemsOfAUserInIt) {
    const SplitRule rule{.kind = SplitKind::TimeWindow, .validFrom = 100, .testFrom = 200, .testUntil = 300};
    const auto cut = [](const SplitRule& split, std::vector<std::int64_t> times) {
        const HistoryCut historyCut = cutOf(split, times.size(), times);
        return std::vector<std::int32_t>{historyCut.trainEnd, historyCut.validAt, historyCut.validEnd,
                                         historyCut.testAt, historyCut.testEnd};
    };
    using Cut = std::vector<std::int32_t>;
    EXPECT_EQ(cut(rule, {10, 99, 100, 150, 200, 299, 300}), (Cut{2, 2, 4, 4, 6}));  // 300 is after the window
    EXPECT_EQ(cut(rule, {10, 20}), (Cut{2, -1, 0, -1, 0}));
    EXPECT_EQ(cut(rule, {10, 250}), (Cut{1, -1, 0, 1, 2}));
    EXPECT_EQ(cut(rule, {10, 350}), (Cut{1, -1, 0, -1, 0}));
    EXPECT_EQ(cut(rule, {220, 230}), (Cut{0, -1, 0, -1, 2}));  // no history: cold
    SplitRule first = rule;
    first.targets = Targets::First;
    EXPECT_EQ(cut(first, {10, 99, 100, 150, 200, 299, 300}), (Cut{2, 2, 3, 4, 5}));
}

TEST(Split, UsersWithoutAHistoryBeforeTheWindowAreColdAndHaveNoTarget) {
    Histories histories = oneHistory({5, 6});
    histories.append(std::vector<Token>{5, 7, 7});
    histories.cuts = {{.trainEnd = 0, .testAt = -1, .testEnd = 2}, {.trainEnd = 1, .testAt = 1, .testEnd = 3}};
    EXPECT_TRUE(histories.isCold(0, Split::Test));
    EXPECT_FALSE(histories.hasTarget(0, Split::Test));
    EXPECT_FALSE(histories.isCold(1, Split::Test));
    const auto targets = histories.targets(1, Split::Test);
    EXPECT_EQ(std::vector<Token>(targets.begin(), targets.end()), (std::vector<Token>{7, 7}));
}

TEST(Split, NextOrderPredictsTheFirstItemOfAnOrderFromTheOrdersBefore) {
    const SplitRule rule{.kind = SplitKind::NextOrder};
    using Cut = std::vector<std::int32_t>;
    const auto cut = [&](std::vector<std::int32_t> orders) {
        const HistoryCut historyCut = cutOf(rule, orders.size(), {}, orders);
        return Cut{historyCut.trainEnd, historyCut.validAt, historyCut.testAt};
    };
    EXPECT_EQ(cut({0, 0, 1, 1, 1, 2, 2}), (Cut{2, 2, 5}));
    EXPECT_EQ(cut({0, 1, 2, 3}), (Cut{2, 2, 3}));    // as leave-one-out where each order has one item
    EXPECT_EQ(cut({0, 0, 1, 1}), (Cut{4, -1, -1}));  // two orders: training only
    EXPECT_EQ(cut({0, 0, 0, 0}), (Cut{4, -1, -1}));
    EXPECT_EQ(cut({}), (Cut{0, -1, -1}));
    EXPECT_EQ(rule.name(), "next order");
}

TEST(Split, NamesContainTheDates) {
    EXPECT_EQ(SplitRule().name(), "leave-one-out");
    const SplitRule rule{.kind = SplitKind::GlobalTime, .validFrom = 0, .testFrom = 86400};
    EXPECT_EQ(rule.name(), "global time, validation from 1970-01-01, test from 1970-01-02");
}

}  // namespace
}  // namespace recscope
