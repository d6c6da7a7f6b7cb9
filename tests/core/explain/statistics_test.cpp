// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace recscope {
namespace {

// Values of R's binom::binom.confint(…, methods = "wilson").
TEST(ShareOf, IsWilsonsInterval) {
    const ShareInterval most = shareOf(8, 10);
    EXPECT_DOUBLE_EQ(most.share, 0.8);
    EXPECT_NEAR(most.low, 0.4901625, 1e-6);
    EXPECT_NEAR(most.high, 0.9433178, 1e-6);
    const ShareInterval none = shareOf(0, 10);
    EXPECT_NEAR(none.low, 0, 1e-12);
    EXPECT_NEAR(none.high, 0.2775328, 1e-6);
}

TEST(ShareOf, OfNoCaseIsFromZeroToOne) {
    EXPECT_EQ(shareOf(0, 0).low, 0);
    EXPECT_EQ(shareOf(0, 0).high, 1);
}

TEST(MeanOf, HasTheNormalInterval) {
    const MeanInterval interval = meanOf(std::vector<double>{1, 2, 3, 6});
    EXPECT_DOUBLE_EQ(interval.mean, 3);
    EXPECT_NEAR(interval.halfWidth, 1.959963984540054 * std::sqrt((4.0 + 1 + 0 + 9) / 3 / 4), 1e-9);
    EXPECT_EQ(meanOf(std::vector<double>{5}).halfWidth, 0);
}

TEST(AverageRanks, ShareRanksAmongEqualValues) {
    EXPECT_EQ(averageRanks(std::vector<float>{3, 1, 3, 0, 3}), (std::vector<double>{4, 2, 4, 1, 4}));
}

TEST(Spearman, EqualsTheFormulaOfSquaredDifferencesWithoutTies) {
    const std::vector<float> a = {0.1F, 0.5F, 0.2F, 0.9F, 0.7F}, b = {10, 2, 5, 30, 1};
    // Ranks 1 3 2 5 4 and 4 2 3 5 1: squared differences 9 1 1 0 9.
    EXPECT_NEAR(*spearman(a, b), 1 - 6.0 * 20 / (5 * 24), 1e-12);
}

TEST(Spearman, WithTiesIsThePearsonCorrelationOfTheRanks) {
    // Ranks 1.5 1.5 3 and 1 2 3: deviations -.5 -.5 1 and -1 0 1.
    EXPECT_NEAR(*spearman(std::vector<float>{0, 0, 1}, std::vector<float>{1, 2, 3}), 1.5 / std::sqrt(1.5 * 2), 1e-12);
}

TEST(Spearman, IsMissingForOneValueOrEqualValues) {
    EXPECT_FALSE(spearman(std::vector<float>{1}, std::vector<float>{1}));
    EXPECT_FALSE(spearman(std::vector<float>{2, 2, 2}, std::vector<float>{1, 2, 3}));
}

}  // namespace
}  // namespace recscope
