// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the commands what-if --save, what-if --scenario and scenarios. Each command is a process; all share one
// workspace.
#include <gtest/gtest.h>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class ScenarioCommands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40))});
        cli({"train", "--dataset", "small", "--model", "sasrec", "--name", "run", "--set", "epochs=1", "--set", "dim=8",
             "--set", "max_length=8"});
    }
    static std::vector<std::string> names(const std::string& user) {
        std::vector<std::string> list;
        const Json answer = json({"scenarios", "--dataset", "small", "--user", user});
        for (const Json& entry : answer["scenarios"]) list.push_back(entry["name"]);
        return list;
    }
};

TEST_F(ScenarioCommands, ASavedScenarioIsOpenedAndEditedFurther) {
    const Json created = json({"what-if", "--run", "run", "--user", "u1", "--delete", "2", "--mask", "1", "--insert",
                               "11:f9", "--save", "two changes"});
    EXPECT_EQ(created["saved"], "two changes");
    const Json opened = json({"what-if", "--run", "run", "--user", "u1", "--scenario", "two changes"});
    EXPECT_EQ(opened["edited_history"], created["edited_history"]);
    EXPECT_EQ(opened["recommendations"], created["recommendations"]);
    EXPECT_EQ(opened["scenario"], "two changes");
    const Json further =
        json({"what-if", "--run", "run", "--user", "u1", "--scenario", "two changes", "--delete", "11"});
    EXPECT_EQ(further["edited_history"].size(), created["edited_history"].size() - 1);
}

TEST_F(ScenarioCommands, ScenariosAreListedRenamedAndDeleted) {
    json({"what-if", "--run", "run", "--user", "u2", "--delete", "1", "--save", "first"});
    json({"what-if", "--run", "run", "--user", "u2", "--repeat", "1", "--save", "second"});
    EXPECT_EQ(names("u2"), (std::vector<std::string>{"first", "second"}));
    EXPECT_TRUE(names("u3").empty());
    json({"scenarios", "--dataset", "small", "--user", "u2", "--rename", "first", "--to", "the first"});
    json({"scenarios", "--dataset", "small", "--user", "u2", "--delete", "second"});
    EXPECT_EQ(names("u2"), std::vector<std::string>{"the first"});
    const Json entry = json({"scenarios", "--dataset", "small", "--user", "u2"})["scenarios"][0];
    EXPECT_EQ(entry["user"], "u2");
    EXPECT_EQ(entry["items"], 10);
    EXPECT_EQ(entry["original_items"], 11);
    const Outcome text = cli({"scenarios", "--dataset", "small", "--user", "u2"});
    EXPECT_NE(text.out.find("the first"), std::string::npos) << text.out;
}

TEST_F(ScenarioCommands, InvalidArgumentsAreRefusedWithAMessage) {
    json({"what-if", "--run", "run", "--user", "u4", "--delete", "1", "--save", "kept"});
    const Arguments whatIf{"what-if", "--run", "run", "--user", "u4"};
    const auto with = [](Arguments first, const Arguments& moreArguments) {
        first.insert(first.end(), moreArguments.begin(), moreArguments.end());
        return first;
    };
    expectError(with(whatIf, {"--delete", "1", "--save", "kept"}), 1, "already has a scenario \"kept\"");
    expectError(with(whatIf, {"--delete", "1", "--save", " "}), 1, "needs a name");
    expectError(with(whatIf, {"--scenario", "nothing"}), 1, "Available: kept.");
    expectError(with(whatIf, {"--save", "untouched"}), 2, "--insert");
    expectError(with(whatIf, {"--scenario", "kept", "--until-gone", "f1"}), 2, "xclude");
    expectError({"what-if", "--run", "run", "--history", "f1,f2", "--delete", "1", "--save", "x"}, 2, "--user");
    expectError({"what-if", "--run", "run", "--history", "f1,f2", "--scenario", "kept"}, 2, "--user");
    expectError({"scenarios", "--dataset", "none"}, 1, "small");
    expectError({"scenarios", "--dataset", "small", "--user", "nobody"}, 1, "nobody");
    expectError({"scenarios", "--dataset", "small", "--delete", "kept"}, 2, "--user");
    expectError({"scenarios", "--dataset", "small", "--user", "u4", "--rename", "kept"}, 2, "--to");
    expectError({"scenarios", "--dataset", "small", "--user", "u4", "--delete", "nothing"}, 1, "Available: kept.");
}

}  // namespace
}  // namespace recscope::test
