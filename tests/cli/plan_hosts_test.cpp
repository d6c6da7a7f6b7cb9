// SPDX-License-Identifier: GPL-3.0-or-later
// Tests `plan run --on`, which trains a plan on several machines. The second machine, "loopback", is this one, reached
// through a real sshd.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <thread>

#include "../core/remote/loopback.h"
#include "plan_fixture.h"

namespace recscope::test {
namespace {

namespace fs = std::filesystem;

class PlanHosts : public PlanFixture {
protected:
    /// The arguments that run a plan on these machines; "here" is this one.
    static Arguments planRunArguments(const std::string& file, const Arguments& places) {
        Arguments arguments = {"--workspace", s_folder->path("w.recscope"), "plan", "run", file, "--no-estimate"};
        for (const std::string& place : places) arguments.push_back("--on=" + place);
        if (places != Arguments{"here"}) arguments.insert(arguments.end(), {"--there", RECSCOPE_CLI});
        return arguments;
    }
    /// For each run that the plan lists, in order: its record in the workspace; an empty object if it was never
    /// trained.
    static std::vector<Json> runsOf(const std::string& file) {
        const Json all = json({"runs"}), shown = json({"plan", "show", file, "--no-estimate"});
        std::vector<Json> runs;
        for (const Json& planned : shown["planned"]) {
            runs.push_back(Json::object());
            for (const Json& run : all["runs"])
                if (run["name"] == planned["run"]) runs.back() = run;
        }
        return runs;
    }
    /// The machine that trained each run of the plan, "here" or "loopback". Expects that these runs are finished, and
    /// that the workspace has no other runs besides the `runsBefore` earlier ones.
    static std::vector<std::string> trainedOn(const std::string& file, std::size_t runsBefore) {
        std::vector<std::string> machines;
        for (const Json& run : runsOf(file)) {
            EXPECT_EQ(run["state"], "finished");
            const std::string device = run.value("device", "");
            machines.emplace_back(device.starts_with("loopback: ") ? "loopback" : "here");
        }
        EXPECT_EQ(runsNow(), runsBefore + machines.size());
        return machines;
    }
    static std::size_t runsNow() { return json({"runs"})["runs"].size(); }
    /// The number of workers that are alive: each has a file beside the workspace.
    static int workers() {
        int alive = 0;
        for (const auto& entry : fs::directory_iterator(s_folder->path("")))
            alive += entry.path().filename().string().find(".worker-") != std::string::npos;
        return alive;
    }
    /// Kills every training on the other machine and returns how many it killed.
    int killOnOtherMachine() const {
        int killed = 0;
        for (const fs::path& folder : m_loopback.runFolders()) {
            int process = 0;
            std::ifstream(folder / "pid") >> process;
            killed += process > 0 && ::kill(process, SIGKILL) == 0;
        }
        return killed;
    }

    Loopback m_loopback;
};

TEST_F(PlanHosts, ShareTheRunsOfAPlan) {
    const std::size_t before = runsNow();
    const std::string file = plan("shared", /*seeds=*/6, /*epochs=*/100);
    CliProcess all(planRunArguments(file, {"here", "loopback"}));
    const Outcome outcome = all.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("6 trained, 0 already trained, 0 failed."), std::string::npos) << outcome.out;
    const std::vector<std::string> machines = trainedOn(file, before);
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const std::string begins = machines[i] + "  " + number + "/6  SASRec · seed " + number + " on small: begins";
        EXPECT_NE(outcome.out.find(begins), std::string::npos) << begins << outcome.out;
    }
    EXPECT_EQ(std::set<std::string>(machines.begin(), machines.end()), (std::set<std::string>{"here", "loopback"}));
}

TEST_F(PlanHosts, TheOthersTrainTheRunsOfAnUnreachableMachine) {
    m_loopback.relay().cut();
    const std::size_t before = runsNow();
    const std::string file = plan("unreachable", /*seeds=*/2, /*epochs=*/7);
    CliProcess all(planRunArguments(file, {"loopback", "here"}));
    const Outcome outcome = all.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find("loopback: loopback cannot be reached"), std::string::npos) << outcome.err;
    EXPECT_EQ(trainedOn(file, before), (std::vector<std::string>{"here", "here"}));
}

TEST_F(PlanHosts, AreStoppedTogetherAndResumed) {
    const std::size_t before = runsNow();
    const std::string file = plan("stopped", /*seeds=*/2, /*epochs=*/600);
    CliProcess all(planRunArguments(file, {"here", "loopback"}));
    ASSERT_TRUE(all.waitForOutput("here  "));
    ASSERT_TRUE(all.waitForOutput("loopback  "));
    EXPECT_EQ(cli({"plan", "stop"}).exitCode, 0);
    const Outcome outcome = all.wait();
    EXPECT_EQ(outcome.exitCode, 130) << outcome.out << outcome.err;
    EXPECT_EQ(workers(), 0);
    EXPECT_EQ(killOnOtherMachine(), 0);  // the training on the other machine has ended, too
    for (const Json& run : runsOf(file)) EXPECT_NE(run.value("state", "missing"), "running");
    CliProcess again(planRunArguments(file, {"here", "loopback"}));
    const Outcome resumed = again.wait();
    EXPECT_EQ(resumed.exitCode, 0) << resumed.out << resumed.err;
    trainedOn(file, before);
}

