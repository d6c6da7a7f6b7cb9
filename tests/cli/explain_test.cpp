// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the commands explain, heads and what-if. All tests share one workspace with two trained runs.
#include <gtest/gtest.h>

#include <cmath>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class ExplainCommands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40)), "--items",
             s_folder->write("titles.csv", smallItems())});
        for (const std::string model : {"bert4rec", "sasrec"}) {
            cli({"train", "--dataset", "small", "--model", model, "--name", model, "--set", "epochs=2", "--set",
                 "dim=8", "--set", "max_length=8"});
        }
    }
};

TEST_F(ExplainCommands, EffectsAreTheDifferenceOfTwoPredictions) {
    for (const std::string run : {"bert4rec", "sasrec"}) {
        const Json whole = json({"explain", "--run", run, "--history", "f1,f2,f3,f4", "--item", "f9"});
        EXPECT_EQ(whole["item"], "f9");
        EXPECT_EQ(whole["kind"], "removed");
        ASSERT_EQ(whole["effects"].size(), 4u);
        EXPECT_EQ(whole["effects"][2]["position"], 3);
        EXPECT_EQ(whole["effects"][2]["item"], "f3");
        const Json without = json({"explain", "--run", run, "--history", "f1,f2,f4", "--item", "f9"});
        EXPECT_NEAR(whole["effects"][2]["effect"].get<double>(),
                    whole["log_probability"].get<double>() - without["log_probability"].get<double>(), 1e-4);
        ASSERT_EQ(whole["heads"].size(),
                  run == "bert4rec" ? 4u : 2u);  // 2 layers, with 2 heads each in BERT4Rec and 1 in SASRec
        EXPECT_EQ(whole["heads"].back()["attention"].size(), 4u);
        EXPECT_FALSE(whole["heads"].back()["verdict"].get<std::string>().empty());
    }
}

TEST_F(ExplainCommands, TheFirstRecommendationIsExplainedUnlessAnotherIsNamed) {
    const Json first = json({"recommend", "--run", "sasrec", "--user", "u1"})["recommendations"][0];
    const Json explained = json({"explain", "--run", "sasrec", "--user", "u1", "--blank"});
    EXPECT_EQ(explained["item"], first["item"]);
    EXPECT_EQ(explained["rank"], 1);
    EXPECT_EQ(explained["kind"], "blanked");
    EXPECT_NEAR(std::exp(explained["log_probability"].get<double>()), first["probability"].get<double>(), 1e-5);
    EXPECT_EQ(explained["effects"].size(), 8u);  // the model reads the last 8 of the 11 items
    EXPECT_EQ(explained["effects"][0]["position"], 4);
    for (const Json& head : explained["heads"]) EXPECT_FALSE(head["grade"].get<std::string>().empty());
    EXPECT_NE(explained["sentence"].get<std::string>().find(explained["title"].get<std::string>()), std::string::npos);
}

TEST_F(ExplainCommands, HeadsHaveMeasuresAgreementAndTheEffectOfSwitchingOff) {
    const Json answer = json({"heads", "--run", "bert4rec", "--users", "20", "--agreement", "--switch-off"});
    EXPECT_EQ(answer["users"], 20);
    EXPECT_EQ(answer["protocol"]["name"], "full");
    ASSERT_EQ(answer["heads"].size(), 4u);
    for (const Json& head : answer["heads"]) {
        for (const char* key : {"previous", "itself", "oldest", "same_genre", "popular", "mask"}) {
            EXPECT_GE(head[key]["mean"], 0) << key;
            EXPECT_LE(head[key]["mean"], 1) << key;
            EXPECT_GT(head[key]["even"], 0) << key;
        }
        EXPECT_GT(head["entropy"]["mean"], 0);
        EXPECT_EQ(head["by_offset"][20]["offset"], 0);
        EXPECT_EQ(head["by_offset"][20]["mean"], head["itself"]["mean"]);
        EXPECT_EQ(head["agreement"]["same_top"]["users"], 20);
        EXPECT_NEAR(
            head["switched_off"]["ndcg@10_change"]["mean"].get<double>(),
            head["switched_off"]["metrics"]["ndcg@10"].get<double>() - answer["metrics"]["ndcg@10"].get<double>(),
            1e-9);
    }
    EXPECT_FALSE(json({"heads", "--run", "sasrec", "--users", "5"})["heads"][0].contains("agreement"));
}

