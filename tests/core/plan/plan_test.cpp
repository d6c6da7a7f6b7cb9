// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "../learn_support.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"

namespace recscope {
namespace {

/// The error message with which a plan is refused, or "accepted".
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

TEST(PlanJson, OmittedKeysHaveDefaults) {
    const Plan plan = planFromJson(planWith(R"("runs": [{"model": "sasrec"}])"));
    EXPECT_EQ(plan.title, "mine");
    EXPECT_EQ(plan.shape, PlanShape::Table);
    EXPECT_EQ(plan.protocols, std::vector<std::string>{"full"});
    EXPECT_EQ(plan.metrics, (std::vector<std::string>{"ndcg@10", "hr@10"}));
    EXPECT_EQ(plan.seeds, std::vector<std::uint64_t>{42});
    EXPECT_EQ(plan.margin, 0.005);
    EXPECT_EQ(plan.entries.front().preset, "quick");
}

TEST(PlanJson, InvalidPlansAreRefusedWithAMessage) {
    EXPECT_EQ(refusal("{"), "The plan is not valid JSON.");
    EXPECT_EQ(refusal("[]"), "The top level of the plan is not an object.");
    EXPECT_EQ(refusal(R"({"name": "mine", "runs": [{"model": "sasrec"}]})"), "The plan names no dataset.");
    EXPECT_EQ(refusal(planWith(R"("runs": [])")), "The plan has no \"runs\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"preset": "quick"}])")), "Entry 1 of the plan needs \"model\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrek"}])")), "Entry 1: There is no model named \"sasrek\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "sett": {}}])")),
              "Entry 1 of the plan has an unknown key \"sett\".");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": []}}])")),
              "\"dim\" in Entry 1 has no value.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": true}}])")),
              "\"dim\" in Entry 1 has a value that is neither a number nor a string.");
    EXPECT_EQ(refusal(planWith(R"("seeds": [-1], "runs": [{"model": "sasrec"}])")), "\"-1\" is not a seed.");
    EXPECT_EQ(refusal(planWith(R"("shows": "pie", "runs": [{"model": "sasrec"}])")), "A plan cannot show \"pie\".");
    EXPECT_NE(refusal(planWith(R"("metrics": ["auc"], "runs": [{"model": "sasrec"}])")), "accepted");
    EXPECT_NE(refusal(planWith(R"("metrics": ["debiased_auc"], "runs": [{"model": "sasrec"}])")), "accepted");
    EXPECT_EQ(refusal(planWith(R"("metrics": ["debiased_ndcg@10", "hr@10"], "runs": [{"model": "sasrec"}])")),
              "accepted");
    EXPECT_NE(refusal(planWith(R"("protocols": ["pop0"], "runs": [{"model": "sasrec"}])")), "accepted");
    EXPECT_EQ(refusal(R"({"name": "../x", "datasets": "ring", "runs": [{"model": "sasrec"}]})"),
              "\"../x\" is not a valid name for a plan.");
}

TEST(PlanJson, DuplicatesAreRefused) {
    EXPECT_EQ(refusal(planWith(R"("seeds": [42, 42], "runs": [{"model": "sasrec"}])")), "\"seeds\" has 42 twice.");
    EXPECT_EQ(refusal(R"({"name": "mine", "datasets": ["ring", "ring"], "runs": [{"model": "sasrec"}]})"),
              "\"datasets\" has \"ring\" twice.");
    EXPECT_EQ(refusal(planWith(R"("protocols": ["full", "full"], "runs": [{"model": "sasrec"}])")),
              "\"protocols\" has \"full\" twice.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "bigram"}, {"model": "sasrec", "set": {"seed": [1, 2]}}])")),
              "Entry 2 sets \"seed\", which only the whole plan can set.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"gbce_t": [0.1, "0.10"]}}])")),
              "\"gbce_t\" in Entry 1 has the value 0.1 twice.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"inner_dim": 8,
                                           "dim": [{"dim": 8, "inner_dim": 8}]}}])")),
              "Entry 1 sets \"inner_dim\" twice.");
}

// 2^53 - 1 is the largest integer up to which JSON readers that use doubles are exact.
TEST(PlanJson, ASeedAboveTheLargestSafeIntegerIsRefused) {
    EXPECT_EQ(refusal(planWith(R"("seeds": [9007199254740992], "runs": [{"model": "sasrec"}])")),
              "\"9007199254740992\" is not a seed.");
    EXPECT_EQ(planFromJson(planWith(R"("seeds": [9007199254740991], "runs": [{"model": "sasrec"}])")).seeds.front(),
              9007199254740991u);
}

// The JSON key "printed" of an entry holds the results that a paper published for it.
TEST(PlanJson, APublishedResultForAnUnknownProtocolOrValueIsRefused) {
    const auto published = [](const std::string& members) {
        return refusal(
            planWith(R"("runs": [{"model": "sasrec", "set": {"dim": [8, 16]}, "printed": [{"dataset": "ML-1M",
                                   "metrics": {"mrr": 0.1}, )" +
                     members + "}]}]"));
    };
    EXPECT_EQ(published(R"("protocol": "pop100", "set": {"dim": 16})"), "accepted");
    EXPECT_EQ(published(R"("protocol": "pop-100")"),
              "Result 1 in \"printed\" of Entry 1: There is no protocol named \"pop-100\".");
    EXPECT_EQ(published(R"("protocol": "full", "set": {"dim": 32})"),
              "Result 1 in \"printed\" of Entry 1 is for dim 32, which is not among the values of the entry.");
}

