// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/answer_sentences.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

constexpr Token kAsked = 9;

std::string title(Token token) {
    if (token == kAsked) return "Nine Months (1995)";
    if (token == 1) return "Home Alone (1990)";
    return token == 2 ? "Usual Suspects, The (1995)" : "Film " + std::to_string(token);
}

SmallestChange changeOf(std::vector<std::int32_t> positions, bool found = true) {
    SmallestChange change;
    change.found = found;
    change.positions = std::move(positions);
    change.before = {.token = kAsked, .rank = 2};
    change.after = {.token = kAsked, .rank = found ? 29 : 5};
    return change;
}

const std::vector<Token> kHistory = {1, 3, 4, 2, 1, 5, 6, 7, 8, 10, 11, 12};

std::string said(const SmallestChange& change) {
    return smallestChangeSentence(change, kHistory, /*topK=*/10, title);
}

TEST(SmallestChangeSentence, NamesTheItemAndBothRanks) {
    EXPECT_EQ(said(changeOf({0})), "Without Home Alone (1990), Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, NamesEveryItemOfALargerChange) {
    EXPECT_EQ(said(changeOf({0, 1, 2})),
              "Without Home Alone (1990), Film 3 and Film 4, Nine Months (1995) falls from rank 2 to 29.");
    EXPECT_EQ(said(changeOf({0, 2, 3})),
              "Without Home Alone (1990); Film 4 and Usual Suspects, The (1995), Nine Months "
              "(1995) falls from rank 2 to 29.");
    EXPECT_EQ(said(changeOf({0, 4})),
              "Without Home Alone (1990) (2 times), Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, SaysWhereItemsWereHidden) {
    SmallestChange change = changeOf({1});
    change.kind = EditKind::Mask;
    EXPECT_EQ(said(change), "With Film 3 hidden, Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, SaysThatNothingMovedIt) {
    EXPECT_EQ(said(changeOf({0}, /*found=*/false)),
              "Even without Home Alone (1990), Nine Months (1995) stays among the first 10: rank 2 before, 5 after.");
    EXPECT_EQ(said(changeOf({0, 1, 2, 3}, /*found=*/false)),
              "Even without 4 of the 12 items, Nine Months (1995) stays among the first 10: rank 2 before, 5 after.");
    EXPECT_EQ(said(changeOf({}, /*found=*/false)),
              "Nine Months (1995) stays at rank 2: there is no item that could be removed.");
}

TEST(RemovalSentence, NamesTheTwoThatMatterMost) {
    RemovalTest test{.target = kAsked, .effects = {{0, 0.1F}, {1, 0.5321F}, {2, -0.3F}}};
    EXPECT_EQ(
        removalSentence(test, kHistory, title),
        "Nine Months (1995) rests most on Film 3: without it the log-probability falls by 0.532 nats; next is Home "
        "Alone (1990) at position 1 with 0.100.");
    test.effects = {{1, 0.5F}, {2, 0.0004F}};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) rests most on Film 3: without it the log-probability falls by 0.500 nats.");
}

TEST(RemovalSentence, SaysWhichOfTwoEqualItemsItMeans) {
    const RemovalTest test{.target = kAsked, .effects = {{0, 0.1F}, {4, 0.5F}}};
    EXPECT_EQ(
        removalSentence(test, kHistory, title),
        "Nine Months (1995) rests most on Home Alone (1990) at position 5: without it the log-probability falls by "
        "0.500 nats; next is Home Alone (1990) at position 1 with 0.100.");
}

TEST(RemovalSentence, SaysThatEvenTheFirstMattersLittle) {
    const RemovalTest test{.target = kAsked, .effects = {{0, 0.0004F}, {1, -0.1F}}};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) hardly rests on any single item: without Home Alone (1990) at position 1, which "
              "matters most, the "
              "log-probability falls by less than 0.001 nats.");
}

TEST(RemovalSentence, SaysThatNoItemCarriesIt) {
    const RemovalTest test{.target = kAsked, .effects = {{0, -0.1F}, {1, 0.0F}}};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "No single item carries Nine Months (1995): removing any one of 2 makes it no less likely.");
    EXPECT_EQ(removalSentence(RemovalTest{.target = kAsked}, kHistory, title), "");
}

}  // namespace
}  // namespace recscope