TEST_F(ExplainCommands, WhatIfGivesTheRecommendationsOfTheEditedHistory) {
    const Json edited = json({"what-if", "--run", "sasrec", "--history", "f1,f2,f3", "--delete", "1", "--insert",
                              "3:f9", "--move", "1:2", "--repeat", "2", "--replace", "1:f5"});
    // The history after each edit: f2,f3 -> f2,f3,f9 -> f3,f2,f9 -> f3,f2,f2,f9 -> f5,f2,f2,f9
    EXPECT_EQ(edited["edited_history"], Json({"f5", "f2", "f2", "f9"}));
    const Json plain = json({"recommend", "--run", "sasrec", "--history", "f5,f2,f2,f9"})["recommendations"];
    ASSERT_EQ(edited["recommendations"].size(), plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(edited["recommendations"][i]["item"], plain[i]["item"]);
    EXPECT_EQ(edited["before"][0]["item"],
              json({"recommend", "--run", "sasrec", "--history", "f1,f2,f3"})["recommendations"][0]["item"]);
    EXPECT_EQ(edited["changes"][0]["item"], plain[0]["item"]);
    EXPECT_EQ(edited["changes"][0]["rank"], 1);
}

TEST_F(ExplainCommands, AMaskedItemIsShownAsMask) {
    const Json edited = json({"what-if", "--run", "bert4rec", "--user", "u1", "--mask", "11"});
    EXPECT_EQ(edited["edited_history"][10], "[MASK]");
    EXPECT_EQ(edited["target"], "f0");
}

TEST_F(ExplainCommands, TheSmallestChangeStatesWhetherTheRecommendationIsGone) {
    const Json first = json({"recommend", "--run", "bert4rec", "--user", "u3"})["recommendations"][0];
    const Json answer =
        json({"what-if", "--run", "bert4rec", "--user", "u3", "--top", "1", "--until-gone", first["item"]});
    const Json& change = answer["smallest_change"];
    EXPECT_EQ(change["rank_before"], 1);
    EXPECT_EQ(change["found"], change["rank"] > 1);
    EXPECT_EQ(answer["edited_history"].size(), 11 - change["deleted"].size());
    const auto sentence = change["sentence"].get<std::string>();
    EXPECT_NE(sentence.find(first["title"].get<std::string>()), std::string::npos) << sentence;
    EXPECT_TRUE(sentence.starts_with(change["found"].get<bool>() ? "Without " : "Even without ")) << sentence;
}

TEST_F(ExplainCommands, InvalidArgumentsAreRefusedWithAMessage) {
    expectError({"explain", "--run", "sasrec"}, 2, "user");
    expectError({"explain", "--run", "nobody", "--user", "u1"}, 1, "sasrec");
    expectError({"explain", "--run", "sasrec", "--user", "u1", "--item", "f99"}, 1, "f99");
    expectError({"heads"}, 2, "--run");
    expectError({"heads", "--run", "sasrec", "--users", "0"}, 2, "--users");
    expectError({"what-if", "--run", "sasrec", "--user", "u1"}, 2, "--insert");
    expectError({"what-if", "--run", "sasrec", "--user", "u1", "--delete", "12"}, 2, "Positions run from 1 to 11");
    expectError({"what-if", "--run", "sasrec", "--user", "u1", "--delete", "f7"}, 2, "Positions count from 1");
    expectError({"what-if", "--run", "sasrec", "--user", "u1", "--insert", "3"}, 2, "--help");
    expectError({"what-if", "--run", "sasrec", "--user", "u1", "--insert", "3:f99"}, 1, "f99");
    expectError({"what-if", "--run", "sasrec", "--user", "u1", "--until-gone", "f7", "--delete", "1"}, 2, "xclude");
    expectError({"what-if", "--run", "sasrec", "--history", "f1", "--delete", "1"}, 1, "empty");
}

TEST_F(ExplainCommands, TextOutputIsNotJson) {
    for (const Arguments& arguments :
         std::vector<Arguments>{{"explain", "--run", "sasrec", "--user", "u1"},
                                {"heads", "--run", "sasrec", "--users", "10", "--agreement", "--switch-off"},
                                {"what-if", "--run", "sasrec", "--user", "u1", "--delete", "11"}}) {
        const Outcome outcome = cli(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_GT(outcome.out.size(), 200u) << testing::PrintToString(arguments);
        EXPECT_EQ(outcome.out.find('{'), std::string::npos);
        EXPECT_EQ(outcome.err, "");
    }
}

}  // namespace
}  // namespace recscope::test
