// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the subcommands of plan (list, show, run, resume, stop, report) and the command try.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <tuple>
#include <vector>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class PlanCommand : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40))});
    }
    /// Writes a plan with two seeds and returns the path of its file. `entries` are the elements of "runs".
    static std::string plan(const std::string& name, const std::string& entries) {
        return s_folder->write(name + ".json", R"({"name": ")" + name + R"(", "datasets": "small", "seeds": [1, 2],
            "protocols": ["full", "pop100"], "runs": [)" +
                                                   entries + "]}");
    }
    /// An entry of four runs: two numbers of layers, each with two seeds.
    static constexpr const char* kSmall =
        R"({"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8, "max_length": 8, "layers": [1, 2]}})";
};

TEST_F(PlanCommand, BuiltInPlansAreListedWithTheirSources) {
    const Json plans = json({"plan", "list"})["plans"];
    EXPECT_GE(plans.size(), 20u);
    for (const Json& entry : plans) EXPECT_FALSE(entry["source"].get<std::string>().empty());
    EXPECT_NE(cli({"plan", "format"}).out.find("protocols"), std::string::npos);
}

TEST_F(PlanCommand, APlanOnTheSampleIsShownBeforeTheWorkspaceHasTheSample) {
    ASSERT_EQ(json({"datasets"})["datasets"].size(), 1u);
    EXPECT_EQ(json({"plan", "show", "usual-five", "--no-estimate"})["finished"], 0);
    EXPECT_EQ(json({"datasets"})["datasets"].size(), 2u);
}

