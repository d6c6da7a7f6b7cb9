// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_overview.h"

#include <gtest/gtest.h>

#include "core/data/dataset_analysis.h"
#include "core/store/analysis_store.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kSaturday = 10957 * kDay;  // 2000-01-01

NewDataset diary() {
    NewDataset dataset;
    dataset.info.name = "diary";
    dataset.userIds = {"a", "b"};
    dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}},
                     {.token = 2, .id = "y", .title = {}, .genres = {}},
                     {.token = 3, .id = "z", .title = {}, .genres = {}}};
    dataset.histories.itemCount = 3;
    dataset.histories.append(std::vector<Token>{1, 2, 1, 1});
    dataset.histories.append(std::vector<Token>{3, 1});
    // Gaps between interactions: 0 s, 59 s, and a day plus 1 s for the first user; a week for the second.
    dataset.times = {kSaturday, kSaturday, kSaturday + 59, kSaturday + kDay + 60, kSaturday, kSaturday + 7 * kDay};
    return dataset;
}

class OverviewTest : public testing::Test {
protected:
    DatasetOverview overview(const NewDataset& dataset) {
        return computeOverview(m_workspace, DatasetStore(m_workspace).add(dataset, {}).id, {}, {});
    }
    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(OverviewTest, CountsLengthsRepeatsTiesAndPopularity) {
    const DatasetOverview result = overview(diary());
    EXPECT_EQ(result.lengths.min, 2);
    EXPECT_EQ(result.lengths.max, 4);
    EXPECT_EQ(result.itemCounts.max, 4);
    EXPECT_EQ(result.itemsOnce, 2);
    EXPECT_EQ(result.usersTrainOnly, 1);
    EXPECT_DOUBLE_EQ(result.repeatShare, 2.0 / 6);
    EXPECT_DOUBLE_EQ(result.tiedTimeShare, 1.0 / 6);
    EXPECT_DOUBLE_EQ(result.top1PercentShare, 4.0 / 6);
    ASSERT_EQ(result.lengthBars.bins.size(), 3u);
    EXPECT_EQ(result.lengthBars.bins.front().from, 2);
    EXPECT_EQ(result.lengthBars.bins.front().count, 1);
    EXPECT_EQ(result.lengthBars.bins.back().count, 1);
    EXPECT_EQ(result.popularity.count, (std::vector<double>{4, 1, 1}));
}

TEST_F(OverviewTest, GapsFallIntoTheirClasses) {
    const DatasetOverview result = overview(diary());
    // Classes: same second, under 1 min, four up to 1 day, 1 to 7 days, 7 to 30 days, two longer ones.
    EXPECT_EQ(result.gaps, (std::array<std::int64_t, 10>{1, 1, 0, 0, 0, 0, 1, 1, 0, 0}));
}

TEST_F(OverviewTest, InteractionsOverTimeIncludeEmptyDays) {
    const DatasetOverview result = overview(diary());
    EXPECT_EQ(result.timeUnit, TimeUnit::Day);
    ASSERT_EQ(result.overTime.size(), 8u);
    EXPECT_EQ(result.overTime[0].start, kSaturday);
    EXPECT_EQ(result.overTime[0].count, 4);
    EXPECT_EQ(result.overTime[1].count, 1);
    EXPECT_EQ(result.overTime[2].count, 0);
    EXPECT_EQ(result.overTime[7].count, 1);
}

TEST_F(OverviewTest, WithoutTimesThePartsThatNeedThemAreEmpty) {
    NewDataset dataset = diary();
    dataset.times.clear();
    const DatasetOverview result = overview(dataset);
    EXPECT_FALSE(result.firstTime);
    EXPECT_TRUE(result.overTime.empty());
    EXPECT_EQ(result.gaps, (std::array<std::int64_t, 10>{}));
}

TEST_F(OverviewTest, AJsonRoundTripChangesNothing) {
    for (const bool timed : {true, false}) {
        NewDataset dataset = diary();
        dataset.info.name = timed ? "timed" : "untimed";
        if (!timed) dataset.times.clear();
        const std::string json = overview(dataset).toJson();
        EXPECT_EQ(DatasetOverview::fromJson(json).toJson(), json);
    }
}

TEST_F(OverviewTest, CanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    const DatasetId id = DatasetStore(m_workspace).add(diary(), {}).id;
    EXPECT_THROW(computeOverview(m_workspace, id, {}, stop.get_token()), Error);
    EXPECT_FALSE(storedOverview(m_workspace, id));
}

TEST_F(OverviewTest, IsComputedOnceAndThenCached) {
    const DatasetId id = DatasetStore(m_workspace).add(diary(), {}).id;
    EXPECT_FALSE(storedOverview(m_workspace, id));
    int ticks = 0;
    const auto count = [&](const Progress&) { ++ticks; };
    const std::string first = overviewOf(m_workspace, id, count, {}).toJson();
    EXPECT_GT(ticks, 0);
    ticks = 0;
    EXPECT_EQ(overviewOf(m_workspace, id, count, {}).toJson(), first);
    EXPECT_EQ(ticks, 0);
    const Sequentiality report = sequentialityOf(m_workspace, id, count, {});
    ASSERT_TRUE(storedSequentiality(m_workspace, id));
    EXPECT_EQ(storedSequentiality(m_workspace, id)->toJson(), report.toJson());
}

TEST_F(OverviewTest, CachedResultsHaveAVersionAndAreRemovedWithTheDataset) {
    const DatasetId id = DatasetStore(m_workspace).add(diary(), {}).id;
    AnalysisStore kept(m_workspace);
    kept.put(id, "kind", 1, "{}");
    kept.put(id, "kind", 2, "[]");
    EXPECT_FALSE(kept.find(id, "kind", 1));
    EXPECT_EQ(kept.find(id, "kind", 2), "[]");
    DatasetStore(m_workspace).remove(id);
    EXPECT_FALSE(kept.find(id, "kind", 2));
    kept.put(id, "kind", 2, "[]");
    EXPECT_FALSE(kept.find(id, "kind", 2));
}

TEST(TimeBuckets, TheUnitGrowsWithTheSpan) {
    EXPECT_EQ(timeUnitFor(0, 50 * kDay), TimeUnit::Day);
    EXPECT_EQ(timeUnitFor(0, 500 * kDay), TimeUnit::Week);
    EXPECT_EQ(timeUnitFor(0, 3000 * kDay), TimeUnit::Month);
    EXPECT_EQ(timeUnitFor(0, 30000 * kDay), TimeUnit::Year);
}

TEST(TimeBuckets, BeginAtCalendarBoundaries) {
    EXPECT_EQ(bucketStart(kSaturday + 5, TimeUnit::Day), kSaturday);
    EXPECT_EQ(bucketStart(kSaturday + 5, TimeUnit::Week), kSaturday - 5 * kDay);  // Monday, 1999-12-27
    EXPECT_EQ(bucketStart(kSaturday + 20 * kDay, TimeUnit::Month), kSaturday);
    EXPECT_EQ(bucketStart(kSaturday + 200 * kDay, TimeUnit::Year), kSaturday);
    EXPECT_EQ(bucketStart(-1, TimeUnit::Day), -kDay);
    EXPECT_EQ(nextBucket(kSaturday, TimeUnit::Month), kSaturday + 31 * kDay);
    EXPECT_EQ(nextBucket(kSaturday, TimeUnit::Year), kSaturday + 366 * kDay);  // a leap year
}

}  // namespace
}  // namespace recscope
