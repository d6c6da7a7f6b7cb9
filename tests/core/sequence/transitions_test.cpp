// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/transitions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/util/error.h"

namespace recscope {
namespace {

Histories histories(std::int32_t itemCount, std::initializer_list<std::vector<Token>> all) {
    Histories result;
    result.itemCount = itemCount;
    for (const auto& history : all) result.append(history);
    return result;
}

const Histories kSmall = histories(3, {{1, 2, 3}, {1, 2}, {2, 1}, {3}});

TEST(Transitions, AreCountedWithinHistoriesOnly) {
    const Transitions transitions = Transitions::of(kSmall, HistoryPart::Whole);
    EXPECT_EQ(transitions.total(), 4);
    ASSERT_EQ(transitions.after(1).size(), 1u);
    EXPECT_EQ(transitions.after(1)[0].next, 2);
    EXPECT_EQ(transitions.after(1)[0].count, 2);
    ASSERT_EQ(transitions.after(2).size(), 2u);
    EXPECT_EQ(transitions.after(2)[0].next, 1);
    EXPECT_EQ(transitions.after(2)[1].next, 3);
    EXPECT_TRUE(transitions.after(3).empty());
    EXPECT_EQ(transitions.countFrom(2), 2);
    EXPECT_EQ(transitions.countInto(2), 2);
    EXPECT_EQ(transitions.countInto(3), 1);
}

TEST(Transitions, OfTheTrainingPartLeaveTheHeldOutItemsOut) {
    // The first history trains on 1 2, without its last two items; the short ones train whole, on 2 1 and on 5.
    const Histories longer = histories(5, {{1, 2, 3, 4}, {2, 1}, {5}});
    const Transitions transitions = Transitions::of(longer, HistoryPart::Training);
    EXPECT_EQ(transitions.total(), 2);
    EXPECT_TRUE(transitions.after(3).empty());
}

TEST(Transitions, EachIsPredictedFromTheOthersAlone) {
    // There are T = 4 transitions and V = 3 items; c = 1, 2 and 1 transitions lead to items 1, 2 and 3. Without
    // one transition, and with one added to each item's count, an item's share is (c - 1 + 1) / (T - 1 + V) = c / 6.
    // With one pseudo-count, distributed by these shares:
    // 1 -> 2 twice: (2 - 1 + 2/6) / (2 - 1 + 1) = 2/3; 2 -> 1 and 2 -> 3: (0 + 1/6) / (2 - 1 + 1) = 1/12.
    const double expected = -(2 * std::log2(2.0 / 3) + 2 * std::log2(1.0 / 12)) / 4;
    EXPECT_NEAR(leaveOneOutBits(Transitions::of(kSmall, HistoryPart::Whole), 1), expected, 1e-12);
}

TEST(Transitions, ThatOccurOncePredictNothing) {
    // A single chain through 64 items: the next item is unpredictable, although a fit to the chain's own counts would
    // predict it.
    Histories chain = histories(64, {});
    std::vector<Token> history;
    for (Token token = 1; token <= 64; ++token) history.push_back(token);
    chain.append(history);
    EXPECT_GT(fitBackoff(Transitions::of(chain, HistoryPart::Whole)).bits, 6);
}

TEST(Transitions, ThatAlwaysRepeatNeedAlmostNoBits) {
    Histories loops = histories(4, {});
    for (int i = 0; i < 500; ++i) loops.append(std::vector<Token>{1, 2, 3, 4, 1, 2});
    const FittedBackoff fitted = fitBackoff(Transitions::of(loops, HistoryPart::Whole));
    EXPECT_EQ(fitted.backoff, 1);
    EXPECT_LT(fitted.bits, 0.01);
}

TEST(Transitions, NoneAtAllNeedNoBits) {
    EXPECT_EQ(fitBackoff(Transitions::of(histories(2, {{1}, {2}}), HistoryPart::Whole)).bits, 0);
}

TEST(Transitions, CanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(Transitions::of(kSmall, HistoryPart::Whole, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
