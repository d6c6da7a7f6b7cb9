// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/distributions.h"

#include <gtest/gtest.h>

#include <numeric>

namespace recscope {
namespace {

TEST(HitChances, OfASmallTableAreExact) {
    const HitChances chances = hitChances(/*casesOfA=*/3, /*casesOfB=*/2, /*hits=*/3);
    EXPECT_EQ(chances.fewest, 1);
    ASSERT_EQ(chances.chances.size(), 3u);  // of C(5, 3) = 10 draws: 3 have 1 hit in a, 6 have 2, and 1 has 3
    EXPECT_NEAR(chances.chances[0], 0.3, 1e-14);
    EXPECT_NEAR(chances.chances[1], 0.6, 1e-14);
    EXPECT_NEAR(chances.chances[2], 0.1, 1e-14);
}

TEST(HitChances, AddUpToOneForSmallAndLargeGroups) {
    for (const auto& [a, b, hits] :
         {std::tuple{50, 6000, 400}, {100'000, 60'000, 3000}, {1, 1, 1}, {5, 7, 0}, {5, 7, 12}}) {
        const HitChances chances = hitChances(a, b, hits);
        EXPECT_NEAR(std::accumulate(chances.chances.begin(), chances.chances.end(), 0.0), 1, 1e-9) << a << ' ' << b;
    }
}

TEST(FairBinomialTail, IsExact) {
    EXPECT_NEAR(fairBinomialTail(0, 5), 1.0 / 32, 1e-15);
    EXPECT_NEAR(fairBinomialTail(1, 5), 6.0 / 32, 1e-15);
    EXPECT_NEAR(fairBinomialTail(5, 5), 1, 1e-15);
}

}  // namespace
}  // namespace recscope
