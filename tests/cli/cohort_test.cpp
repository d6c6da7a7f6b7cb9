// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the commands cohort, cohort show, cohorts and evaluate --cohort. Each command is a process; all share one
// workspace.
#include <gtest/gtest.h>

#include <algorithm>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class CohortCommands : public CliFixture {
protected:
    static constexpr int kUsers = 60;

    static void SetUpTestSuite() {
        openFolder();
        // The users u1 … u20 are in the team red and are 21 to 40 years old; the others are blue and older.
        std::string users = "user,team,age\n";
        for (int i = 1; i <= kUsers; ++i)
            users += "u" + std::to_string(i) + (i <= 20 ? ",red," : ",blue,") + std::to_string(20 + i) + "\n";
        s_folder->write("users.csv", users);
        s_file = s_folder->write("small.csv", smallInteractions(kUsers));
        s_imported = json({"import", s_file, "--name", "small"});
        cli({"train", "--dataset", "small", "--model", "sasrec", "--name", "run", "--set", "epochs=1", "--set", "dim=8",
             "--set", "max_length=8"});
    }
    static std::vector<std::string> names() {
        std::vector<std::string> list;
        const Json answer = json({"cohorts", "--dataset", "small"});
        for (const Json& entry : answer["cohorts"]) list.push_back(entry["name"]);
        return list;
    }
    static std::string s_file;
    static Json s_imported;
};
std::string CohortCommands::s_file;
Json CohortCommands::s_imported;

TEST_F(CohortCommands, AUsersFileIsImportedUnlessDeclined) {
    EXPECT_EQ(s_imported["report"]["user_attributes"], (Json{"team", "age"}));
    EXPECT_EQ(s_imported["report"]["users_described"], kUsers);
    const Json without = json({"import", s_file, "--name", "bare", "--no-users", "--dry-run"});
    EXPECT_TRUE(without["report"]["user_attributes"].empty());
}

TEST_F(CohortCommands, AttributesAddedToAStoredDatasetCanSelectACohort) {
    json({"import", s_file, "--name", "later", "--no-users"});
    EXPECT_TRUE(json({"datasets", "attributes", "later"})["attributes"].empty());
    std::string customers = "customer;segment\n";
    for (int i = 1; i <= kUsers; ++i) customers += "u" + std::to_string(i) + (i % 4 == 0 ? ";Gold\n" : ";Silver\n");
    const Json added =
        json({"datasets", "attributes", "later", "--users", s_folder->write("customers-26.csv", customers)});
    EXPECT_EQ(added["added"].at(0)["attributes"], Json{"segment"});
    EXPECT_EQ(added["added"].at(0)["described"], kUsers);
    const Json listed = json({"datasets", "attributes", "later"})["attributes"].at(0);
    EXPECT_EQ(listed["values"], (Json{"Gold", "Silver"}));
    EXPECT_EQ(listed["of"], "users");
    const Json cohort = json({"cohort", "--dataset", "later", "--name", "gold", "--filter", "segment=Gold"});
    EXPECT_EQ(cohort["cohort"]["users"], kUsers / 4);
}

TEST_F(CohortCommands, ADryRunCountsTheMatchingUsersOfAFile) {
    const std::string other = s_folder->write("strangers.csv", "user,team\nx1,red\nx2,red\nx3,blue\n");
    const Json dry = json({"import", s_file, "--name", "dry", "--users", other, "--dry-run"});
    EXPECT_EQ(dry["users"]["matched"], 0);
    EXPECT_EQ(dry["users"]["of"], kUsers);
    EXPECT_EQ(dry["users"]["sentence"], "0 of 60 users match");
}

TEST_F(CohortCommands, ACohortIsMadeListedRenamedAndDeleted) {
    const Json created = json({"cohort", "--dataset", "small", "--name", "reds", "--filter", "team=red"});
    EXPECT_EQ(created["cohort"]["users"], 20);
    const Json few = json({"cohort", "--dataset", "small", "--name", "two", "--users", "u7,u9"});
    EXPECT_EQ(few["cohort"]["users"], 2);
    EXPECT_EQ(names(), (std::vector<std::string>{"reds", "two"}));
    json({"cohorts", "--dataset", "small", "--rename", "two", "--to", "pair"});
    json({"cohorts", "--dataset", "small", "--delete", "reds"});
    EXPECT_EQ(names(), std::vector<std::string>{"pair"});
    json({"cohorts", "--dataset", "small", "--delete", "pair"});
}

