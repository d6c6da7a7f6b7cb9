// SPDX-License-Identifier: GPL-3.0-or-later
// Tests timeSplit of split_reader.h.
#include <gtest/gtest.h>

#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/time.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

constexpr std::int64_t kDay = 86400;

class TimeSplitTest : public testing::Test {
protected:
    /// Ten users with ten interactions each; interaction i of every user is on day i.
    DatasetId add(bool hasTimes = true) {
        NewDataset dataset;
        dataset.info.name = hasTimes ? "days" : "no times";
        dataset.info.hasTimes = hasTimes;
        dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
        dataset.histories.itemCount = 1;
        for (int user = 0; user < 10; ++user) {
            dataset.userIds.push_back("u" + std::to_string(user));
            dataset.histories.append(std::vector<Token>(10, 1));
            for (std::int64_t day = 0; hasTimes && day < 10; ++day) dataset.times.push_back(day * kDay);
        }
        return DatasetStore(m_workspace).add(dataset, {}).id;
    }
    SplitRule window(const SplitMoments& moments) {
        return timeSplit(m_workspace, m_dataset, SplitKind::TimeWindow, moments);
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
    DatasetId m_dataset = add();
};

TEST_F(TimeSplitTest, SharesAreOfAllInteractions) {
    const SplitRule rule = window({});
    EXPECT_EQ(rule.validFrom, 8 * kDay);
    EXPECT_EQ(rule.testFrom, 9 * kDay);
    EXPECT_EQ(rule.testUntil, 9 * kDay + 1) << "100% is after the last interaction";
    EXPECT_EQ(rule.targets, Targets::All);
}

TEST_F(TimeSplitTest, DatesBeginAtMidnight) {
    const SplitRule rule = window({.validFrom = "1970-01-04", .testFrom = "1970-01-06", .testUntil = "1970-01-08"});
    EXPECT_EQ(rule.validFrom, 3 * kDay);
    const Histories histories = splitHistories(m_workspace, m_dataset, rule);
    EXPECT_EQ(histories.training(0).size(), 3u);
    EXPECT_EQ(histories.targets(0, Split::Valid).size(), 2u);
    EXPECT_EQ(histories.input(0, Split::Test).size(), 5u);
    EXPECT_EQ(histories.targets(0, Split::Test).size(), 2u);
}

TEST_F(TimeSplitTest, FoldsMoveAllMomentsByTheTestWindow) {
    const SplitRule rule =
        window({.validFrom = "1970-01-06", .testFrom = "1970-01-07", .testUntil = "1970-01-09", .fold = 2});
    EXPECT_EQ(dateText(rule.validFrom), "1970-01-02");
    EXPECT_EQ(dateText(rule.testFrom), "1970-01-03");
    EXPECT_EQ(dateText(rule.testUntil), "1970-01-05");
}

TEST_F(TimeSplitTest, RefusesMomentsOutOfOrderAndDataWithoutTimes) {
    EXPECT_ERROR(window({.testFrom = "70%"}), ErrorKind::Usage, "not in order");
    EXPECT_ERROR(window({.testUntil = "90%"}), ErrorKind::Usage, "not in order");
    const DatasetId without = add(/*hasTimes=*/false);
    EXPECT_ERROR(timeSplit(m_workspace, without, SplitKind::TimeWindow), ErrorKind::Input, "has no times");
}

}  // namespace
}  // namespace recscope
