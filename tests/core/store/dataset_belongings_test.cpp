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
        NewDataset made;
        made.info.name = name;
        made.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
        made.histories.itemCount = 1;
        for (const char* user : {"ana", "ben", "cem"}) {
            made.userIds.emplace_back(user);
            made.histories.append(std::vector<Token>{1, 1});
        }
        return DatasetStore(m_workspace).add(made, {}).id;
    }
    RunId addRun(DatasetId dataset, const std::string& name) {
        RunRecord run;
        run.name = name;
        run.dataset = dataset;
        run.model = "bert4rec";
        run.config = "{}";
        run.state = RunState::Finished;
        run.device = "cpu";
        return RunStore(m_workspace).add(run).id;
    }
    ScenarioId addScenario(DatasetId dataset, const std::string& name) {
        const Token history[] = {1, 1};
        const EditedItem edited[] = {{.token = 1, .original = 0}};
        return ScenarioStore(m_workspace).save(dataset, "ana", name, history, edited);
    }
    static EpochSnapshot frame(std::int32_t user, std::int64_t epoch) {
        EpochSnapshot made;
        made.epoch = epoch;
        made.user = user;
        made.positions = {1};
        made.layers = made.heads = 1;
        made.weights = {1};
        return made;
    }
    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(DatasetBelongingsTest, ANewDatasetHasNothing) {
    EXPECT_EQ(belongingsOf(m_workspace, add("a")), DatasetBelongings());
    EXPECT_EQ(belongingsOf(m_workspace, 77), DatasetBelongings());
    EXPECT_EQ(belongingsText({}), "");
}

TEST_F(DatasetBelongingsTest, EverythingThatGoesIsCountedAndNothingOfAnotherDataset) {
    const DatasetId other = add("other"), dataset = add("a");
    const RunId first = addRun(dataset, "one"), second = addRun(dataset, "two");
    const RunId foreign = addRun(other, "three");
    addScenario(dataset, "without x");
    addScenario(other, "elsewhere");
    TimelineStore timelines(m_workspace);
    for (const RunId run : {first, second, foreign})
        timelines.record(run, std::vector<EpochSnapshot>{frame(0, 1), frame(0, 2), frame(2, 1)});
    timelines.pin(dataset, 0);
    timelines.pin(other, 1);
    timelines.pin(other, 2);
    AnalysisStore(m_workspace).put(dataset, "favourite_users", 1, "[0,1,2]");
    AnalysisStore(m_workspace).put(other, "favourite_users", 1, "[0]");

    const DatasetBelongings found = belongingsOf(m_workspace, dataset);
    EXPECT_EQ(found.runs, 2);
    EXPECT_EQ(found.scenarios, 1);
    EXPECT_EQ(found.timelines, 4);  // two runs, users 0 and 2 each
    EXPECT_EQ(found.pinnedUsers, 1);
    EXPECT_EQ(found.favourites, 3);
    EXPECT_EQ(found.cohorts, 0);
}

TEST_F(DatasetBelongingsTest, ARemovedScenarioIsNotLostAgain) {
    const DatasetId dataset = add("a");
    const ScenarioId gone = addScenario(dataset, "gone");
    addScenario(dataset, "kept");
    ScenarioStore(m_workspace).remove(gone);
    EXPECT_EQ(belongingsOf(m_workspace, dataset).scenarios, 1);
}

TEST_F(DatasetBelongingsTest, TheyAreStillCountedWhileTheRemovalCanBeUndone) {
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
