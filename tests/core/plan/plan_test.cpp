// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "../learn_support.h"
#include "core/data/sample_shop.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// What a plan is refused with.
std::string refusal(const std::string& json) {
    try {
        planFromJson(json);
    } catch (const Error& error) {
        EXPECT_FALSE(error.hint().empty()) << json;
        return error.what();
    }
    return "accepted";
}

std::string planWith(const std::string& members) {
    return R"({"name": "mine", "datasets": "ring", )" + members + "}";
}

TEST(PlanJson, WhatIsLeftOutHasAUsualValue) {
    const Plan plan = planFromJson(planWith(R"("runs": [{"model": "sasrec"}])"));
    EXPECT_EQ(plan.title, "mine");
    EXPECT_EQ(plan.shape, PlanShape::Table);
    EXPECT_EQ(plan.protocols, std::vector<std::string>{"full"});
    EXPECT_EQ(plan.metrics, (std::vector<std::string>{"ndcg@10", "hr@10"}));
    EXPECT_EQ(plan.seeds, std::vector<std::uint64_t>{42});
    EXPECT_EQ(plan.margin, 0.005);
    EXPECT_EQ(plan.entries.front().preset, "quick");
}

TEST(PlanJson, WhatIsWrongIsSaid) {
    EXPECT_EQ(refusal("{"), "The plan is not valid JSON.");
    EXPECT_EQ(refusal("[]"), "The top of the plan is no object.");
    EXPECT_EQ(refusal(R"({"name": "mine", "runs": [{"model": "sasrec"}]})"), "The plan names no dataset.");
    EXPECT_EQ(refusal(planWith(R"("runs": [])")), "The plan has no \"runs\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"preset": "quick"}])")), "Entry 1 of the plan needs \"model\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrek"}])")), "There is no model named \"sasrek\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "sett": {}}])")),
              "Entry 1 of the plan has an unknown key \"sett\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": []}}])")), "\"dim\" has no value.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": true}}])")),
              "\"dim\" has a value that is neither a number nor a text.");
    EXPECT_EQ(refusal(planWith(R"("seeds": [-1], "runs": [{"model": "sasrec"}])")), "\"-1\" is no seed.");
    EXPECT_EQ(refusal(planWith(R"("shows": "pie", "runs": [{"model": "sasrec"}])")), "A plan does not show \"pie\".");
    EXPECT_NE(refusal(planWith(R"("metrics": ["auc"], "runs": [{"model": "sasrec"}])")), "accepted");
    EXPECT_NE(refusal(planWith(R"("protocols": ["pop99"], "runs": [{"model": "sasrec"}])")), "accepted");
    EXPECT_EQ(refusal(R"({"name": "../x", "datasets": "ring", "runs": [{"model": "sasrec"}]})"),
              "\"../x\" is no name of a plan.");
}

TEST(PlanJson, WhatIsWrittenIsReadAsTheSamePlan) {
    for (const Plan& plan : readyPlans()) {
        const std::string once = planToJson(plan);
        EXPECT_EQ(planToJson(planFromJson(once)), once) << plan.name;
    }
    const Plan read = planFromJson(planToJson(findPlan("table-4-ml-1m-paper")));
    EXPECT_EQ(read.entries.front().values, findPlan("table-4-ml-1m-paper").entries.front().values);
    EXPECT_EQ(read.entries.front().printed.back().metrics.at("ndcg@10"), 0.4715);
    EXPECT_EQ(read.shape, PlanShape::Curve);
}

class PlannedRuns : public testing::Test {
protected:
    PlannedRuns() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {}
    std::vector<PlannedRun> runsOf(const std::string& entries, const std::string& more = {}) {
        m_plan = planFromJson(planWith(more + R"("runs": [)" + entries + "]"));
        return plannedRuns(m_workspace, m_plan);
    }
    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    DatasetId m_dataset;
    Plan m_plan;
};

TEST_F(PlannedRuns, AreEveryCombinationOfValuesAndSeeds) {
    const auto runs = runsOf(R"({"model": "sasrec", "set": {"dim": [8, 16], "layers": 1, "heads": [1, 2, 4]}})",
                             R"("seeds": [1, 2], )");
    ASSERT_EQ(runs.size(), 2u * 3u * 2u);
    std::set<std::string> configs;
    for (const PlannedRun& run : runs) {
        configs.insert(run.config.toJson());
        EXPECT_EQ(configValue(run.config, "layers"), "1");
        EXPECT_EQ(run.values.size(), 2u) << "what has one value is not swept";
        EXPECT_EQ(run.dataset, m_dataset);
    }
    EXPECT_EQ(configs.size(), runs.size());
    EXPECT_EQ(runs.front().title(m_plan), "SASRec · d 8 · h 1 · seed 1");
    EXPECT_EQ(runs[1].title(m_plan), "SASRec · d 8 · h 1 · seed 2");
    EXPECT_EQ(runs[2].title(m_plan), "SASRec · d 8 · h 2 · seed 1");
}

TEST_F(PlannedRuns, WhatIsCountedIsCountedOnce) {
    EXPECT_EQ(runsOf(R"({"model": "popularity"})", R"("seeds": [1, 2, 3], )").size(), 1u);
}

TEST_F(PlannedRuns, AKeyThatTheModelDoesNotHaveIsSaid) {
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "set": {"mask_probability": 0.2}})"), Error);
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "set": {"heads": 3}})"), Error) << "does not divide the width";
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "preset": "none"})"), Error);
}

TEST_F(PlannedRuns, ADatasetThatIsMissingIsSaid) {
    m_plan = planFromJson(R"({"name": "mine", "datasets": ["elsewhere"], "runs": [{"model": "sasrec"}]})");
    EXPECT_THROW(plannedRuns(m_workspace, m_plan), Error);
}

TEST_F(PlannedRuns, ReadyPlansHaveConfigsThatCanBeTrainedAndNamesOfTheirOwn) {
    std::set<std::string> names;
    ASSERT_GE(readyPlans().size(), 20u);
    for (Plan plan : readyPlans()) {
        EXPECT_TRUE(names.insert(plan.name).second) << plan.name;
        EXPECT_FALSE(plan.source.empty()) << plan.name;
        plan.datasets = {"ring"};
        EXPECT_FALSE(plannedRuns(m_workspace, plan).empty()) << plan.name;
        EXPECT_EQ(findPlan(plan.name).title, plan.title);
    }
    for (const std::string quick : {"table-2", "table-3", "figure-3", "figure-4", "table-4", "table-5",
                                    "sasrec-table-3", "sasrec-table-4", "sasrec-table-5", "sasrec-figure-2"})
        EXPECT_EQ(findPlan(quick + "-quick").datasets, std::vector<std::string>{kSampleName});
}

TEST(FindPlan, ReadsAFileAndSaysWhatThereIs) {
    const TemporaryWorkspace folder;
    const std::string path = folder.path().string() + ".json";
    std::ofstream(path) << planWith(R"("runs": [{"model": "sasrec"}])");
    EXPECT_EQ(findPlan(path).name, "mine");
    try {
        findPlan("nothing-of-that-name");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(error.hint().find("table-2-quick"), std::string::npos);
    }
}

}  // namespace
}  // namespace recscope
