// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the conclusion of chapter 9 agrees with its counts. The chapter compares three ways to find the cause of
// an interaction: the mean attention over all heads, the attention of one head, and the removal test, in which the
// chapter hides a film ("hiding" in its sentences). Each order of the three is tested.
#include "ui/learn/cause_words.h"

#include <gtest/gtest.h>

namespace recscope::ui {
namespace {

/// 200 cases of which the first `count` are hits. So if one method has more hits than another, it hits in all cases in
/// which the other hits, and the number of cases in which only one of the two hits is the difference of their counts.
std::vector<bool> hitsOf(int count) {
    std::vector<bool> hits(200, false);
    for (int i = 0; i < count; ++i) hits[std::size_t(i)] = true;
    return hits;
}

/// A finding with these numbers of hits out of 200: by the mean over all heads, by one head, by the removal test.
CauseFinding findingOf(int mean, int head, int removal) {
    CauseFinding finding;
    finding.cases.resize(200);
    finding.byMean = hitsOf(mean);
    finding.byHead = hitsOf(head);
    finding.byRemoval = hitsOf(removal);
    finding.head = HeadId{.layer = 1, .head = 0};
    finding.headValidationShare = shareOf(170, 200);
    finding.chance = 0.06;
    return finding;
}

// If two ways have 100 and 103 hits, exactly one of them hits in 3 of the 200 cases, and McNemar's p is 0.25. If they
// have 100 and 140 hits, exactly one of them hits in 40 cases, and p < 1e-11.
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
    expectSentence(30, 140, 60, "one head points at the cause clearly more often than the mean");
    expectSentence(30, 60, 140, "hiding finds the cause clearly more often");
    expectSentence(140, 30, 60, "the mean over all heads points at the cause clearly more often");
}

TEST(CauseWords, TheWinnerOfTheSentenceIsTheRightAnswerOfTheQuestion) {
    EXPECT_EQ(conclusionFrom(findingOf(30, 140, 60)).best, std::vector{CauseMethod::Head});
    EXPECT_EQ(conclusionFrom(findingOf(30, 60, 140)).best, std::vector{CauseMethod::Removal});
    EXPECT_EQ(conclusionFrom(findingOf(30, 140, 142)).best, (std::vector{CauseMethod::Head, CauseMethod::Removal}));
}

TEST(CauseWords, TheTextNamesEveryShare) {
    const QString text = causeCountsText(findingOf(26, 160, 144));
    for (const char* part : {"all 200 cases", "13 %", "80 %", "72 %", "6 %", "chosen, in 85 %"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
}

// Film 5 occurs twice in the history. The sum of its two weights is the largest, although film 7 has the largest single
// weight.
TEST(CauseWords, VisitsOfOneFilmCountAsOne) {
    EXPECT_EQ(filmOfLargestWeight({5, 7, 5, 9}, {0.3, 0.4, 0.25, 0.05}), 5);
}

}  // namespace
}  // namespace recscope::ui
