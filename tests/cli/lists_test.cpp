// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which part of a user's history each command uses as input, lists for many users, and copies of a workspace.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

constexpr int kLength = 12;  // interactions of each user, see smallInteractions()

class ListCommands : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(150)), "--name", "small", "--items",
             s_folder->write("titles.csv", smallItems())});
        cli({"train", "--dataset", "small", "--model", "sasrec", "--name", "run", "--set", "epochs=2", "--set", "dim=8",
             "--set", "max_length=16"});
        cli({"cohort", "--dataset", "small", "--name", "few", "--users", "u3,u5"});
    }
    static std::vector<std::string> linesOf(const std::string& path) {
        std::ifstream file(path);
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);) lines.push_back(line);
        return lines;
    }
    static std::vector<std::string> fieldsOf(const std::string& line) {
        std::vector<std::string> fields;
        std::stringstream from(line);
        for (std::string field; std::getline(from, field, ',');) fields.push_back(field);
        return fields;
    }
    /// The number of items of a history for this value of --input.
    static std::size_t lengthOf(const std::string& input) {
        return kLength - (input == "test" ? 1 : input == "valid" ? 2 : 0);
    }
};

TEST_F(ListCommands, EveryCommandReadsTheSameHistoryForTheSameInput) {
    const std::string item = json({"recommend", "--run", "run", "--user", "u3"})["recommendations"][0]["item"];
    const std::vector<Arguments> commands = {{"recommend"},
                                             {"explain"},
                                             {"what-if", "--delete", "1"},
                                             {"attention"},
                                             {"head-steps", "--layer", "1", "--head", "1"}};
    for (const std::string input : {"", "test", "valid", "all"}) {
        const std::string expectedInput = input.empty() ? "test" : input;  // test is the default
        Json history;
        for (const Arguments& command : commands) {
            Arguments arguments = command;
            arguments.insert(arguments.end(), {"--run", "run", "--user", "u3"});
            if (!input.empty()) arguments.insert(arguments.end(), {"--input", input});
            const Json answer = json(arguments);
            // head-steps has another "input": the vector that the head reads.
            EXPECT_EQ(answer[command[0] == "head-steps" ? "history_input" : "input"], expectedInput) << command[0];
            if (answer.contains("history")) {
                if (history.is_null()) history = answer["history"];
                EXPECT_EQ(answer["history"], history) << command[0];
                EXPECT_EQ(answer["history"].size(), lengthOf(expectedInput)) << command[0];
            }
            if (command[0] == "attention") {
                EXPECT_EQ(answer["positions"].size(), lengthOf(expectedInput));
                EXPECT_EQ(answer["positions"].back()["item"], history.back());
            }
        }
        // The exported files contain the same lists and scores as the output of the commands.
        const std::string lists = s_folder->path("lists.jsonl"), scores = s_folder->path("scores.csv");
        json({"export", "--run", "run", "--recommendations", lists, "--scores", scores, "--users", "3", "--input",
              expectedInput});
        const Json shown = json({"recommend", "--run", "run", "--user", "u3", "--input", expectedInput});
        const Json listed = Json::parse(linesOf(lists).at(2));  // of the third user
        EXPECT_EQ(listed["user"], "u3");
        EXPECT_EQ(listed["input"], expectedInput);
        EXPECT_EQ(listed["target"], shown["target"]);
        ASSERT_EQ(listed["recommendations"].size(), shown["recommendations"].size());
        for (std::size_t i = 0; i < shown["recommendations"].size(); ++i) {
            const Json &fromFile = listed["recommendations"][i], &fromCommand = shown["recommendations"][i];
            EXPECT_EQ(fromFile["item"], fromCommand["item"]);
            EXPECT_NEAR(fromFile["probability"].get<double>(), fromCommand["probability"].get<double>(), 1e-5);
        }
        const auto columnTitles = fieldsOf(linesOf(scores).at(0)), row = fieldsOf(linesOf(scores).at(3));
        EXPECT_EQ(row[0], "u3");
        EXPECT_EQ(row[1], shown["target"].is_null() ? "" : shown["target"].get<std::string>());
        EXPECT_EQ(row[2], expectedInput);
        const Json& first = shown["recommendations"][0];
        for (std::size_t column = 3; column < columnTitles.size(); ++column)
            if (columnTitles[column] == first["item"]) {
                EXPECT_NEAR(std::stod(row[column]), first["score"].get<double>(), 1e-4);
            }
    }
}

