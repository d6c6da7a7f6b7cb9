// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/answer_sentences.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

constexpr Token kRequested = 9;

std::string title(Token token) {
    if (token == kRequested) return "Nine Months (1995)";
    if (token == 1) return "Home Alone (1990)";
    return token == 2 ? "Usual Suspects, The (1995)" : "Film " + std::to_string(token);
}

SmallestChange changeOf(std::vector<std::int32_t> positions, bool found = true) {
    SmallestChange change;
    change.found = found;
    change.positions = std::move(positions);
    change.before = {.token = kRequested, .rank = 2};
    change.after = {.token = kRequested, .rank = found ? 29 : 5};
    return change;
}

const std::vector<Token> kHistory = {1, 3, 4, 2, 1, 5, 6, 7, 8, 10, 11, 12};

std::string sentenceOf(const SmallestChange& change) {
    return smallestChangeSentence(change, kHistory, /*topK=*/10, title);
}

TEST(SmallestChangeSentence, NamesTheItemAndBothRanks) {
    EXPECT_EQ(sentenceOf(changeOf({0})), "Without Home Alone (1990), Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, NamesEveryItemOfALargerChange) {
    EXPECT_EQ(sentenceOf(changeOf({0, 1, 2})),
              "Without Home Alone (1990), Film 3 and Film 4, Nine Months (1995) falls from rank 2 to 29.");
    EXPECT_EQ(sentenceOf(changeOf({0, 2, 3})),
              "Without Home Alone (1990); Film 4 and Usual Suspects, The (1995), Nine Months "
              "(1995) falls from rank 2 to 29.");
    EXPECT_EQ(sentenceOf(changeOf({0, 4})),
              "Without Home Alone (1990) (2 times), Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, SaysThatItemsWereHidden) {
    SmallestChange change = changeOf({1});
    change.kind = EditKind::Mask;
    EXPECT_EQ(sentenceOf(change), "With Film 3 hidden, Nine Months (1995) falls from rank 2 to 29.");
}

TEST(SmallestChangeSentence, SaysThatTheItemStaysInTheList) {
    EXPECT_EQ(sentenceOf(changeOf({0}, /*found=*/false)),
              "Even without Home Alone (1990), Nine Months (1995) stays among the first 10: rank 2 before, 5 after.");
    EXPECT_EQ(sentenceOf(changeOf({0, 1, 2, 3}, /*found=*/false)),
              "Even without 4 of the 12 items, Nine Months (1995) stays among the first 10: rank 2 before, 5 after.");
    EXPECT_EQ(sentenceOf(changeOf({}, /*found=*/false)),
              "Nine Months (1995) stays at rank 2: there is no item that could be removed.");
}

// An effect: {position, nats, rank of the recommendation without the item, earlier positions of the same item}.
TEST(RemovalSentence, NamesTheTwoLargestEffectsAndTheNewRank) {
    RemovalTest test{.target = kRequested, .effects = {{0, 0.1F, 2}, {1, 0.5321F, 29}, {2, -0.3F, 1}}, .rank = 2};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends most on Film 3: without it the log-probability falls by 0.532 nats (rank 2 "
              "before, 29 after); the second largest effect is that of Home Alone (1990) at position 1, 0.100 nats.");
    test.effects = {{1, 0.5F, 29}, {2, 0.0004F, 2}};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends most on Film 3: without it the log-probability falls by 0.500 nats (rank 2 "
              "before, 29 after).");
}

TEST(RemovalSentence, NamesThePositionOrTheCountOfARepeatedItem) {
    RemovalTest test{.target = kRequested, .effects = {{0, 0.1F, 2}, {4, 0.5F, 5}}, .rank = 2};
    EXPECT_EQ(
        removalSentence(test, kHistory, title),
        "Nine Months (1995) depends most on Home Alone (1990) at position 5: without it the log-probability falls "
        "by 0.500 nats (rank 2 before, 5 after); the second largest effect is that of Home Alone (1990) at "
        "position 1, 0.100 nats.");
    test.effects = {{4, 0.5F, 5, {0}}, {1, 0.1F, 2}};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends most on Home Alone (1990) (2 times): without it the log-probability falls by "
              "0.500 nats (rank 2 before, 5 after); the second largest effect is that of Film 3, 0.100 nats.");
}

TEST(RemovalSentence, AlsoNamesTheItemWithTheLargestRankLoss) {
    const RemovalTest test{.target = kRequested, .effects = {{1, 0.5F, 3}, {2, 0.4F, 29}}, .rank = 2};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends most on Film 3: without it the log-probability falls by 0.500 nats (rank 2 "
              "before, 3 after); the second largest effect is that of Film 4, 0.400 nats. The rank falls furthest "
              "without Film 4: from 2 to 29.");
}

// An item whose removal costs 0.016 nats and leaves the rank unchanged is no reason for a recommendation.
TEST(RemovalSentence, NeedsALossOfRankOrProbabilityForAReason) {
    RemovalTest test{.target = kRequested, .effects = {{1, 0.016F, 2}, {2, -0.1F, 1}}, .rank = 2};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends on no single item: without Film 3, which matters most of 2 items, the "
              "log-probability falls by 0.016 nats (rank 2 before, 2 after).");
    test.effects = {{1, 0.0004F, 2}, {2, -0.1F, 1}};
    EXPECT_NE(removalSentence(test, kHistory, title).find("by less than 0.001 nats"), std::string::npos);
    // A loss of a tenth of the probability, or of one rank, is a reason.
    test.effects = {{1, 0.106F, 2}, {2, 0.0F, 2}};
    EXPECT_NE(removalSentence(test, kHistory, title).find("depends most on Film 3"), std::string::npos);
    test.effects = {{1, 0.016F, 3}, {2, 0.0F, 2}};
    EXPECT_NE(removalSentence(test, kHistory, title).find("depends most on Film 3"), std::string::npos);
}

TEST(RemovalSentence, SaysThatNoRemovalMakesItLessLikely) {
    const RemovalTest test{.target = kRequested, .effects = {{0, -0.1F, 1}, {1, 0.0F, 1}}, .rank = 1};
    EXPECT_EQ(removalSentence(test, kHistory, title),
              "Nine Months (1995) depends on no single item: removing any one of 2 items does not lower the "
              "log-probability.");
    EXPECT_EQ(removalSentence(RemovalTest{.target = kRequested}, kHistory, title), "");
}

}  // namespace
}  // namespace recscope