TEST(PlanJson, AGridOfMoreThanTenThousandRunsIsRefused) {
    std::string values = "1";
    for (int value = 2; value <= 101; ++value) values += ", " + std::to_string(value);
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": [)" + values + R"(], "epochs": [)" +
                               values + "]}}]")),
              "The plan has more than 10,000 runs.");
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": [)" + values + "]}}]")), "accepted");
}

TEST(PlanJson, ACurveVariesOneKey) {
    const auto curve = [](const std::string& entries) {
        return refusal(planWith(R"("shows": "curve", "runs": [)" + entries + "]"));
    };
    EXPECT_EQ(curve(R"({"model": "sasrec", "set": {"dim": [8, 16], "heads": [1, 2]}})"),
              "Entry 1 has several values both for \"dim\" and for \"heads\".");
    EXPECT_EQ(curve(R"({"model": "sasrec", "set": {"dim": [8, 16]}}, {"model": "bert4rec", "set": {"heads": [1, 2]}})"),
              "Entry 2 has several values for \"heads\", but an earlier entry has several for \"dim\".");
    EXPECT_EQ(curve(R"({"model": "sasrec", "set": {"dim": 8}})"),
              "The plan shows a curve, but no key of its runs has several values.");
    EXPECT_EQ(curve(R"({"model": "sasrec", "set": {"dim": [8, 16], "heads": 2}}, {"model": "popularity"})"), "accepted")
        << "a model without the key is drawn as a horizontal line";
}

TEST(PlanJson, ARoundTripChangesNothing) {
    for (const Plan& plan : builtInPlans()) {
        const std::string once = planToJson(plan);
        EXPECT_EQ(planToJson(planFromJson(once)), once) << plan.name;
    }
    const Plan read = planFromJson(planToJson(findPlan("table-4-ml-1m-paper")));
    EXPECT_EQ(read.entries.front().values, findPlan("table-4-ml-1m-paper").entries.front().values);
    EXPECT_EQ(read.entries.front().published.back().metrics.at("ndcg@10"), 0.4715);
    EXPECT_EQ(read.shape, PlanShape::Curve);
}

class PlannedRuns : public testing::Test {
protected:
    PlannedRuns() : m_workspace(m_temporary.open()), m_dataset(addDataset(m_workspace, ringHistories()).id) {}
    std::vector<PlannedRun> runsOf(const std::string& entries, const std::string& otherMembers = {}) {
        m_plan = planFromJson(planWith(otherMembers + R"("runs": [)" + entries + "]"));
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
        EXPECT_EQ(run.values.size(), 2u) << "a key with one value is not swept";
        EXPECT_EQ(run.dataset, m_dataset);
    }
    EXPECT_EQ(configs.size(), runs.size());
    EXPECT_EQ(runs.front().title(m_plan), "SASRec · d 8 · h 1 · seed 1");
    EXPECT_EQ(runs[1].title(m_plan), "SASRec · d 8 · h 1 · seed 2");
    EXPECT_EQ(runs[2].title(m_plan), "SASRec · d 8 · h 2 · seed 1");
}

TEST_F(PlannedRuns, LinkedKeysGiveOneRunForEachValueOfTheFirstKey) {
    const auto runs = runsOf(R"({"model": "sasrec", "set": {"dim": [{"dim": 8, "inner_dim": 32, "heads": 2},
                                                                    {"dim": 16, "inner_dim": 64, "heads": 4}]}})");
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(configValue(runs[0].config, "inner_dim"), "32");
    EXPECT_EQ(configValue(runs[1].config, "inner_dim"), "64");
    EXPECT_EQ(configValue(runs[1].config, "heads"), "4");
    EXPECT_EQ(runs[1].values, (std::vector<KeyValue>{{"dim", "16"}})) << "named after the first key only";
    EXPECT_EQ(planToJson(planFromJson(planToJson(m_plan))), planToJson(m_plan));
    EXPECT_EQ(refusal(planWith(R"("runs": [{"model": "sasrec", "set": {"dim": [{"inner_dim": 32, "dim": 8}]}}])")),
              "\"dim\" in Entry 1 has a value whose first key is not dim.");
}

TEST_F(PlannedRuns, AnEntryCanUseAnotherPresetForOneDataset) {
    runsOf(R"({"model": "bert4rec", "preset": "paper", "presets": {"Steam": "paper-steam"}})");
    DatasetInfo dataset;
    dataset.name = "steam";
    const RunConfig config = plannedRunsOn(dataset, m_plan).front().config;
    EXPECT_EQ(configValue(config, "mask_probability"), "0.4");
    EXPECT_EQ(configValue(config, "window_step"), "25");
    dataset.name = "beauty";
    EXPECT_EQ(configValue(plannedRunsOn(dataset, m_plan).front().config, "mask_probability"), "0.6");
}

