// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_belongings.h"

#include <gtest/gtest.h>

#include "core/sequence/edited_item.h"
#include "core/store/analysis_store.h"
#include "core/store/connection.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/scenario_store.h"
#include "core/store/timeline_store.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class DatasetBelongingsTest : public testing::Test {
protected:
    DatasetId add(const std::string& name) {
        NewDataset newDataset;
        newDataset.info.name = name;
        newDataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
        newDataset.histories.itemCount = 1;
        for (const char* user : {"ana", "ben", "cem"}) {
            newDataset.userIds.emplace_back(user);
            newDataset.histories.append(std::vector<Token>{1, 1});
        }
        return DatasetStore(m_workspace).add(newDataset, {}).id;
    }
    RunId addRun(DatasetId dataset, const std::string& name) {
        RunRecord run;
        run.name = name;
        run.dataset = dataset;
        run.model = "bert4rec";
        run.config = "{}";
        run.state = RunState::Finished;
        run.device.kind = DeviceKind::Cpu;
        return RunStore(m_workspace).add(run).id;
    }
    ScenarioId addScenario(DatasetId dataset, const std::string& name) {
        const Token history[] = {1, 1};
        const EditedItem edited[] = {{.token = 1, .original = 0}};
        return ScenarioStore(m_workspace).save(dataset, "ana", name, history, edited);
    }
    static EpochSnapshot snapshot(std::int32_t user, std::int64_t epoch) {
        EpochSnapshot created;
        created.epoch = epoch;
        created.user = user;
        created.positions = {1};
        created.layers = created.heads = 1;
        created.weights = {1};
        return created;
    }
    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(DatasetBelongingsTest, ANewDatasetHasNoBelongings) {
    EXPECT_EQ(belongingsOf(m_workspace, add("a")), DatasetBelongings());
    EXPECT_EQ(belongingsOf(m_workspace, 77), DatasetBelongings());
    EXPECT_EQ(belongingsText({}), "");
}

TEST_F(DatasetBelongingsTest, EverythingThatIsRemovedWithTheDatasetIsCounted) {
    const DatasetId other = add("other"), dataset = add("a");
    const RunId first = addRun(dataset, "one"), second = addRun(dataset, "two");
    const RunId foreign = addRun(other, "three");
    addScenario(dataset, "without x");
    addScenario(other, "elsewhere");
    TimelineStore timelines(m_workspace);
    for (const RunId run : {first, second, foreign})
        timelines.record(run, std::vector<EpochSnapshot>{snapshot(0, 1), snapshot(0, 2), snapshot(2, 1)});
    timelines.pin(dataset, 0);
    timelines.pin(other, 1);
    timelines.pin(other, 2);
    AnalysisStore(m_workspace).put(dataset, "favourite_users", 1, "[0,1,2]");
    AnalysisStore(m_workspace).put(other, "favourite_users", 1, "[0]");

    const DatasetBelongings belongings = belongingsOf(m_workspace, dataset);
    EXPECT_EQ(belongings.runs, 2);
    EXPECT_EQ(belongings.scenarios, 1);
    EXPECT_EQ(belongings.timelines, 4);  // two runs, users 0 and 2 each
    EXPECT_EQ(belongings.pinnedUsers, 1);
    EXPECT_EQ(belongings.favourites, 3);
    EXPECT_EQ(belongings.cohorts, 0);
}

TEST_F(DatasetBelongingsTest, ARemovedScenarioIsNotCounted) {
    const DatasetId dataset = add("a");
    const ScenarioId gone = addScenario(dataset, "gone");
    addScenario(dataset, "kept");
    ScenarioStore(m_workspace).remove(gone);
    EXPECT_EQ(belongingsOf(m_workspace, dataset).scenarios, 1);
}

TEST_F(DatasetBelongingsTest, BelongingsAreStillCountedWhileTheRemovalCanBeUndone) {
    const DatasetId dataset = add("a");
    addRun(dataset, "one");
    addScenario(dataset, "without x");
    const DatasetBelongings before = belongingsOf(m_workspace, dataset);
    DatasetEditor(m_workspace).remove(dataset);
    EXPECT_EQ(belongingsOf(m_workspace, dataset), before);
}

TEST(BelongingsText, OneIsSingularAndTheLastTwoAreJoinedByAnd) {
    EXPECT_EQ(belongingsText({.runs = 1}), "1 run");
    EXPECT_EQ(belongingsText({.runs = 4, .scenarios = 2, .timelines = 1}), "4 runs, 2 saved scenarios and 1 timeline");
    EXPECT_EQ(belongingsText({.scenarios = 1, .timelines = 2}), "1 saved scenario and 2 timelines");
    EXPECT_EQ(belongingsText({.pinnedUsers = 1, .favourites = 2, .cohorts = 1}),
              "1 cohort, 2 favourite users and 1 pinned user");
    EXPECT_EQ(belongingsText({.pinnedUsers = 2, .favourites = 1, .cohorts = 3}),
              "3 cohorts, 1 favourite user and 2 pinned users");
}

}  // namespace
}  // namespace recscope
