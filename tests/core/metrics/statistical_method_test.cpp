// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/statistical_method.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace recscope {
namespace {

const ComparedSide kPopularity = {.name = "Popularity", .seeds = 1, .dependsOnSeed = false};
const ComparedSide kOne = {.name = "SASRec", .seeds = 1};
const ComparedSide kOther = {.name = "GRU4Rec", .seeds = 1};
const ComparedSide kThree = {.name = "BERT4Rec", .seeds = 3};

TEST(UncoveredSeeds, AreThoseOfSidesThatWereTrainedOnce) {
    EXPECT_EQ(uncoveredSeeds({kThree, kThree}), "");
    EXPECT_EQ(uncoveredSeeds({kOne, kThree}),
              "SASRec has one seed: the interval does not cover the effect of another seed.");
    EXPECT_EQ(uncoveredSeeds({kOne, kOther}), "One seed each: the interval does not cover the effect of another seed.");
    EXPECT_EQ(uncoveredSeeds({kOne, kThree, kOther}),
              "SASRec and GRU4Rec have one seed each: their intervals do not cover the effect of another seed.");
}

TEST(UncoveredSeeds, AreNoneOfWhatHasNoSeed) {
    EXPECT_EQ(uncoveredSeeds({kPopularity, kPopularity}), "");
    EXPECT_EQ(uncoveredSeeds({kPopularity, kThree}), "");
    EXPECT_EQ(uncoveredSeeds({kPopularity, kOne}),
              "SASRec has one seed: the interval does not cover the effect of another seed.");
}

TEST(MethodSentence, NamesPairingVariancesDistributionCorrectionAndComparisons) {
    const std::string sentence = methodSentence(ComparisonMethod{.reference = "BERT4Rec (the best on validation)",
                                                                 .metric = "NDCG@10",
                                                                 .sides = {kThree, kOne},
                                                                 .comparisons = 3});
    for (const char* term : {"NDCG@10", "BERT4Rec (the best on validation)", "paired by user",
                             "variance over users plus the variance over seeds", "Student's t", "Satterthwaite",
                             "corrected for 3 comparisons by Holm's procedure"})
        EXPECT_NE(sentence.find(term), std::string::npos) << term << "\n" << sentence;
    EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '.'), 1) << sentence;
}

TEST(MethodSentence, DoesNotClaimSeedsThatAreNotThere) {
    const std::string sentence = methodSentence(
        ComparisonMethod{.reference = "SASRec", .metric = "NDCG@10", .sides = {kOne, kOther}, .comparisons = 1});
    EXPECT_NE(sentence.find("variance over users alone, as no side has two seeds"), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find("Satterthwaite"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("1 comparison by"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace recscope
