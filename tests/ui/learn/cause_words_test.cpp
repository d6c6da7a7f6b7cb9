// SPDX-License-Identifier: GPL-3.0-or-later
// The conclusion of lesson 9 follows from its counts, for each order of the three ways to find a cause.
#include "ui/learn/cause_words.h"

#include <gtest/gtest.h>

namespace recscope::ui {
namespace {

/// 200 cases of which the first `count` are hits. The hits of a way thus contain those of every worse way: the number
/// of cases in which only one of two ways hits is the difference of their counts.
std::vector<bool> hitsOf(int count) {
    std::vector<bool> hits(200, false);
    for (int i = 0; i < count; ++i) hits[std::size_t(i)] = true;
    return hits;
}

CauseFinding findingOf(int mean, int head, int removal) {
    CauseFinding finding;
    finding.cases.resize(200);
    finding.byMean = hitsOf(mean);
    finding.byHead = hitsOf(head);
    finding.byRemoval = hitsOf(removal);
    finding.head = HeadId{.layer = 1, .head = 0};
    finding.headWhenChosen = shareOf(170, 200);
    finding.chance = 0.06;
    return finding;
}

// With 100 and 103 hits of 200, only one of two ways hits in 3 cases: p = 0.25. With 100 and 140, in 40 cases:
// p < 1e-11.
TEST(CauseWords, EachOutcomeHasItsSentence) {
    const auto expectSentence = [](int mean, int head, int removal, const char* part) {
        const QString sentence = causeConclusionText(findingOf(mean, head, removal));
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
    EXPECT_EQ(concludeFrom(findingOf(30, 140, 60)).best, std::vector{CauseWay::Head});
    EXPECT_EQ(concludeFrom(findingOf(30, 60, 140)).best, std::vector{CauseWay::Removal});
    EXPECT_EQ(concludeFrom(findingOf(30, 140, 142)).best, (std::vector{CauseWay::Head, CauseWay::Removal}));
}

TEST(CauseWords, TheTextNamesEveryShare) {
    const QString text = causeCountsText(findingOf(26, 160, 144));
    for (const char* part : {"all 200 cases", "13 %", "80 %", "72 %", "6 %", "85 % there"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
}

// The weights of two visits to one film are added: neither weight is the largest by itself.
TEST(CauseWords, VisitsOfOneFilmCountAsOne) {
    EXPECT_EQ(filmOfLargestWeight({5, 7, 5, 9}, {0.3, 0.4, 0.25, 0.05}), 5);
}

}  // namespace
}  // namespace recscope::ui
