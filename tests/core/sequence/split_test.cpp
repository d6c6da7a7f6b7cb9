// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split.h"

#include <gtest/gtest.h>

#include <vector>

namespace recscope {
namespace {

const std::vector<Token> kHistory = {5, 6, 7, 8};

TEST(Split, TestTargetIsTheLastItemAndSeesTheValidationItem) {
    EXPECT_EQ(targetOf(kHistory, Split::Test), 8);
    const auto input = inputFor(kHistory, Split::Test);
    EXPECT_EQ(std::vector<Token>(input.begin(), input.end()), (std::vector<Token>{5, 6, 7}));
}

TEST(Split, ValidationTargetIsTheOneBeforeTheLast) {
    EXPECT_EQ(targetOf(kHistory, Split::Valid), 7);
    EXPECT_EQ(inputFor(kHistory, Split::Valid).size(), 2u);
}

TEST(Split, TrainingPartHoldsNeitherTarget) {
    const auto training = trainingPart(kHistory);
    EXPECT_EQ(std::vector<Token>(training.begin(), training.end()), (std::vector<Token>{5, 6}));
}

TEST(Split, HistoriesUnderThreeOnlyTrain) {
    const std::vector<Token> two = {5, 6};
    EXPECT_FALSE(hasTarget(two));
    EXPECT_EQ(trainingPart(two).size(), 2u);
}

}  // namespace
}  // namespace recscope