TEST_F(PlanCommand, EachRunIsTrainedOnceAndShown) {
    const std::string file = plan("once", kSmall + std::string(R"(, {"model": "popularity"})"));
    const Json before = json({"plan", "show", file});
    EXPECT_EQ(before["planned"].size(), 5u);  // popularity has no seeds, so it is one run
    EXPECT_EQ(before["finished"], 0);
    EXPECT_GT(before["seconds_at_most"], 0);

    const auto run = cli({"plan", "run", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_NE(run.out.find("5 trained, 0 already trained, 0 failed."), std::string::npos) << run.out;
    EXPECT_NE(cli({"plan", "resume", file}).out.find("0 trained, 5 already trained"), std::string::npos);

    const Json after = json({"plan", "show", file});
    EXPECT_EQ(after["finished"], 5);
    EXPECT_EQ(after["seconds_at_most"], 0);
    ASSERT_EQ(after["tables"].size(), 2u);  // one for each protocol
    for (const Json& table : after["tables"]) {
        EXPECT_EQ(table["rows"].size(), 3u);
        int references = 0;
        for (const Json& row : table["rows"]) {
            references += row["reference"].get<bool>();
            EXPECT_TRUE(row["metrics"]["ndcg@10"]["mean"].is_number());
            EXPECT_EQ(row["runs"].size(), row["planned"].get<std::size_t>());
        }
        EXPECT_EQ(references, 1);
    }
    // The mean over seeds equals the mean of the individual runs.
    double sum = 0;
    for (const Json& name : after["tables"][0]["rows"][0]["runs"])
        sum += json({"evaluate", "--run", name.get<std::string>()})["metrics"]["ndcg@10"].get<double>();
    EXPECT_NEAR(after["tables"][0]["rows"][0]["metrics"]["ndcg@10"]["mean"].get<double>(), sum / 2, 1e-9);

    const std::filesystem::path folder = s_folder->path("report");
    EXPECT_EQ(json({"plan", "report", file, "--out", folder.string()})["files"].size(), 5u);
    for (const char* ending : {".html", ".md", ".tex", ".csv", "-segments.csv"})
        EXPECT_TRUE(std::filesystem::exists(folder / (std::string("once") + ending)));
}

TEST_F(PlanCommand, InvalidPlansAreRefused) {
    EXPECT_NE(cli({"plan", "show", plan("wrong", R"({"model": "sasrec", "set": {"mask_probability": 0.1}})")}).exitCode,
              0);
    EXPECT_NE(cli({"plan", "run", "table-2-quick", "--dataset", "nowhere"}).exitCode, 0);
    const auto unknown = cli({"plan", "run", "no-such-plan"});
    EXPECT_NE(unknown.exitCode, 0);
    EXPECT_NE(unknown.err.find("table-2-quick"), std::string::npos);
    EXPECT_NE(cli({"plan"}).exitCode, 0);
}

TEST_F(PlanCommand, SeedsAndDataOfTheCommandLineAreCheckedLikeThoseOfAFile) {
    const std::string file = plan("checked", kSmall);
    expectError({"plan", "show", file, "--seeds", "3,3"}, 1, "\"seeds\" has 3 twice.");
    expectError({"plan", "show", file, "--seeds", "9007199254740992"}, 1, "is not a seed");
    expectError({"plan", "show", file, "--dataset", "small", "--dataset", "small"}, 1,
                "\"datasets\" has \"small\" twice");
    expectError({"train", "--dataset", "small", "--model", "sasrec", "--seeds", "1,9007199254740992"}, 2, "too large");
    expectError({"train", "--dataset", "small", "--model", "sasrec", "--seeds", "1,1"}, 2, "is given twice");
    expectError({"train", "--dataset", "small", "--model", "sasrec", "--seed", "9007199254740992"}, 2,
                "is not a valid value for seed");
}

TEST_F(PlanCommand, TheComparisonOfTheReferenceWithItselfIsNullNotZero) {
    const std::string file = plan("alone", R"({"model": "popularity"}, {"model": "bigram"})");
    EXPECT_EQ(cli({"plan", "run", file, "--no-estimate"}).exitCode, 0);
    const Json shown = json({"plan", "show", file});
    int references = 0;
    for (const Json& row : shown["tables"][0]["rows"]) {
        references += row["reference"].get<bool>();
        for (const char* key : {"difference", "difference_half_width_95", "p_holm", "verdict"})
            EXPECT_EQ(row[key].is_null(), row["reference"].get<bool>()) << key << " of " << row["row"];
    }
    EXPECT_EQ(references, 1);
}

TEST_F(PlanCommand, ARunThatCannotBeMeasuredDoesNotEndThePlan) {
    // Each user has three items, of which two are held out. A history of one item contains no next item to learn.
    cli({"import", s_folder->write("short.csv", "user,item,time\nu,a,1\nu,b,2\nu,c,3\nv,b,1\nv,c,2\nv,a,3\n"), "--name",
         "short"});
    const std::string file = plan("unknown", kSmall + std::string(R"(, {"model": "popularity"})"));
    const Json shown = json({"plan", "show", file, "--dataset", "short"});
    EXPECT_TRUE(shown["planned"][0]["seconds_at_most"].is_null()) << shown["planned"].dump();
    EXPECT_GE(shown["runs_not_measured"], 4);
    const auto text = cli({"plan", "show", file, "--dataset", "short"});
    EXPECT_NE(text.out.find("unknown"), std::string::npos) << text.out;
    const auto run = cli({"plan", "run", file, "--dataset", "short"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.out.find("could not be measured"), std::string::npos) << run.out << run.err;
    EXPECT_NE(run.out.find(" failed"), std::string::npos) << run.out;
}

TEST_F(PlanCommand, TheEstimateNamesTheCpu) {
    const auto shown = cli({"plan", "show", plan("cpu", R"({"model": "sasrec", "set": {"epochs": 900, "dim": 8}})")});
    EXPECT_NE(shown.out.find("on the CPU, measured"), std::string::npos) << shown.out;
}

TEST_F(PlanCommand, RunsAreTrainedInTheChosenOrderAndOmittedRunsStayMissing) {
    const std::string file = plan("chosen", R"({"model": "popularity"}, {"model": "sasrec", "set": {"epochs": 2,
        "dim": [4, 8], "inner_dim": 8, "max_length": 8, "layers": 1}})");
    const auto shown = cli({"plan", "show", file, "--no-estimate"});
    EXPECT_NE(shown.out.find("\nnumber  run "), std::string::npos) << shown.out;
    EXPECT_NE(shown.out.find("\n     3  SASRec · d 4 · seed 2 "), std::string::npos) << shown.out;

    const auto run = cli({"plan", "run", file, "--no-estimate", "--first", "5,3-4", "--without", "2", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    std::vector<int> numbers;
    for (const Json& event : run.events())
        if (event["event"] == "run") numbers.push_back(event["number"].get<int>());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());  // each run has two events
    EXPECT_EQ(numbers, (std::vector<int>{5, 3, 4, 1}));
    EXPECT_EQ(run.events().back()["left_out"], 1);

    const Json after = json({"plan", "show", file, "--no-estimate"});
    EXPECT_EQ(after["runs"], 5);
    EXPECT_EQ(after["finished"], 4);
    for (const Json& entry : after["planned"])
        EXPECT_EQ(entry["state"], entry["number"] == 2 ? "" : "finished") << entry["title"];
    EXPECT_EQ(after["tables"][0]["rows"][1]["runs"].size(), 1u);
    EXPECT_EQ(after["tables"][0]["rows"][1]["planned"], 2);
    EXPECT_NE(cli({"plan", "resume", file, "--without", "2"}).out.find("4 already trained, 0 failed, 1 left out."),
              std::string::npos);
    EXPECT_NE(cli({"plan", "resume", file}).out.find("1 trained, 4 already trained"), std::string::npos);
}

TEST_F(PlanCommand, TheMessageAboutAnInvalidRunNumberListsTheValidOnes) {
    const std::string file = plan("numbers", kSmall);
    const std::size_t runs = json({"runs"})["runs"].size();
    for (const auto& [first, without, words] :
         {std::tuple("5", "", "--first has 5, but the runs of the plan are 1 to 4."),
          std::tuple("", "0", "--without has 0, but the runs of the plan are 1 to 4."),
          std::tuple("", "2-9", "--without has 9, but the runs of the plan are 1 to 4."),
          std::tuple("1,two", "", "--first has \"two\", which is not the number of a run."),
          std::tuple("", "3-1", "--without has \"3-1\", which is not the number of a run."),
          std::tuple("2,3", "1-2", "Run 2 is in --first and in --without.")}) {
        expectError({"plan", "run", file, "--first", first, "--without", without}, 2, words);
        expectError({"plan", "resume", file, "--first", first, "--without", without}, 2, words);
    }
    expectError({"plan", "run", file, "--first", "5"}, 2, "plan show " + file);
    EXPECT_EQ(json({"runs"})["runs"].size(), runs) << "an invalid number must train no run";
}

TEST_F(PlanCommand, PausingAPlanIsExplainedInItsHelpAndInTheManual) {
    for (const std::string& text :
         {cli({"plan", "run", "--help"}).out, cli({"plan", "resume", "--help"}).out, cli({"manual"}).out})
        for (const char* words : {"`plan resume`", "Z pauses", "`fg`"})
            EXPECT_NE(text.find(words), std::string::npos) << words << " in\n" << text;
}

TEST_F(PlanCommand, WhileItRunsOrIsPausedTheWorkspaceCanBeReadButNotChanged) {
    const std::string file = plan(
        "held",
        R"({"model": "sasrec", "set": {"epochs": 100000, "patience": 0, "dim": 12, "inner_dim": 8, "max_length": 8}})");
    CliProcess process({"--workspace", s_folder->path("w.recscope"), "plan", "run", file, "--no-estimate"});
    ASSERT_TRUE(process.waitForOutput("begins"));
    const auto isRunning = [] {
        const Json runs = json({"runs"})["runs"];
        return std::any_of(runs.begin(), runs.end(), [](const Json& run) { return run["state"] == "running"; });
    };
    for (int look = 0; look < 200 && !isRunning(); ++look) ::usleep(50'000);
    process.send(SIGSTOP);  // in place of Ctrl-Z, whose SIGTSTP needs a terminal
    EXPECT_TRUE(isRunning());
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "running");
    expectError({"train", "--dataset", "small", "--model", "popularity"}, 1, "is in use by another process");
    process.send(SIGCONT);
    process.send(SIGINT);
    EXPECT_EQ(process.wait().exitCode, 130);
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "interrupted");
}

TEST_F(PlanCommand, AnotherProcessStopsAPlanThatCanThenBeResumed) {
    const std::string file = plan(
        "long",
        R"({"model": "sasrec", "set": {"epochs": 100000, "patience": 0, "dim": 8, "inner_dim": 8, "max_length": 8}})");
    CliProcess process({"--workspace", s_folder->path("w.recscope"), "plan", "run", file, "--no-estimate", "--first",
                        "1", "--without", "2"});
    ASSERT_TRUE(process.waitForOutput("begins"));
    // The same workspace through a symbolic link, with --json.
    const std::filesystem::path link = s_folder->path("link");
    std::filesystem::create_directory_symlink(std::filesystem::path(s_folder->path("w.recscope")).parent_path(), link);
    const auto stopped = runCli({"--workspace", (link / "w.recscope").string(), "plan", "stop", "--json"});
    EXPECT_EQ(stopped.exitCode, 0) << stopped.err;
    EXPECT_EQ(stopped.json()["state"], "asked to stop") << stopped.out;
    const auto outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    EXPECT_NE(outcome.err.find("plan resume " + file + " --first 1 --without 2\n"), std::string::npos) << outcome.err;
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "interrupted");
}