TEST_F(ListCommands, HelpStatesWhichHistoryIsRead) {
    for (const std::string command :
         {"recommend", "attention", "explain", "what-if", "head-steps", "export", "coverage"})
        EXPECT_NE(cli({command, "--help"}).out.find("--input"), std::string::npos) << command;
    for (const std::string command : {"timeline", "heads"})
        EXPECT_NE(cli({command, "--help"}).out.find("before the test item"), std::string::npos) << command;
    expectError({"recommend", "--run", "run", "--user", "u3", "--input", "whole"}, 2, "--input");
}

TEST_F(ListCommands, ListsHaveTheHitRateOfTheEvaluation) {
    const std::string path = s_folder->path("all.jsonl");
    const Json answer = json({"recommend", "--run", "run", "--all-users", "--top", "10", "--out", path});
    EXPECT_EQ(answer["users"], 150);
    EXPECT_EQ(answer["input"], "test");
    int hits = 0;
    for (const std::string& line : linesOf(path)) {
        const Json list = Json::parse(line);
        for (const Json& entry : list["recommendations"]) hits += entry["item"] == list["target"];
    }
    const Json evaluation = json({"evaluate", "--run", "run"});
    ASSERT_EQ(evaluation["tie_rate"], 0);
    EXPECT_DOUBLE_EQ(hits / 150.0, evaluation["metrics"]["hr@10"].get<double>());
    EXPECT_DOUBLE_EQ(json({"coverage", "--run", "run"})["coverage"].get<double>(),
                     evaluation["coverage@10"].get<double>());
}

TEST_F(ListCommands, ListsCanBeLimitedToACohortAndToTags) {
    const std::string path = s_folder->path("few.csv");
    json({"recommend", "--run", "run", "--cohort", "few", "--top", "4", "--unseen", "--out", path});
    ASSERT_EQ(linesOf(path).size(), 1u + 2 * 4);
    EXPECT_TRUE(linesOf(path)[1].starts_with("u3,1,"));
    EXPECT_TRUE(linesOf(path)[5].starts_with("u5,1,"));
    EXPECT_EQ(
        json({"recommend", "--run", "run", "--user", "u3", "--top", "40", "--keep-seen"})["recommendations"].size(),
        40u);
    EXPECT_TRUE(
        json({"recommend", "--run", "run", "--user", "u3", "--without-tag", "Comedy"})["recommendations"].empty());
    expectError({"recommend", "--run", "run", "--all-users"}, 2, "--out");
    expectError({"recommend", "--run", "run", "--user", "u3", "--out", path}, 2, "--all-users");
    expectError({"recommend", "--run", "run", "--user", "u3", "--all-users"}, 2, "");
    expectError({"recommend", "--run", "run", "--user", "u3", "--only-tag", "Western"}, 1, "western");
    EXPECT_NE(cli({"coverage", "--run", "run", "--top", "1"}).out.find("are in none of the top-1 lists"),
              std::string::npos);
}

TEST_F(ListCommands, ACopyOpensWithTheSameMetrics) {
    const std::string all = s_folder->path("all.recscope"), single = s_folder->path("one.recscope");
    EXPECT_GT(json({"copy", all})["bytes"], 0);
    EXPECT_EQ(json({"copy", single, "--dataset", "small"})["dataset"], "small");
    const Json evaluation = json({"evaluate", "--run", "run"});
    for (const std::string& copy : {all, single}) {
        const Json there = runCli({"evaluate", "--run", "run", "--workspace", copy, "--json"}).json();
        EXPECT_EQ(there["metrics"], evaluation["metrics"]);
        EXPECT_EQ(runCli({"cohorts", "--dataset", "small", "--workspace", copy, "--json"}).json(),
                  json({"cohorts", "--dataset", "small"}));
    }
    expectError({"copy", all}, 1, "all.recscope");
}

TEST_F(ListCommands, AFullDiskLeavesNoCopyAndNoList) {
    const std::string copy = s_folder->path("full.recscope"), lists = s_folder->path("full.csv");
    const std::string workspace = s_folder->path("w.recscope");
    for (const Arguments& arguments : {Arguments{"copy", copy}, Arguments{"copy", copy, "--dataset", "small"},
                                       Arguments{"recommend", "--run", "run", "--all-users", "--out", lists}}) {
        Arguments command = arguments;
        command.insert(command.end(), {"--workspace", workspace});
        const Outcome outcome = runCli(command, /*maxFileBytes=*/40'000);
        EXPECT_EQ(outcome.exitCode, 1) << outcome.out << outcome.err;
        EXPECT_FALSE(outcome.err.empty());
        for (const std::string& path : {copy, lists})
            for (const char* suffix : {"", ".part"}) EXPECT_FALSE(std::filesystem::exists(path + suffix)) << path;
    }
}

}  // namespace
}  // namespace recscope::test
