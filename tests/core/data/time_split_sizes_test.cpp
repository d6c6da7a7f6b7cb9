// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_split_sizes.h"

#include <gtest/gtest.h>

#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr std::int64_t kDayLength = 86400;

class TimeSplitSizesTest : public testing::Test {
protected:
    /// Three users with ten interactions each: interaction i of user u is on day 2 i, at u hours and 10 minutes.
    DatasetId add() {
        NewDataset dataset;
        dataset.info.name = "every other day";
        dataset.info.hasTimes = true;
        dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
        dataset.histories.itemCount = 1;
        for (int user = 0; user < 3; ++user) {
            dataset.userIds.push_back("u" + std::to_string(user));
            dataset.histories.append(std::vector<Token>(10, 1));
            for (std::int64_t i = 0; i < 10; ++i) dataset.times.push_back(2 * i * kDayLength + user * 3600 + 600);
        }
        return DatasetStore(m_workspace).add(dataset, {}).id;
    }
    TimeSplitSizes counted(const SplitMoments& moments, SplitKind kind = SplitKind::TimeWindow) {
        return timeSplitSizes(m_workspace, m_dataset, kind, moments, {});
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
    DatasetId m_dataset = add();
    KnownTimeSplits m_known{interactionsPerDay(m_workspace, m_dataset, {})};
};

TEST_F(TimeSplitSizesTest, DaysWithoutInteractionsAreLeftOut) {
    const std::vector<TimeBucket> days = interactionsPerDay(m_workspace, m_dataset, {});
    ASSERT_EQ(days.size(), 10u);
    EXPECT_EQ(days[1].start, 2 * kDayLength);
    for (const TimeBucket& day : days) EXPECT_EQ(day.count, 3);
}

TEST_F(TimeSplitSizesTest, EveryInteractionIsInOnePart) {
    const TimeSplitSizes sizes =
        counted({.validFrom = "1970-01-09", .testFrom = "1970-01-13", .testUntil = "1970-01-15"});
    EXPECT_EQ(sizes.training, 12);   // days 0, 2, 4, 6
    EXPECT_EQ(sizes.validation, 6);  // days 8, 10
    EXPECT_EQ(sizes.test, 3);        // day 12
    EXPECT_EQ(sizes.later, 9);       // days 14, 16, 18
    const TimeSplitSizes global = counted({.validFrom = "1970-01-09", .testFrom = "1970-01-13"}, SplitKind::GlobalTime);
    EXPECT_EQ(global.test, 12);
    EXPECT_EQ(global.later, 0);
}

TEST_F(TimeSplitSizesTest, SplitsAtDatesAreKnownFromTheDays) {
    for (const std::int64_t fold : {0, 1, 2})
        for (const char* validFrom : {"1969-12-01", "1970-01-02", "1970-01-09"}) {
            const SplitMoments moments{
                .validFrom = validFrom, .testFrom = "1970-01-13", .testUntil = "1970-01-15", .fold = fold};
            EXPECT_EQ(m_known.sizes(SplitKind::TimeWindow, moments), counted(moments))
                << validFrom << ", fold " << fold;
        }
    const SplitMoments moments{.validFrom = "1970-01-09", .testFrom = "1980-01-01"};
    EXPECT_EQ(m_known.sizes(SplitKind::GlobalTime, moments), counted(moments, SplitKind::GlobalTime));
}

TEST_F(TimeSplitSizesTest, SharesAreKnownAfterTheyWereCounted) {
    const SplitMoments shares{.validFrom = "45%", .testFrom = "80%", .testUntil = "100%"};
    EXPECT_EQ(m_known.sizes(SplitKind::TimeWindow, shares), std::nullopt);
    EXPECT_EQ(m_known.timeOf("45%"), std::nullopt);
    m_known.add(shares, counted(shares));
    EXPECT_EQ(m_known.sizes(SplitKind::TimeWindow, shares), counted(shares));
    // 45 % of 30 interactions are 13: the fourteenth is the second one of day 8.
    EXPECT_EQ(m_known.timeOf("45%"), 8 * kDayLength + 3600 + 600);
    // One moment is now a date, as after dragging its line: the other two are still known.
    const SplitMoments dragged{.validFrom = "45%", .testFrom = "1970-01-13", .testUntil = "100%"};
    EXPECT_EQ(m_known.sizes(SplitKind::TimeWindow, dragged), counted(dragged));
}

TEST_F(TimeSplitSizesTest, AFoldOfSharesDoesNotChangeWhenTheSharesAre) {
    SplitMoments shares{.validFrom = "45%", .testFrom = "80%", .testUntil = "90%", .fold = 1};
    m_known.add(shares, counted(shares));
    EXPECT_EQ(m_known.timeOf("80%"), std::nullopt);
    shares.fold = 0;
    m_known.add(shares, counted(shares));
    EXPECT_EQ(m_known.timeOf("80%"), counted(shares).rule.testFrom);
}

TEST_F(TimeSplitSizesTest, MomentsOutOfOrderAreRefused) {
    EXPECT_ERROR(m_known.sizes(SplitKind::TimeWindow,
                               {.validFrom = "1970-01-09", .testFrom = "1970-01-08", .testUntil = "1970-01-15"}),
                 ErrorKind::Usage, "not in order");
}

}  // namespace
}  // namespace recscope