TEST_F(PlanCommand, OnlyTheNamedPlanIsStoppedEvenWhilePaused) {
    const std::string file = plan(
        "named",
        R"({"model": "sasrec", "set": {"epochs": 100000, "patience": 0, "dim": 20, "inner_dim": 8, "max_length": 8}})");
    CliProcess process(
        {"--workspace", s_folder->path("w.recscope"), "plan", "run", "--device", "cpu", file, "--no-estimate"});
    ASSERT_TRUE(process.waitForOutput("begins"));
    expectError({"plan", "stop", "table-2-quick"}, 2, "runs another plan");
    EXPECT_EQ(cli({"plan", "list"}).exitCode, 0)
        << "built-in plans are listed while another process has the workspace open";
    process.send(SIGSTOP);
    EXPECT_EQ(cli({"plan", "stop", file}).exitCode, 0);
    EXPECT_EQ(process.wait().exitCode, 130) << "the paused process must be continued to save its work";
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "interrupted");
    const Json listed = json({"plan", "list"})["in_workspace"];
    ASSERT_FALSE(listed.empty());
    EXPECT_EQ(listed[0]["name"], "named");
    EXPECT_EQ(listed[0]["finished"], 0);
    EXPECT_NE(cli({"plan", "list"}).out.find("0 of 2 finished"), std::string::npos);
}