TEST_F(PlannedRuns, AModelWithoutASeedHasOneRun) {
    EXPECT_EQ(runsOf(R"({"model": "popularity"})", R"("seeds": [1, 2, 3], )").size(), 1u);
}

TEST_F(PlannedRuns, InvalidKeysValuesAndPresetsAreRefused) {
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "set": {"mask_probability": 0.2}})"), Error);
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "set": {"heads": 3}})"), Error) << "3 heads do not divide the width";
    EXPECT_THROW(runsOf(R"({"model": "sasrec", "preset": "none"})"), Error);
    try {
        runsOf(R"({"model": "popularity"}, {"model": "sasrec", "set": {"mask_probability": 0.2}})");
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "Entry 2 of the plan, sasrec: This model has no config key \"mask_probability\".");
    }
}

TEST_F(PlannedRuns, ADatasetIsFoundUnderAnotherSpellingOfItsName) {
    m_plan = planFromJson(R"({"name": "mine", "datasets": ["RING"], "runs": [{"model": "sasrec"}]})");
    EXPECT_EQ(plannedRuns(m_workspace, m_plan).front().dataset, m_dataset);  // it is called "ring"
}

TEST_F(PlannedRuns, NamesInOtherAlphabetsAreDistinguished) {
    EXPECT_FALSE(namesSameDataset("книги", "музыка"));
    EXPECT_FALSE(namesSameDataset("库1", "表1"));
    EXPECT_FALSE(namesSameDataset("---", "***"));
    EXPECT_TRUE(namesSameDataset("ML-1M", "ml_1m"));
}

TEST_F(PlannedRuns, AMissingDatasetIsRefused) {
    m_plan = planFromJson(R"({"name": "mine", "datasets": ["elsewhere"], "runs": [{"model": "sasrec"}]})");
    EXPECT_THROW(plannedRuns(m_workspace, m_plan), Error);
}

TEST(FindPlan, ReadsAFile_AndTheErrorForAnUnknownNameListsThePlans) {
    const TemporaryWorkspace folder;
    const std::string path = folder.path().string() + ".json";
    std::ofstream(path) << planWith(R"("runs": [{"model": "sasrec"}])");
    EXPECT_EQ(findPlan(path).name, "mine");
    try {
        findPlan("nothing-of-that-name");
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_NE(error.hint().find("table-2-quick"), std::string::npos);
    }
}

TEST(PlanText, APlanForOtherDatasetsStatesThemInTitleSourceAndName) {
    for (const Plan& plan : builtInPlans()) {
        const Plan retargeted = planOn(plan, {"My shop"});
        EXPECT_EQ(retargeted.datasets, std::vector<std::string>{"My shop"});
        EXPECT_EQ(retargeted.name, plan.name + "-my-shop");
        EXPECT_NE(retargeted.title.find("My shop"), std::string::npos) << retargeted.title;
        for (const char* const other :
             {"on the sample", "Here on the sample", "MovieLens", "Sample cinema", "{data}"}) {
            EXPECT_EQ(retargeted.title.find(other), std::string::npos) << retargeted.title;
            EXPECT_EQ(retargeted.source.find(other), std::string::npos) << retargeted.source;
        }
        // A plan for its own datasets is unchanged.
        const Plan unchanged = planOn(plan, plan.datasets);
        EXPECT_EQ(unchanged.name, plan.name);
        EXPECT_EQ(unchanged.title, plan.title);
        for (const std::string& dataset : plan.datasets)
            EXPECT_NE(plan.title.find(dataset), std::string::npos) << plan.title;
    }
    EXPECT_NE(planOn(findPlan("table-2-quick"), {"Магазин"}).name, planOn(findPlan("table-2-quick"), {"Кино"}).name)
        << "report files are named after the plan, so plans for two datasets need two names";
    const Plan withoutPlaceholder =
        planFromJson(R"({"name": "p", "title": "Mine", "datasets": "a", "runs": [{"model": "popularity"}]})");
    EXPECT_EQ(planOn(withoutPlaceholder, {"b"}).title, "Mine, on b");
    EXPECT_EQ(planFromJson(planToJson(planOn(withoutPlaceholder, {"b"}))).title, "Mine, on b");
}

TEST(PlanText, AnEntryWithAnExistingRunMustNotNameAModel) {
    const Plan plan = planFromJson(
        R"({"name": "p", "datasets": "a", "runs": [{"model": "popularity"}, {"run": "RecBole's", "label": "theirs"}]})");
    EXPECT_EQ(plan.entries[1].run, "RecBole's");
    EXPECT_EQ(rowTitle(plan.entries[1], {}), "theirs");
    const Plan again = planFromJson(planToJson(plan));
    EXPECT_EQ(again.entries[1].run, "RecBole's");
    EXPECT_EQ(again.entries[1].label, "theirs");
    EXPECT_THROW(planFromJson(R"({"name": "p", "datasets": "a", "runs": [{"run": "x", "model": "sasrec"}]})"), Error);
}

}  // namespace
}  // namespace recscope
