// SPDX-License-Identifier: GPL-3.0-or-later
// Tests plan run --worker: several processes (workers) train the runs of one plan.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "plan_fixture.h"

namespace recscope::test {
namespace {

class PlanWorkers : public PlanFixture {
protected:
    static Arguments worker(const std::string& file) {
        return {"--workspace", s_folder->path("w.recscope"), "plan", "run", file, "--worker", "--no-estimate"};
    }
    static std::set<std::string> names(const Json& runs, const std::string& state) {
        std::set<std::string> found;
        for (const Json& run : runs)
            if (run["state"] == state) found.insert(run["name"].get<std::string>());
        return found;
    }
    /// Expects that the plan is finished and that each of its runs exists exactly once.
    static void expectComplete(const std::string& file, std::size_t runs, std::size_t runsBefore) {
        EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["finished"], runs);
        const Json all = json({"runs"})["runs"];
        EXPECT_EQ(all.size(), runsBefore + runs);
        EXPECT_EQ(names(all, "finished").size(), runsBefore + runs);
    }
    static std::size_t runsNow() { return json({"runs"})["runs"].size(); }
};

TEST_F(PlanWorkers, ShareTheRunsOfAPlan) {
    const std::size_t before = runsNow();
    const std::string file = plan("shared", /*seeds=*/6, /*epochs=*/20);
    CliProcess a(worker(file)), b(worker(file));
    ASSERT_TRUE(a.waitForOutput("begins"));
    ASSERT_TRUE(b.waitForOutput("begins"));
    const Outcome first = a.wait(), second = b.wait();
    EXPECT_EQ(first.exitCode, 0) << first.err;
    EXPECT_EQ(second.exitCode, 0) << second.err;
    for (const Outcome& outcome : {first, second}) EXPECT_EQ(outcome.out.find("6 trained"), std::string::npos);
    expectComplete(file, 6, before);
}

/// Waits at most a minute until a run in progress has completed `epochs` epochs. Returns false if none has.
bool waitForEpochs(const std::function<Json()>& runs, int epochs) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < deadline) {
        for (const Json& run : runs())
            if (run["state"] == "running" && run["epochs_done"] >= epochs) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

/// Waits at most a minute until `count` workers are alive: each has a file in `folder`. Returns false if fewer are.
bool waitForWorkers(int count, const std::filesystem::path& folder) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < deadline) {
        int alive = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            alive += entry.path().filename().string().find(".worker-") != std::string::npos;
        if (alive >= count) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

/// Kills four workers one after another: the first at the start of a run, the next two in the middle of a run, and the
/// last while another worker runs, which survives.
TEST_F(PlanWorkers, RunsOfAKilledWorkerAreFinishedByAnother) {
    const std::size_t before = runsNow();
    const std::string file = plan("killed", /*seeds=*/3, /*epochs=*/1000);
    {
        CliProcess victim(worker(file));
        ASSERT_TRUE(victim.waitForOutput("begins"));
        victim.send(SIGKILL);
        EXPECT_EQ(victim.wait().signal, SIGKILL);
    }
    for (int kill = 0; kill < 2; ++kill) {
        CliProcess victim(worker(file));
        ASSERT_TRUE(waitForEpochs([] { return json({"runs"})["runs"]; }, 5 * (kill + 1)));
        victim.send(SIGKILL);
        EXPECT_EQ(victim.wait().signal, SIGKILL);
    }
    CliProcess survivor(worker(file));
    ASSERT_TRUE(survivor.waitForOutput("continues"));
    CliProcess victim(worker(file));
    ASSERT_TRUE(victim.waitForOutput("begins"));
    victim.send(SIGKILL);
    victim.wait();
    const Outcome outcome = survivor.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    expectComplete(file, 3, before);
}

TEST_F(PlanWorkers, ARunThatFailsIsNotTriedAgainByTheOthers) {
    const std::size_t before = runsNow();
    // With this learning rate the loss becomes infinite.
    const std::string file = s_folder->write("failing.json", R"({"name": "failing", "datasets": "small", "seeds": [1],
        "protocols": ["full"], "runs": [{"model": "sasrec", "set": {"epochs": 50, "learning_rate": 1e30, "clip": 0,
        "dim": 8, "inner_dim": 8, "max_length": 8}}]})");
    CliProcess a(worker(file)), b(worker(file));
    a.wait();
    b.wait();
    // A worker tries a failed run again only if the run had failed before the worker started. So there may be two runs.
    EXPECT_LE(runsNow(), before + 2);
}

TEST_F(PlanWorkers, RefuseOtherWritersAndAreStoppedTogether) {
    const std::string file = plan("long", /*seeds=*/1, /*epochs=*/100000);
    CliProcess a(worker(file));
    ASSERT_TRUE(a.waitForOutput("begins"));
    CliProcess idle(worker(file));  // finds nothing to do, and waits
    ASSERT_TRUE(waitForWorkers(2, s_folder->path("")));
    expectError({"train", "--dataset", "small", "--model", "popularity"}, 1, "");
    EXPECT_EQ(cli({"plan", "stop"}).exitCode, 0);
    EXPECT_EQ(a.wait().exitCode, 130);
    EXPECT_EQ(idle.wait().exitCode, 130);
    EXPECT_EQ(json({"plan", "show", file, "--no-estimate"})["planned"][0]["state"], "interrupted");
    EXPECT_EQ(cli({"train", "--dataset", "small", "--model", "popularity"}).exitCode, 0);
}

}  // namespace
}  // namespace recscope::test