TEST_F(PlanHosts, ARunIsResumedOnlyOnTheMachineThatStoresItsEpochs) {
    const std::size_t before = runsNow();
    const std::string file =
        plan("kept", /*seeds=*/1, /*epochs=*/3000);  // long enough that the kill comes before its end
    {
        CliProcess there(planRunArguments(file, {"loopback"}));
        ASSERT_TRUE(there.waitForOutput("begins"));
        const auto hasEpochs = [&] {
            const Json runs = json({"runs"})["runs"];  // the newest first
            return runs.size() > before && runs[0].value("epochs_done", 0) >= 3;
        };
        while (!hasEpochs()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        there.send(SIGKILL);
        there.wait();
    }
    const Outcome here = cli({"plan", "run", file, "--no-estimate"});
    EXPECT_EQ(here.exitCode, 1) << here.out << here.err;
    EXPECT_NE(here.err.find("1 run is kept on loopback. Continue it there: recscope-cli plan resume " + file +
                            " --on loopback"),
              std::string::npos)
        << here.err;
    CliProcess there(planRunArguments(file, {"loopback"}));
    const Outcome outcome = there.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    EXPECT_EQ(trainedOn(file, before), std::vector<std::string>{"loopback"});
}

TEST_F(PlanHosts, TwoRunsAtOnceGiveTheSameNumbersAsOneAtATime) {
    const std::string file = plan("at-once", /*seeds=*/4, /*epochs=*/8);
    const auto numbers = [&](const std::string& workspace, const char* atOnce) {
        const std::string path = s_folder->path(workspace);
        EXPECT_EQ(runCli({"--workspace", path, "import", s_folder->path("small.csv")}).exitCode, 0);
        const Outcome outcome =
            runCli({"--workspace", path, "plan", "run", file, "--device", "cpu", "--no-estimate", "--at-once", atOnce});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
        std::map<std::string, std::string> byName;
        const Json list = runCli({"--workspace", path, "runs", "--json"}).json();
        for (const Json& run : list["runs"])
            byName[run["name"]] = run["device"].dump() + run["valid"].dump() + run["test"].dump();
        return byName;
    };
    const auto alone = numbers("alone.recscope", "1"), together = numbers("together.recscope", "2");
    EXPECT_EQ(alone.size(), 4u);
    EXPECT_EQ(alone, together);
}

TEST_F(PlanHosts, SingleThreadedRunsAreTrainedInPairsUnlessForbidden) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "a single core";
    // Runs a plan of two runs. Returns whether they were trained at once: only then the lines begin with the machine.
    const auto areTrainedAtOnce = [](const std::string& name, const std::string& model, int epochs,
                                     const Arguments& moreArguments) {
        const std::string file = s_folder->write(name + ".json", R"({"name": ")" + name +
                                                                     R"(", "datasets": "small", "seeds": [1, 2],
            "protocols": ["full"], "runs": [{"model": ")" + model + R"(", "set": {"dim": 8, "epochs": )" +
                                                                     std::to_string(epochs) + "}}]}");
        Arguments arguments = {"plan", "run", file, "--device", "cpu"};
        arguments.insert(arguments.end(), moreArguments.begin(), moreArguments.end());
        const Outcome outcome = cli(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
        return outcome.out.find("here  ") != std::string::npos;
    };
    EXPECT_TRUE(areTrainedAtOnce("one-thread", "gru4rec", 2, {}));
    EXPECT_FALSE(areTrainedAtOnce("one-thread-alone", "gru4rec", 3, {"--at-once", "1"}));
    EXPECT_FALSE(areTrainedAtOnce("several-threads", "bpr_mf", 2, {}));
}

/// Each of the two machines has one worker process, which runs here. Again and again, at a random moment, a worker or
/// the training process on the other machine is killed, while two threads list the runs and show the plan.
TEST_F(PlanHosts, AfterKillsNoRunIsLostOrTrainedTwice) {
    constexpr int kKills = 12;
    const std::size_t before = runsNow();
    const std::string file = plan("killed", /*seeds=*/6, /*epochs=*/500);
    std::atomic<bool> keepReading = true;
    const auto read = [&] {
        while (keepReading) {
            const Outcome runs = cli({"runs", "--json"});
            EXPECT_EQ(runs.exitCode, 0) << runs.err;
            std::set<std::string> configs;
            const Json list = runs.json();
            for (const Json& run : list["runs"]) EXPECT_TRUE(configs.insert(run["config"].dump()).second);
            const Outcome shown = cli({"plan", "show", file, "--no-estimate"});
            EXPECT_EQ(shown.exitCode, 0) << shown.err;
        }
    };
    std::jthread first(read), second(read);
    std::minstd_rand random(7);
    std::unique_ptr<CliProcess> processes[2];
    const Arguments places[2] = {{"here"}, {"loopback"}};
    const auto start = [&](int i) { processes[i] = std::make_unique<CliProcess>(planRunArguments(file, places[i])); };
    start(0);
    start(1);
    int killedOnOtherMachine = 0;
    for (int kill = 0; kill < kKills; ++kill) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300 + random() % 1200));
        const int target = kill % 3;  // 0, 1: the worker of a machine; 2: the training process on the other machine
        if (target == 2) {
            const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
            int killed = 0;
            while (killed == 0 && std::chrono::steady_clock::now() < deadline) {
                killed = killOnOtherMachine();
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
            killedOnOtherMachine += killed;
            continue;
        }
        processes[target]->send(SIGKILL);
        processes[target]->wait();
        start(target);
    }
    EXPECT_GT(killedOnOtherMachine, 0);
    const Outcome here = processes[0]->wait(), there = processes[1]->wait();
    EXPECT_LE(here.exitCode, 1) << here.out << here.err;
    EXPECT_LE(there.exitCode, 1) << there.out << there.err;
    // If a worker is killed after the other one has ended, nobody finishes its run. So the plan is run once more.
    CliProcess last(planRunArguments(file, {"here", "loopback"}));
    const Outcome outcome = last.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    keepReading = false;
    first.join();
    second.join();
    trainedOn(file, before);
    EXPECT_TRUE(m_loopback.runFolders().empty());
}

}  // namespace
}  // namespace recscope::test