TEST_F(CohortCommands, ShowReportsCommonTraitsButNotTheSelectionCriterion) {
    json({"cohort", "--dataset", "small", "--name", "young", "--filter", "age=-40"});  // up to 40
    const Json shown = json({"cohort", "show", "--dataset", "small", "--name", "young"});
    EXPECT_EQ(shown["others"], kUsers - 20);
    EXPECT_GE(shown["looks"].get<int>(), 3);
    EXPECT_EQ(shown["correction"], "Benjamini-Hochberg");
    const auto red = std::find_if(shown["traits"].begin(), shown["traits"].end(),
                                  [](const Json& trait) { return trait["value"] == "red"; });
    ASSERT_NE(red, shown["traits"].end());
    EXPECT_EQ((*red)["cohort"]["users"], 20);
    EXPECT_EQ((*red)["others"]["users"], 0);
    EXPECT_TRUE((*red)["ratio"].is_null());
    EXPECT_TRUE((*red)["finding"]);
    for (const Json& trait : shown["traits"])
        EXPECT_NE(trait["feature"], "age") << "the users were chosen by age, so age must not be reported as a trait";
    EXPECT_EQ(shown["not_compared"], Json{"age"});
    const Outcome text = cli({"cohort", "show", "--dataset", "small", "--name", "young"});
    EXPECT_NE(text.out.find("Compared with all other 40 users."), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("it follows from how the users were chosen: age."), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("comparisons were made"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("More frequent in the cohort"), std::string::npos) << text.out;
    json({"cohorts", "--dataset", "small", "--delete", "young"});
}

TEST_F(CohortCommands, TheProtocolOfACohortsMetricsNamesTheCohort) {
    const Json whole = json({"evaluate", "--run", "run"});
    json({"cohort", "--dataset", "small", "--name", "missed", "--filter", "missed-by=run"});
    json({"cohort", "--dataset", "small", "--name", "hit", "--filter", "hit-by=run"});
    const Json missed = json({"evaluate", "--run", "run", "--cohort", "missed"});
    const Json hit = json({"evaluate", "--run", "run", "--cohort", "hit"});
    EXPECT_EQ(missed["metrics"]["hr@10"], 0);
    EXPECT_EQ(hit["metrics"]["hr@10"], 1);
    EXPECT_EQ(missed["users"].get<int>() + hit["users"].get<int>(), whole["users"].get<int>());
    EXPECT_EQ(hit["protocol"]["cohort"]["name"], "hit");
    EXPECT_EQ(hit["protocol"]["cohort"]["users"], hit["users"]);
    EXPECT_EQ(hit["protocol"]["cohort"]["scored"], whole["users"]);
    EXPECT_FALSE(whole["protocol"].contains("cohort"));
    // The cohort "hit" contains the users with a hit, so its share of all users is their hit rate.
    EXPECT_NEAR(hit["users"].get<double>() / whole["users"].get<double>(), whole["metrics"]["hr@10"].get<double>(),
                1e-12);
    const Outcome text = cli({"evaluate", "--run", "run", "--cohort", "hit"});
    EXPECT_NE(text.out.find("of the cohort \"hit\" (of"), std::string::npos) << text.out;
}

TEST_F(CohortCommands, InvalidArgumentsAreRefusedWithAMessage) {
    expectError({"cohort", "--dataset", "small", "--name", "x"}, 2, "either --users or --filter");
    expectError({"cohort", "--dataset", "small", "--users", "u1"}, 2, "--name");
    expectError({"cohort", "--dataset", "small", "--name", "x", "--users", "nobody"}, 1, "nobody");
    expectError({"cohort", "--dataset", "small", "--name", "x", "--filter", "team=green"}, 1, "red");
    expectError({"cohort", "--dataset", "small", "--name", "x", "--filter", "length=500-"}, 1, "No user passes");
    expectError({"cohort", "show", "--dataset", "small", "--name", "none"}, 1, "no cohort \"none\"");
    expectError({"evaluate", "--run", "run", "--cohort", "none"}, 1, "no cohort \"none\"");
}

}  // namespace
}  // namespace recscope::test
