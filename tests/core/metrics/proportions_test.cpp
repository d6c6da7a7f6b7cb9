// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/proportions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace recscope {
namespace {

/// One row of tests/golden/cohort/proportions.csv: numbers from SciPy and statsmodels (make_proportions.py).
struct Golden {
    Proportion a, b;
    double wilsonLow, wilsonHigh, newcombeLow, newcombeHigh, pooled, exact, adjusted;
};

std::vector<Golden> goldenRows() {
    std::ifstream file(std::string(RECSCOPE_SOURCE_DIR) + "/tests/golden/cohort/proportions.csv");
    std::vector<Golden> rows;
    for (std::string line; std::getline(file, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream text(line);
        Golden row{};
        text >> row.a.hits >> row.a.cases >> row.b.hits >> row.b.cases >> row.wilsonLow >> row.wilsonHigh >>
            row.newcombeLow >> row.newcombeHigh >> row.pooled >> row.exact >> row.adjusted;
        EXPECT_TRUE(text) << line;
        rows.push_back(row);
    }
    EXPECT_GE(rows.size(), 16U);
    return rows;
}

std::string nameOf(const Golden& row) {
    return std::to_string(row.a.hits) + "/" + std::to_string(row.a.cases) + " and " + std::to_string(row.b.hits) + "/" +
           std::to_string(row.b.cases);
}

// The golden numbers, too, were computed in float64: a few dozen operations on numbers near 1 err by less than 1e-12.
constexpr double kRounding = 1e-12;

TEST(Proportions, IntervalsAreThoseOfStatsmodels) {
    for (const Golden& row : goldenRows()) {
        const Interval wilson = wilsonInterval(row.a), newcombe = newcombeInterval(row.a, row.b);
        EXPECT_NEAR(wilson.low, row.wilsonLow, kRounding) << nameOf(row);
        EXPECT_NEAR(wilson.high, row.wilsonHigh, kRounding) << nameOf(row);
        EXPECT_NEAR(newcombe.low, row.newcombeLow, kRounding) << nameOf(row);
        EXPECT_NEAR(newcombe.high, row.newcombeHigh, kRounding) << nameOf(row);
    }
}

// Probabilities are sums of exponentials of log-factorials. The latter reach 1e5, where the rounding error is 1e-11.
TEST(Proportions, PValuesAreThoseOfScipyAndStatsmodels) {
    for (const Golden& row : goldenRows()) {
        EXPECT_NEAR(pooledNormalTest(row.a, row.b), row.pooled, 1e-10 * row.pooled + kRounding) << nameOf(row);
        EXPECT_NEAR(fisherExact(row.a, row.b), row.exact, 1e-9 * row.exact + kRounding) << nameOf(row);
    }
}

TEST(Proportions, AdjustedPValuesAreThoseOfStatsmodels) {
    std::vector<double> p, expected;
    for (const Golden& row : goldenRows()) {
        p.push_back(row.pooled);
        expected.push_back(row.adjusted);
    }
    const std::vector<double> adjusted = benjaminiHochberg(p);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], kRounding) << i;
}

TEST(Proportions, SmallCellsAreTestedExactly) {
    EXPECT_EQ(compareShares({1, 7}, {0, 900}).test, ShareTest::FisherExact);
    EXPECT_EQ(compareShares({41, 124}, {155, 819}).test, ShareTest::PooledNormal);
    EXPECT_EQ(compareShares({499, 500}, {9000, 9100}).test,
              ShareTest::PooledNormal);  // the smallest expected count is 5.3
    EXPECT_EQ(compareShares({0, 0}, {3, 9}).p, 1);
}

TEST(Proportions, AdjustsAnEmptyListToAnEmptyList) {
    EXPECT_TRUE(benjaminiHochberg({}).empty());
}

TEST(Holm, AdjustsAsRDoes) {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    const std::vector<double> p = {0.01, 0.04, 0.03, 0.005}, expected = {0.03, 0.06, 0.06, 0.02};
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
    EXPECT_EQ(holm(std::vector<double>{0.9, 0.8}), (std::vector<double>{1, 1}));
    EXPECT_TRUE(holm({}).empty());
}

}  // namespace
}  // namespace recscope
