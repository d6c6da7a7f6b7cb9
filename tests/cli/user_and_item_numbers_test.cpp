// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the number that explain prints for each item of a history, and --refit, which fits the vector of a user to the
// given history.
#include <gtest/gtest.h>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class NumbersCommands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40)), "--items",
             s_folder->write("titles.csv", smallItems())});
        for (const std::string model : {"narm", "stamp", "bpr_mf", "fpmc"})
            cli({"train", "--dataset", "small", "--model", model, "--name", model, "--set", "epochs=3", "--set",
                 "dim=8"});
        cli({"train", "--dataset", "small", "--model", "item_knn", "--name", "item_knn"});
    }
    static std::string out(Arguments arguments) {
        const Outcome outcome = cli(std::move(arguments));
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return outcome.out;
    }
    static bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }
};

TEST_F(NumbersCommands, ExplainHasTheWeightsOfAModelWithOneRowOfAttention) {
    for (const std::string run : {"narm", "stamp"}) {
        const Json first = json({"explain", "--run", run, "--history", "f1,f2,f3,f4", "--item", "f9"});
        const Json& parts = first["item_parts"];
        EXPECT_EQ(parts["kind"], "weight");
        EXPECT_TRUE(has(parts["sentence"], "may be negative")) << parts["sentence"];
        ASSERT_EQ(parts["items"].size(), 4u);
        EXPECT_EQ(parts["items"][1]["position"], 2);
        EXPECT_EQ(parts["items"][1]["item"], "f2");
        EXPECT_TRUE(parts["items"][1]["weight"].is_number());
        EXPECT_EQ(json({"explain", "--run", run, "--history", "f1,f2,f3,f4", "--item", "f7"})["item_parts"], parts)
            << "the weights must not depend on the recommended item";
        const std::string text = out({"explain", "--run", run, "--history", "f1,f2,f3,f4"});
        EXPECT_TRUE(has(text, "weight  ")) << text;
        EXPECT_TRUE(has(text, "need not sum to 1")) << text;
    }
}

TEST_F(NumbersCommands, ExplainHasContributionsThatSumToTheScore) {
    const Json answer = json({"explain", "--run", "item_knn", "--history", "f1,f4,f7,f4", "--item", "f10"});
    EXPECT_EQ(answer["item_parts"]["kind"], "contribution");
    double sum = 0;
    for (const Json& item : answer["item_parts"]["items"]) sum += item["contribution"].get<double>();
    EXPECT_GT(sum, 0);
    EXPECT_NEAR(sum, answer["score"].get<double>(), 1e-6);
    EXPECT_EQ(answer["item_parts"]["items"][1]["contribution"], 0) << "only the second f4 must count";
    EXPECT_TRUE(has(out({"explain", "--run", "item_knn", "--history", "f1,f4,f7"}), "contribution  "));
}

TEST_F(NumbersCommands, AModelWithoutWeightsOrContributionsHasNoItemParts) {
    EXPECT_TRUE(json({"explain", "--run", "fpmc", "--user", "u1"})["item_parts"].is_null());
}

TEST_F(NumbersCommands, AttentionIsRefusedForModelsWithoutMaps) {
    expectError({"attention", "--run", "narm", "--user", "u1"}, 2, "without attention maps");
    expectError({"attention", "--run", "bpr_mf", "--user", "u1"}, 2, "a model without attention");
}

TEST_F(NumbersCommands, ARefitIsLabelledAndRepeatable) {
    for (const std::string command : {"recommend", "explain"}) {
        const Arguments arguments = {command, "--run", "bpr_mf", "--history", "f1,f4,f7", "--refit"};
        const Json first = json(arguments);
        EXPECT_EQ(first["user_vector"]["kind"], "refitted");
        EXPECT_EQ(json(arguments), first);
        EXPECT_TRUE(has(out(arguments), "bpr_mf: refitted."));
        EXPECT_EQ(json({command, "--run", "bpr_mf", "--user", "u1"})["user_vector"]["kind"], "trained");
        EXPECT_EQ(json({command, "--run", "bpr_mf", "--history", "f1,f4,f7"})["user_vector"]["kind"], "unknown");
        EXPECT_TRUE(json({command, "--run", "item_knn", "--user", "u1"})["user_vector"].is_null());
    }
    EXPECT_NE(json({"recommend", "--run", "bpr_mf", "--history", "f1,f4,f7", "--refit"})["recommendations"],
              json({"recommend", "--run", "bpr_mf", "--history", "f1,f4,f7"})["recommendations"]);
    EXPECT_EQ(json({"recommend", "--run", "fpmc", "--history", "f1", "--refit"})["user_vector"]["kind"], "mean");
}

TEST_F(NumbersCommands, WhatIfWithARefitChangesTheListOfAModelWhoseOnlyInputIsTheUser) {
    const auto anyProbabilityChanged = [](const Json& answer) {
        for (const Json& change : answer["changes"])
            if (change["probability"] != change["probability_before"]) return true;
        return false;
    };
    Arguments arguments = {"what-if", "--run", "bpr_mf", "--user", "u1", "--delete", "3", "--replace", "1:f9"};
    const Json kept = json(arguments);
    EXPECT_FALSE(anyProbabilityChanged(kept));
    EXPECT_EQ(kept["user_vector"]["kind"], "trained");
    EXPECT_TRUE(has(kept["user_vector"]["sentence"], "keeps the vector"));
    EXPECT_TRUE(kept.contains("note"));
    arguments.push_back("--refit");
    const Json refitted = json(arguments);
    EXPECT_TRUE(anyProbabilityChanged(refitted));
    EXPECT_EQ(refitted["user_vector"]["kind"], "refitted");
    EXPECT_FALSE(refitted.contains("note")) << "the note says that the history is not read, but a refit reads it";
    EXPECT_TRUE(has(out(arguments), "bpr_mf: refitted."));
}

TEST_F(NumbersCommands, AnEmptiedHistoryIsAnsweredByPopularity) {
    const Json answer = json({"what-if", "--run", "fpmc", "--history", "f1", "--delete", "1", "--refit"});
    EXPECT_EQ(answer["user_vector"]["kind"], "popularity");
    EXPECT_TRUE(has(answer["user_vector"]["sentence"], "popularity is used instead"));
}

TEST_F(NumbersCommands, ARefitOfAModelWithoutUsersIsRefused) {
    expectError({"recommend", "--run", "narm", "--user", "u1", "--refit"}, 2,
                "has no user vector that can be refitted");
    expectError({"what-if", "--run", "narm", "--user", "u1", "--delete", "1", "--refit"}, 2,
                "has no user vector that can be refitted");
    expectError({"what-if", "--run", "fpmc", "--user", "u1", "--until-gone", "f1", "--refit"}, 2, "xclude");
}

}  // namespace
}  // namespace recscope::test
