// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the plans of resources/plans have runs on the datasets of the papers, and the stated contents.
#include <gtest/gtest.h>

#include <set>

#include "core/data/sample_shop.h"
#include "core/plan/plan.h"
#include "core/recommender/registry.h"

namespace recscope {
namespace {

DatasetInfo datasetNamed(const std::string& name) {
    const bool dense =
        namesSameDataset(name, "ML-1M") || namesSameDataset(name, "ML-20M") || namesSameDataset(name, "ml-100k");
    DatasetInfo dataset;
    dataset.name = name;
    dataset.users = 100;
    dataset.items = 1000;
    dataset.interactions = dense ? 16'000 : 900;
    return dataset;
}

/// The values of `numerator` / `denominator` over all swept runs of one model on one dataset.
std::set<double> ratios(const Plan& plan, const std::string& model, const std::string& denominator,
                        const std::string& numerator, const std::string& dataset) {
    std::set<double> ratios;
    for (const PlannedRun& run : plannedRunsOn(datasetNamed(dataset), plan))
        if (plan.entries[run.entry].model == model && !run.values.empty())
            ratios.insert(std::stod(configValue(run.config, numerator)) /
                          std::stod(configValue(run.config, denominator)));
    return ratios;
}

TEST(BuiltInPlans, HaveRunsOnEveryDatasetOfThePapers) {
    std::set<std::string> names;
    ASSERT_GE(builtInPlans().size(), 20u);
    for (const Plan& plan : builtInPlans()) {
        EXPECT_TRUE(names.insert(plan.name).second) << plan.name;
        EXPECT_FALSE(plan.source.empty()) << plan.name;
        EXPECT_EQ(findPlan(plan.name).title, plan.title);
        for (const char* dataset : {"ml-1m", "ml-20m", "beauty", "steam", "games", kSampleName})
            EXPECT_FALSE(plannedRunsOn(datasetNamed(dataset), plan).empty()) << plan.name << " on " << dataset;
    }
}

TEST(BuiltInPlans, TheUsualFiveAreThreeBaselinesAndTwoTransformers) {
    const Plan plan = findPlan(kUsualFive);
    std::vector<std::string> models;
    for (const PlanEntry& entry : plan.entries) {
        models.push_back(entry.model);
        EXPECT_EQ(entry.preset, "quick");
    }
    EXPECT_EQ(models, (std::vector<std::string>{"popularity", "bigram", "item_knn", "sasrec", "bert4rec"}));
    EXPECT_EQ(planOn(plan, {"My shop"}).title, "The usual five on My shop");
}

TEST(BuiltInPlans, QuickPlansUseTheSampleUnderThePapersProtocolAndFullRanking) {
    for (const std::string stem : {"table-2", "table-3", "figure-3", "figure-4", "table-4", "table-5", "sasrec-table-3",
                                   "sasrec-table-4", "sasrec-table-5", "sasrec-figure-2"}) {
        const Plan plan = findPlan(stem + "-quick");
        const std::string protocol = stem.rfind("sasrec", 0) == 0 ? "sasrec-original" : "pop100";
        EXPECT_EQ(plan.datasets, std::vector<std::string>{kSampleName}) << stem;
        EXPECT_EQ(plan.protocols, (std::vector<std::string>{protocol, "full"})) << stem;
    }
}

TEST(BuiltInPlans, TheInnerWidthScalesWithTheWidth) {
    for (const char* dataset : {"ml-1m", "beauty"}) {
        EXPECT_EQ(ratios(findPlan("figure-3-paper"), "bert4rec", "dim", "inner_dim", dataset), std::set<double>{4});
        EXPECT_EQ(ratios(findPlan("figure-3-paper"), "sasrec", "dim", "inner_dim", dataset), std::set<double>{1});
        EXPECT_EQ(ratios(findPlan("sasrec-figure-2-paper"), "sasrec", "dim", "inner_dim", dataset),
                  std::set<double>{1});
    }
    EXPECT_EQ(ratios(findPlan("figure-3-quick"), "bert4rec", "dim", "inner_dim", kSampleName), std::set<double>{2});
    EXPECT_EQ(ratios(findPlan("figure-3-quick"), "sasrec", "dim", "inner_dim", kSampleName), std::set<double>{1});
    EXPECT_EQ(ratios(findPlan("sasrec-figure-2-quick"), "sasrec", "dim", "inner_dim", kSampleName),
              std::set<double>{1});
}

TEST(BuiltInPlans, TheWindowStepIsTheSameShareOfEveryLength) {
    const auto share = [](const char* plan, const char* dataset) {
        return ratios(findPlan(plan), "bert4rec", "max_length", "window_step", dataset);
    };
    EXPECT_EQ(share("table-4-beauty-paper", "beauty"), std::set<double>{0.1});
    EXPECT_EQ(share("table-4-ml-1m-paper", "ml-1m"), std::set<double>{0.5});
    EXPECT_EQ(share("table-4-quick", kSampleName), std::set<double>{0.5});
}

TEST(BuiltInPlans, PaperPlansUseThePresetOfTheDataset) {
    const std::pair<const char*, std::pair<const char*, const char*>> expected[] = {
        {"ml-1m", {"0.2", "100"}}, {"ml-20m", {"0.1", "100"}}, {"beauty", {"0.5", "5"}}, {"steam", {"0.2", "25"}}};
    for (const char* name : {"table-2-paper", "table-3-paper", "figure-4-paper"}) {
        for (const auto& [dataset, values] : expected) {
            const Plan plan = findPlan(name);
            for (const PlannedRun& run : plannedRunsOn(datasetNamed(dataset), plan)) {
                if (run.config.model != "bert4rec") continue;
                EXPECT_EQ(configValue(run.config, "hidden_dropout"), values.first) << name << " on " << dataset;
                EXPECT_EQ(configValue(run.config, "window_step"), values.second) << name << " on " << dataset;
            }
        }
    }
}

}  // namespace
}  // namespace recscope
