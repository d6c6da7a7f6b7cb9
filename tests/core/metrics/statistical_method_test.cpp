// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/statistical_method.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace recscope {
namespace {

const ComparedSide kPopularity = {.name = "Popularity", .seeds = 1, .dependsOnSeed = false};
const ComparedSide kOneSeed = {.name = "SASRec", .seeds = 1};
const ComparedSide kOtherOneSeed = {.name = "GRU4Rec", .seeds = 1};
const ComparedSide kThreeSeeds = {.name = "BERT4Rec", .seeds = 3};

TEST(UncoveredSeeds, AreReportedForSidesTrainedOnce) {
    EXPECT_EQ(uncoveredSeeds({kThreeSeeds, kThreeSeeds}), "");
    EXPECT_EQ(uncoveredSeeds({kOneSeed, kThreeSeeds}),
              "SASRec has one seed: the interval does not cover the effect of another seed.");
    EXPECT_EQ(uncoveredSeeds({kOneSeed, kOtherOneSeed}),
              "One seed each: the interval does not cover the effect of another seed.");
    EXPECT_EQ(uncoveredSeeds({kOneSeed, kThreeSeeds, kOtherOneSeed}),
              "SASRec and GRU4Rec have one seed each: their intervals do not cover the effect of another seed.");
}

TEST(UncoveredSeeds, AreNotReportedForModelsWithoutASeed) {
    EXPECT_EQ(uncoveredSeeds({kPopularity, kPopularity}), "");
    EXPECT_EQ(uncoveredSeeds({kPopularity, kThreeSeeds}), "");
    EXPECT_EQ(uncoveredSeeds({kPopularity, kOneSeed}),
              "SASRec has one seed: the interval does not cover the effect of another seed.");
}

TEST(MethodSentence, NamesPairingVariancesDistributionCorrectionAndComparisons) {
    const std::string sentence = methodSentence(ComparisonMethod{.reference = "BERT4Rec (the best on validation)",
                                                                 .metric = "NDCG@10",
                                                                 .sides = {kThreeSeeds, kOneSeed},
                                                                 .comparisons = 3});
    for (const char* term : {"NDCG@10", "BERT4Rec (the best on validation)", "paired by user",
                             "variance over users plus the variance over seeds", "Student's t", "Satterthwaite",
                             "corrected for 3 comparisons by Holm's procedure"})
        EXPECT_NE(sentence.find(term), std::string::npos) << term << "\n" << sentence;
    EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '.'), 1) << sentence;
}

TEST(MethodSentence, OmitsSeedVarianceWithoutRepeatedSeeds) {
    const std::string sentence = methodSentence(ComparisonMethod{
        .reference = "SASRec", .metric = "NDCG@10", .sides = {kOneSeed, kOtherOneSeed}, .comparisons = 1});
    EXPECT_NE(sentence.find("variance over users alone, as no side has two seeds"), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find("Satterthwaite"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("1 comparison by"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace recscope
