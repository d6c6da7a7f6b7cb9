// SPDX-License-Identifier: GPL-3.0-or-later
// Tests adding the rows of a second week to a dataset. A run that was trained on the first week recommends to users of
// the second.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class RefreshCommands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("week1.csv", smallInteractions(150)), "--name", "small", "--items",
             s_folder->write("titles.csv", smallItems())});
        cli({"train", "--dataset", "small", "--model", "sasrec", "--name", "run", "--set", "epochs=2", "--set", "dim=8",
             "--set", "max_length=16"});
        s_week2 = s_folder->write("week2.csv",
                                  "user,item,time,rating\n"
                                  "zoe,f0,2000000000,5\nzoe,fresh,2000000100,4\nzoe,f1,2000000200,4\n"
                                  "zoe,f2,2000000300,3\nu3,fresh,2000000400,5\n");
        s_refresh = json({"import", s_week2, "--name", "small", "--existing", "add"});
        s_earlier = json({"runs"})["runs"][0]["dataset"];
    }
    static inline std::string s_week2;    ///< path of the rows of the second week
    static inline std::string s_earlier;  ///< name of the earlier version of the dataset, on which the run was trained
    static inline Json s_refresh;         ///< output of the import of the second week
};

TEST_F(RefreshCommands, TheImportReportsTheNewRows) {
    EXPECT_EQ(s_refresh["dataset"]["name"], "small");
    EXPECT_EQ(s_refresh["report"]["earlier_rows"], 150 * 12);
    EXPECT_EQ(s_refresh["report"]["rows_kept"], 5);
    EXPECT_EQ(s_refresh["report"]["users_with_new_rows"], 2);
    const Outcome dry = cli({"import", s_week2, "--name", "small", "--existing", "add", "--dry-run"});
    EXPECT_EQ(dry.exitCode, 1);
    EXPECT_NE(dry.err.find("no row that \"small\" does not have"), std::string::npos) << dry.err;
    expectError({"import", s_week2, "--name", "small", "--existing", "add"}, 1, "no row that \"small\" does not have");
    expectError({"import", s_week2, "--name", "small"}, 1, "--existing add");
    expectError({"import", s_week2, "--name", "small", "--existing", "both"}, 2, "refuse, add and replace");
}

TEST_F(RefreshCommands, TheRunBelongsToTheEarlierVersionAndReportsTheLaterData) {
    EXPECT_TRUE(s_earlier.starts_with("small (before ")) << s_earlier;
    const Json run = json({"runs"})["runs"][0];
    ASSERT_EQ(run["later_data"].size(), 1u);
    EXPECT_EQ(run["later_data"][0]["interactions"], 5);
    EXPECT_EQ(run["later_data"][0]["users"], 2);
    EXPECT_NE(cli({"runs"}).out.find("run: After this run, 5 interactions of 2 users were added to \"small\" ("),
              std::string::npos);
    const std::string datasets = cli({"datasets"}).out;
    EXPECT_NE(datasets.find("\"" + s_earlier + "\" is an earlier version of \"small\"."), std::string::npos)
        << datasets;
}

TEST_F(RefreshCommands, TheOldRunRecommendsForANewUser) {
    const Outcome outcome = cli({"recommend", "--run", "run", "--user", "zoe", "--input", "all", "--json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Json answer = outcome.json();
    EXPECT_EQ(answer["dataset"], "small");
    EXPECT_EQ(answer["history"], (Json{"f0", "f1", "f2"}));
    EXPECT_EQ(answer["items_left_out"], 1);
    EXPECT_EQ(answer["recommendations"].size(), 10u);
    EXPECT_NE(
        outcome.err.find("The history comes from \"small\", a later version of the dataset of the run \"run\". 1 of "
                         "its items is left out"),
        std::string::npos)
        << outcome.err;
    // The same history without a user gives the same list.
    const Json same = json({"recommend", "--run", "run", "--history", "f0,f1,f2"});
    EXPECT_EQ(answer["recommendations"], same["recommendations"]);
}

TEST_F(RefreshCommands, ItemsUnknownToTheRunAreLeftOutBeforeTheTargetIsHeldOut) {
    const Json answer = json({"recommend", "--run", "run", "--user", "u3"});
    EXPECT_EQ(answer["dataset"], "small");
    EXPECT_EQ(answer["history"].size(), 11u);  // 12 known items, of which the last is held out, and "fresh" is left out
    EXPECT_FALSE(answer["target"].is_null());
}

TEST_F(RefreshCommands, TheVersionCanBeChosen) {
    const Json answer = json({"recommend", "--run", "run", "--user", "u3", "--dataset", s_earlier});
    EXPECT_EQ(answer["dataset"], s_earlier);
    EXPECT_EQ(answer["history"].size(), 11u);
    EXPECT_FALSE(answer["target"].is_null());
    expectError({"recommend", "--run", "run", "--user", "u3", "--dataset", "large"}, 1,
                "is not a version of the dataset");
}

TEST_F(RefreshCommands, OtherCommandsReadTheRunsOwnVersionIfItHasTheUser) {
    EXPECT_EQ(json({"explain", "--run", "run", "--user", "u3"})["history"].size(), 11u);
    EXPECT_EQ(json({"explain", "--run", "run", "--user", "zoe", "--input", "all"})["history"].size(), 3u);
}

TEST_F(RefreshCommands, ListsOfAllUsersCanUseTheNewestVersion) {
    const std::string out = s_folder->path("lists.csv");
    const Json totals =
        json({"recommend", "--run", "run", "--all-users", "--dataset", "small", "--input", "all", "--out", out});
    EXPECT_EQ(totals["users"], 151);
    EXPECT_EQ(totals["items_left_out"], 2);  // the item "fresh" of zoe and of u3
    std::ifstream file(out);
    std::stringstream text;
    text << file.rdbuf();
    const Json alone = json({"recommend", "--run", "run", "--user", "zoe", "--input", "all"});
    EXPECT_NE(text.str().find("zoe,1," + alone["recommendations"][0]["item"].get<std::string>() + ","),
              std::string::npos);
    EXPECT_EQ(json({"recommend", "--run", "run", "--all-users", "--out", s_folder->path("own.csv")})["users"], 150);
}

}  // namespace
}  // namespace recscope::test
