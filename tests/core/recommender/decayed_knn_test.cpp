// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommender/decayed_knn.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/sequence/histories.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// The training parts are {1, 2}, {1, 2}, {1, 3} and {2}: the cosine of 1 and 2 is 2/3, that of 1 and 3 is 1/sqrt(3),
/// and no user has 2 and 3.
Histories fourUsers() {
    Histories histories;
    histories.itemCount = 4;
    for (const std::vector<Token>& history : {std::vector<Token>{1, 2, 4, 4}, {1, 2, 4, 4}, {1, 3, 4, 4}, {2, 4, 4}})
        histories.append(history);
    return histories;
}

std::vector<float> copied(std::span<const float> scores) {
    return {scores.begin(), scores.end()};
}

// The divisor of a cosine is increased by 1e-6, which changes these scores by less than 1e-6.
constexpr double kTolerance = 1e-6;

TEST(DecayedKnn, AddsUpSimilaritiesThatHalveWithEachHalfLife) {
    DecayedKnnScorer scorer(fourUsers(), AgeUnit::Items);
    const auto scores = copied(scorer.scores(std::vector<Token>{1, 2}, /*halfLife=*/1));
    ASSERT_EQ(scores.size(), 6u);
    const double popular = 1e-3 * 3 / 7, rare = 1e-3 * 1 / 7;   // 7 training interactions: 3 of 1, 3 of 2, 1 of 3
    EXPECT_NEAR(scores[1], 2.0 / 3 + popular, kTolerance);      // similar to item 2, whose age is 0
    EXPECT_NEAR(scores[2], 0.5 * 2 / 3 + popular, kTolerance);  // similar to item 1, whose age is 1
    EXPECT_NEAR(scores[3], 0.5 / std::sqrt(3) + rare, kTolerance);
    EXPECT_EQ(scores[4], 0);  // in no training part
    EXPECT_NEAR(scorer.scores(std::vector<Token>{1, 2}, /*halfLife=*/2)[3], std::sqrt(0.5) / std::sqrt(3) + rare,
                kTolerance);
    EXPECT_NEAR(scorer.scores(std::vector<Token>{1, 2}, kNoHalfLife)[3], 1 / std::sqrt(3) + rare, kTolerance);
}

TEST(DecayedKnn, AnItemCountsOnceAtItsNewestPosition) {
    DecayedKnnScorer scorer(fourUsers(), AgeUnit::Items);
    const auto once = copied(scorer.scores(std::vector<Token>{1, 2}, 1));
    EXPECT_EQ(copied(scorer.scores(std::vector<Token>{2, 1, 2}, 1)), once);
    EXPECT_EQ(copied(scorer.scores(std::vector<Token>{1, 2}, 1)), once) << "a call must not depend on the one before";
}

TEST(DecayedKnn, AgesInDaysAreTimesBeforeTheNewestItem) {
    DecayedKnnScorer items(fourUsers(), AgeUnit::Items), days(fourUsers(), AgeUnit::Days);
    const OwnedHistory input({1, 2}, {1'000'000, 1'000'000 + 7 * 86'400});
    EXPECT_EQ(copied(days.scores(input, /*halfLife=*/7)), copied(items.scores(input, /*halfLife=*/1)));
}

TEST(DecayedKnn, OnlyTheNewest50TrainingItemsOfAUserAreCounted) {
    Histories histories;
    histories.itemCount = 62;
    std::vector<Token> all(62);
    std::iota(all.begin(), all.end(), 1);
    histories.append(all);  // the training part is 1 to 60
    DecayedKnnScorer scorer(histories, AgeUnit::Items);
    const auto scores = copied(scorer.scores(std::vector<Token>{60}, kNoHalfLife));
    EXPECT_LT(scores[10], 1e-3) << "scored by popularity alone";
    EXPECT_GT(scores[11], 0.9);
}

TEST(DecayedKnn, AStopRequestEndsIt) {
    std::stop_source stop;
    DecayedKnnScorer scorer(fourUsers(), AgeUnit::Items);
    stop.request_stop();
    EXPECT_THROW(DecayedKnnScorer(fourUsers(), AgeUnit::Items, stop.get_token()), Error);
    EXPECT_THROW(bestHalfLife(scorer, fourUsers(), Protocol{}, stop.get_token()), Error);
}

/// Item 3 is similar to item 1 alone, and more similar to it than item 4 is to item 2. All scored users have {1, 2} in
/// training, then these two items.
Histories oldAndNew(Token valid, Token test) {
    Histories histories;
    histories.itemCount = 4;
    for (int user = 0; user < 30; ++user) histories.append(std::vector<Token>{1, 3});
    for (int user = 0; user < 20; ++user) histories.append(std::vector<Token>{2, 4});
    for (int user = 0; user < 2; ++user) histories.append(std::vector<Token>{1, 2, valid, test});
    return histories;
}

TEST(DecayedKnn, TheHalfLifeIsChosenOnValidationAlone) {
    const auto chosen = [](Token valid, Token test) {
        const Histories histories = oldAndNew(valid, test);
        DecayedKnnScorer scorer(histories, AgeUnit::Items);
        return bestHalfLife(scorer, histories, Protocol{});
    };
    // If the next item depends on the newest one, every half-life of the list ranks it first, and 1 is the first.
    EXPECT_EQ(chosen(/*valid=*/4, /*test=*/3), 1);
    EXPECT_EQ(chosen(/*valid=*/4, /*test=*/4), 1);
    // If it depends on the older one, it is ranked first without decay.
    EXPECT_EQ(chosen(/*valid=*/3, /*test=*/4), kNoHalfLife);
    EXPECT_EQ(chosen(/*valid=*/3, /*test=*/3), kNoHalfLife);
}

}  // namespace
}  // namespace recscope
