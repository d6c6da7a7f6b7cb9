// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that ends lesson 9 follows from its numbers, for each order of the three ways.
#include "ui/learn/cause_words.h"

#include <gtest/gtest.h>

namespace recscope::ui {
namespace {

/// The first `first` of 200 cases are hits. The hits of one way contain those of a worse one, so that two ways differ
/// in exactly the difference of their counts.
std::vector<bool> found(int first) {
    std::vector<bool> hits(200, false);
    for (int i = 0; i < first; ++i) hits[std::size_t(i)] = true;
    return hits;
}

CauseFinding numbers(int mean, int head, int removal) {
    CauseFinding finding;
    finding.cases.resize(200);
    finding.byMean = found(mean);
    finding.byHead = found(head);
    finding.byRemoval = found(removal);
    finding.head = HeadId{.layer = 1, .head = 0};
    finding.headWhenChosen = shareOf(170, 200);
    finding.chance = 0.06;
    return finding;
}

// 100 of 200 against 103: 3 cases in which only one of them finds it, p = 0.25. Against 140: 40 such cases, p < 1e-11.
TEST(CauseWords, EachOutcomeHasItsSentence) {
    const auto expectSentence = [](int mean, int head, int removal, const char* part) {
        const QString sentence = causeConclusionText(numbers(mean, head, removal));
        EXPECT_TRUE(sentence.contains(QString::fromUtf8(part))) << sentence.toStdString();
    };
    expectSentence(12, 12, 13, "clearly more often than chance");
    expectSentence(100, 101, 103, "no method finds the cause clearly more often than another");
    expectSentence(30, 140, 142, "about as often as hiding finds it");
    expectSentence(140, 30, 142, "the mean over all heads and hiding find the cause about equally often");
    expectSentence(140, 142, 30, "attention, in one head and in the mean, points at the cause clearly more often");
    expectSentence(30, 140, 60, "one head points at the cause clearly more often than hiding");
    expectSentence(30, 60, 140, "hiding finds the cause clearly more often");
    expectSentence(140, 30, 60, "the mean over all heads points at the cause clearly more often");
}

TEST(CauseWords, TheWinnerOfTheSentenceIsTheRightAnswerOfTheQuestion) {
    EXPECT_EQ(concludeFrom(numbers(30, 140, 60)).best, std::vector{CauseWay::Head});
    EXPECT_EQ(concludeFrom(numbers(30, 60, 140)).best, std::vector{CauseWay::Removal});
    EXPECT_EQ(concludeFrom(numbers(30, 140, 142)).best, (std::vector{CauseWay::Head, CauseWay::Removal}));
}

TEST(CauseWords, TheCountsAreThoseOfTheCases) {
    const QString text = causeCountsText(numbers(26, 160, 144));
    for (const char* part : {"all 200 cases", "13 %", "80 %", "72 %", "6 %", "85 % there"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
}

// Two visits of one film count together: neither alone has the largest weight.
TEST(CauseWords, VisitsOfOneFilmCountAsOne) {
    EXPECT_EQ(filmOfLargestWeight({5, 7, 5, 9}, {0.3, 0.4, 0.25, 0.05}), 5);
}

}  // namespace
}  // namespace recscope::ui
