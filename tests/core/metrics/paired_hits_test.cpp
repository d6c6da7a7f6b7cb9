// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/paired_hits.h"

#include <gtest/gtest.h>

#include "core/util/random.h"

namespace recscope {
namespace {

std::vector<bool> hits(std::initializer_list<int> values) {
    std::vector<bool> result;
    for (const int hit : values) result.push_back(hit != 0);
    return result;
}

// By hand: 2 P(X <= k) for X ~ Binomial(n, 1/2); n = 8, k = 1 gives 2 (1 + 8) / 256.
TEST(PairedHits, IsTheExactBinomialTest) {
    EXPECT_NEAR(pairedHitsTest(1, 7), 18.0 / 256, 1e-12);
    EXPECT_NEAR(pairedHitsTest(7, 1), 18.0 / 256, 1e-12);
    EXPECT_NEAR(pairedHitsTest(0, 10), 2.0 / 1024, 1e-12);
    EXPECT_EQ(pairedHitsTest(4, 4), 1);
    EXPECT_EQ(pairedHitsTest(0, 0), 1);
}

TEST(PairedHits, MethodsWithSimilarHitsLeadTogether) {
    const std::vector<std::vector<bool>> methods{hits({1, 1, 1, 1, 0, 0, 0, 0}), hits({1, 1, 1, 1, 1, 0, 0, 0})};
    EXPECT_EQ(leadersOf(methods), (std::vector<std::size_t>{0, 1}));
}

TEST(PairedHits, AClearlyWorseMethodDoesNotLead) {
    std::vector<bool> good(40, true), bad(40, false);
    EXPECT_EQ(leadersOf(std::vector<std::vector<bool>>{bad, good}), (std::vector<std::size_t>{1}));
}

// Three methods with equal hit rates: a method is excluded from the leaders if it differs significantly from the best.
// Holm's correction keeps the probability of any such false finding below 5 %: of 1,000 draws at most 50, plus 2
// standard deviations (14).
TEST(PairedHits, EqualMethodsLeadTogetherAsOftenAsPromised) {
    Random random({7});
    int leftOut = 0;
    for (int draw = 0; draw < 1000; ++draw) {
        std::vector<std::vector<bool>> methods(3, std::vector<bool>(200));
        for (auto& method : methods)
            for (std::size_t i = 0; i < method.size(); ++i) method[i] = random.uniform() < 0.4;
        leftOut += leadersOf(methods).size() < 3;
    }
    EXPECT_LE(leftOut, 50 + 14);
}

}  // namespace
}  // namespace recscope
