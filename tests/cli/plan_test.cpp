// SPDX-License-Identifier: GPL-3.0-or-later
// plan: list, show, run, resume, stop, report.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class PlanCommand : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40))});
    }
    static std::string plan(const std::string& name, const std::string& entries) {
        return s_folder->write(name + ".json", R"({"name": ")" + name + R"(", "datasets": "small", "seeds": [1, 2],
            "protocols": ["full", "pop100"], "runs": [)" +
                                                   entries + "]}");
    }
    static constexpr const char* kSmall =
        R"({"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8, "max_length": 8, "layers": [1, 2]}})";
};

TEST_F(PlanCommand, ReadyPlansAreListedWithTheirSources) {
    const Json plans = json({"plan", "list"})["plans"];
    EXPECT_GE(plans.size(), 20u);
    for (const Json& of : plans) EXPECT_FALSE(of["source"].get<std::string>().empty());
    EXPECT_NE(cli({"plan", "format"}).out.find("protocols"), std::string::npos);
}

TEST_F(PlanCommand, RunsEverythingOnceAndShowsIt) {
    const std::string file = plan("once", kSmall + std::string(R"(, {"model": "popularity"})"));
    const Json before = json({"plan", "show", file});
    EXPECT_EQ(before["planned"].size(), 5u);
    EXPECT_EQ(before["finished"], 0);
    EXPECT_GT(before["seconds_at_most"], 0);

    const auto run = cli({"plan", "run", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_NE(run.out.find("5 trained, 0 there already, 0 failed."), std::string::npos) << run.out;
    EXPECT_NE(cli({"plan", "resume", file}).out.find("0 trained, 5 there already"), std::string::npos);

    const Json after = json({"plan", "show", file});
    EXPECT_EQ(after["finished"], 5);
    EXPECT_EQ(after["seconds_at_most"], 0);
    ASSERT_EQ(after["tables"].size(), 2u);
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
    // The mean over seeds is that of the runs themselves.
    double sum = 0;
    for (const Json& name : after["tables"][0]["rows"][0]["runs"])
        sum += json({"evaluate", "--run", name.get<std::string>()})["metrics"]["ndcg@10"].get<double>();
    EXPECT_NEAR(after["tables"][0]["rows"][0]["metrics"]["ndcg@10"]["mean"].get<double>(), sum / 2, 1e-9);

    const std::filesystem::path folder = s_folder->path("report");
    EXPECT_EQ(json({"plan", "report", file, "--out", folder.string()})["files"].size(), 4u);
    for (const char* ending : {"html", "md", "tex", "csv"})
        EXPECT_TRUE(std::filesystem::exists(folder / (std::string("once.") + ending)));
}

TEST_F(PlanCommand, WhatCannotBePlannedIsSaid) {
    EXPECT_NE(cli({"plan", "show", plan("wrong", R"({"model": "sasrec", "set": {"mask_probability": 0.1}})")}).exitCode,
              0);
    EXPECT_NE(cli({"plan", "run", "table-2-quick", "--dataset", "nowhere"}).exitCode, 0);
    const auto unknown = cli({"plan", "run", "no-such-plan"});
    EXPECT_NE(unknown.exitCode, 0);
    EXPECT_NE(unknown.err.find("table-2-quick"), std::string::npos);
    EXPECT_NE(cli({"plan"}).exitCode, 0);
}

TEST_F(PlanCommand, AnotherProcessStopsItAndWhatWasTrainedIsKept) {
    const std::string file =
        plan("long", R"({"model": "sasrec", "set": {"epochs": 100000, "dim": 8, "inner_dim": 8, "max_length": 8}})");
    CliProcess process({"--workspace", s_folder->path("w.recscope"), "plan", "run", file, "--no-estimate"});
    ASSERT_TRUE(process.waitForOutput("begins"));
    const auto stopped = cli({"plan", "stop"});
    EXPECT_EQ(stopped.exitCode, 0) << stopped.err;
    const auto outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 130) << outcome.err;
    EXPECT_NE(outcome.err.find("plan resume"), std::string::npos);
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "interrupted");
}

TEST_F(PlanCommand, NothingToStopIsSaid) {
    const auto stopped = cli({"plan", "stop"});
    EXPECT_NE(stopped.exitCode, 0);
    EXPECT_NE(stopped.err.find("Nothing works on"), std::string::npos);
}

}  // namespace
}  // namespace recscope::test