TEST_F(PlanCommand, TryTrainsTheUsualFiveAndItsTitleNamesTheDataset) {
    const auto tried = cli({"try", "--dataset", "small", "--no-estimate"});
    EXPECT_EQ(tried.exitCode, 0) << tried.err;
    EXPECT_NE(tried.out.find("The usual five on small"), std::string::npos) << tried.out;
    EXPECT_NE(tried.out.find("Best on validation: "), std::string::npos) << tried.out;
    EXPECT_NE(tried.out.find("the best simple rule, "), std::string::npos) << tried.out;
    EXPECT_EQ(json({"plan", "show", "usual-five-small", "--no-estimate"})["finished"], 5)
        << "the plan must be found by the name that plan list shows";
    const auto again = cli({"try", "--dataset", "small", "--no-estimate", "--json"});
    const Json end = again.events().back();
    EXPECT_EQ(end["plan"], "usual-five-small");
    ASSERT_EQ(end["simple_rules"].size(), 1u);
    EXPECT_EQ(end["simple_rules"][0]["models"].size(), 2u);
    const std::filesystem::path folder = s_folder->path("five");
    cli({"plan", "report", "usual-five", "--dataset", "small", "--out", folder.string(), "--no-attention"});
    EXPECT_TRUE(std::filesystem::exists(folder / "usual-five-small.html"));
}

TEST_F(PlanCommand, PlanStopDoesNotStopATrainingOutsideAPlan) {
    CliProcess training({"train", "--workspace", s_folder->path("w.recscope"), "--dataset", "small", "--model",
                         "sasrec", "--name", "plan run", "--set", "epochs=100000", "--set", "patience=0",
                         "--progress-every", "0.1"});
    // Once the training prints epochs, it has the workspace open.
    ASSERT_TRUE(training.waitForOutput("epoch"));
    expectError({"plan", "stop"}, 2, "is open in recscope-cli train, which runs no plan.");
    training.send(SIGINT);
    EXPECT_EQ(training.wait().exitCode, 130) << "only SIGINT, not plan stop, may end the training";
}

TEST_F(PlanCommand, StoppingWithoutAPlanIsRefusedWithAMessage) {
    const auto stopped = cli({"plan", "stop"});
    EXPECT_NE(stopped.exitCode, 0);
    EXPECT_NE(stopped.err.find("No process is using"), std::string::npos);
}

}  // namespace
}  // namespace recscope::test
