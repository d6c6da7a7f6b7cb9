// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace recscope {
namespace {

using Values = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

TEST(DatasetShapes, BinsAreContiguousFromTheSmallestValueAndCountEveryValueOnce) {
    const Values values{3, 3, 4, 17, 18, 220};
    const Histogram histogram = histogramOf(values, 30);
    EXPECT_LE(histogram.bins.size(), 30u);
    EXPECT_EQ(histogram.width(), 10.0);
    EXPECT_EQ(histogram.bins.front().from, 3);
    std::int64_t expected = 3;
    for (const HistogramBin& bin : histogram.bins) {
        EXPECT_EQ(bin.from, expected);
        EXPECT_EQ(bin.to - bin.from + 1, 10) << "all bins are equally wide, including the first";
        EXPECT_EQ(bin.count, std::count_if(values.begin(), values.end(),
                                           [&](std::int64_t value) { return value >= bin.from && value <= bin.to; }));
        expected = bin.to + 1;
    }
}

TEST(DatasetShapes, APositionWithinABarFindsItsBin) {
    for (const int bars : {3, 7, 40}) {
        const Histogram histogram = histogramOf(Values{5, 6, 9, 31, 77}, bars);
        for (const HistogramBin& bin : histogram.bins) {
            for (std::int64_t value = bin.from; value <= bin.to; ++value)
                ASSERT_EQ(histogram.at(double(value)), &bin) << value << " of " << bars;
            // A bar reaches half a unit beyond the smallest and the largest whole number of its bin.
            EXPECT_EQ(histogram.at(bin.centre() - histogram.width() / 2 + 0.01), &bin);
            EXPECT_EQ(histogram.at(bin.centre() + histogram.width() / 2 - 0.01), &bin);
        }
        EXPECT_EQ(histogram.at(4.4), nullptr);
        EXPECT_EQ(histogram.at(double(histogram.bins.back().to) + 0.6), nullptr);
    }
    EXPECT_EQ(Histogram().at(0), nullptr);
}

TEST(DatasetShapes, FewDistinctValuesGetABarEach) {
    const Histogram histogram = histogramOf(Values{5, 5, 6, 9}, 40);
    EXPECT_EQ(histogram.width(), 1.0);
    Values counts;
    for (const HistogramBin& bin : histogram.bins) counts.push_back(bin.count);
    EXPECT_EQ(counts, (Values{2, 1, 0, 0, 1}));
}

TEST(DatasetShapes, ThereAreNeverMoreBarsThanRequested) {
    for (std::int64_t first = 1; first < 40; ++first) {
        for (std::int64_t last = first; last < 400; last += 7)
            EXPECT_LE(histogramOf(Values{first, last}, 10).bins.size(), 10u) << first << " " << last;
    }
}

TEST(DatasetShapes, NoValuesGiveNoBars) {
    EXPECT_TRUE(histogramOf({}, 10).bins.empty());
}

TEST(DatasetShapes, CountsFallWithTheRankAndBothEndsAreKept) {
    Values counts(10'000);
    std::iota(counts.begin(), counts.end(), 1);
    const RankFrequency shape = rankFrequencyOf(counts, 100);
    EXPECT_LE(shape.rank.size(), 102u);
    EXPECT_EQ(shape.rank.front(), 1.0);
    EXPECT_EQ(shape.count.front(), 10'000.0);
    EXPECT_EQ(shape.rank.back(), 10'000.0);
    EXPECT_EQ(shape.count.back(), 1.0);
    EXPECT_TRUE(std::is_sorted(shape.count.rbegin(), shape.count.rend()));
}

TEST(DatasetShapes, ItemsWithoutInteractionsAreLeftOut) {
    EXPECT_EQ(rankFrequencyOf(Values{0, 7, 0}, 10).rank, Doubles{1});
    EXPECT_TRUE(rankFrequencyOf(Values{0, 0}, 10).rank.empty());
}

TEST(DatasetShapes, ShareOfLargestIncludesAtLeastOneValue) {
    EXPECT_DOUBLE_EQ(shareOfLargest(Values{1, 6, 2, 1}, 0.01), 0.6);
    EXPECT_DOUBLE_EQ(shareOfLargest(Values{1, 6, 2, 1}, 0.5), 0.8);
    EXPECT_DOUBLE_EQ(shareOfLargest({}, 0.01), 0);
}

TEST(DatasetShapes, QuantilesAreValuesThatOccur) {
    const Quantiles quantiles = quantilesOf(Values{9, 1, 5, 3, 7});
    EXPECT_EQ(quantiles.min, 1);
    EXPECT_EQ(quantiles.p25, 3);
    EXPECT_EQ(quantiles.median, 5);
    EXPECT_EQ(quantiles.max, 9);
    EXPECT_EQ(quantilesOf({}).max, 0);
}

}  // namespace
}  // namespace recscope
