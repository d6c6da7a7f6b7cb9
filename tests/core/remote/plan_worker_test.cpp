// SPDX-License-Identifier: GPL-3.0-or-later
// Tests workers of a plan that train on another machine, reached through a real sshd on the loopback interface.
#include "core/plan/plan_worker.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>

#include "core/remote/remote_shell.h"
#include "core/store/lease_store.h"
#include "loopback.h"
#include "remote_fixture.h"

namespace recscope::test {
namespace {

namespace fs = std::filesystem;

/// Records what is reported, and calls `atEpoch` after each epoch.
struct PlanWatcher : PlanObserver {
    void runBegins(std::size_t, bool shouldContinue) override {
        lines.emplace_back(shouldContinue ? "continues" : "begins");
    }
    void runFailed(std::size_t, const std::string& sentence, const std::string&) override { lines.push_back(sentence); }
    void epochDone(const RunRecord& run, const EpochInfo& epoch) override {
        if (atEpoch) atEpoch(run, epoch.record.epoch);
    }
    std::vector<std::string> lines;
    std::function<void(const RunRecord&, std::int64_t)> atEpoch;
};

class PlanWorkerTest : public RemoteFixture {
protected:
    /// Opens the workspace as a worker; the plan has a run of `epochs` epochs for each seed.
    void plan(const std::string& seeds, std::int64_t epochs) {
        m_plan = planFromJson(
            R"({"name": "ring", "datasets": "ring", "protocols": ["full", "uniform100"], "seeds": )" + seeds +
            R"(, "runs": [{"model": "sasrec", "set": {"dim": 8, "inner_dim": 8, "max_length": 8, "patience": 0, "epochs": )" +
            std::to_string(epochs) + "}}]}");
        m_workspace.reset();
        m_workspace = Workspace::openToShare(m_temporary.path());
        m_runs = plannedRuns(*m_workspace, m_plan);
    }
    PlanOutcome work(const PlanPlace& place, PlanWatcher& watcher, const std::stop_token& stop = {}) {
        PauseSwitch pause;
        return runPlanAsWorker(*m_workspace, m_plan, m_runs, place, watcher, pause, stop);
    }
    PlanPlace there() const { return {.machine = m_machine, .device = DeviceChoice::Cpu}; }
    static PlanPlace here() { return {.device = DeviceChoice::Cpu}; }
    std::vector<RunRecord> stored() { return RunStore(*m_workspace).list(); }

    /// Expects that each planned run is finished, exists once, and has the numbers of a training on this machine.
    void expectComplete() {
        const std::vector<PlannedState> states = planStates(*m_workspace, m_runs);
        EXPECT_EQ(stored().size(), m_runs.size());
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            ASSERT_TRUE(states[i].isFinished());
            for (const std::string& candidates : m_plan.protocols) {
                const Protocol protocol = withCandidates(states[i].run->protocol, candidates);
                EXPECT_EQ(RunStore(*m_workspace).ranks(states[i].run->id, Split::Test, protocol).size(), 40u);
            }
            TrainObserver observer;
            PauseSwitch pause;
            expectSame(*states[i].run, train(*m_workspace,
                                             {.dataset = m_dataset,
                                              .config = m_runs[i].config,
                                              .runName = "here " + std::to_string(i),
                                              .device = DeviceChoice::Cpu},
                                             observer, pause, {}));
        }
    }
    /// Kills the process that trains on the machine.
    void killRemoteTraining() {
        const auto folders = m_loopback.runFolders();
        ASSERT_EQ(folders.size(), 1u);
        int process = 0;
        std::ifstream(folders.front() / "pid") >> process;
        ASSERT_EQ(::kill(process, SIGKILL), 0);
    }

    Loopback m_loopback;
    Plan m_plan;
    std::vector<PlannedRun> m_runs;
};

TEST_F(PlanWorkerTest, TrainsThePlanOnTheMachineAndRanksLocally) {
    plan("[1, 2]", /*epochs=*/3);
    PlanWatcher watcher;
    EXPECT_EQ(work(there(), watcher).trained, 2u);
    for (const RunRecord& run : stored()) EXPECT_TRUE(wordsOf(run.device).starts_with("loopback: cpu"));
    EXPECT_TRUE(m_loopback.runFolders().empty());
    expectComplete();
}

TEST_F(PlanWorkerTest, ATrainingThatIsKilledOnItsMachineIsResumedFromItsLastEpoch) {
    plan("[1]", /*epochs=*/1000);
    PlanWatcher watcher;
    int kills = 0;
    watcher.atEpoch = [&](const RunRecord&, std::int64_t epoch) {
        // Epochs that the killed process reported may still arrive after it.
        const auto resumed = std::count(watcher.lines.begin(), watcher.lines.end(), "continues");
        if (epoch < 3 || kills == 2 || resumed < kills) return;
        ++kills;
        killRemoteTraining();
    };
    const PlanOutcome outcome = work(there(), watcher);
    EXPECT_EQ(kills, 2);
    EXPECT_EQ(outcome.failed, 0u);
    EXPECT_EQ(watcher.lines,
              (std::vector<std::string>{"begins", "The training on loopback was killed (exit code 137).", "continues",
                                        "The training on loopback was killed (exit code 137).", "continues"}));
    expectComplete();
}

TEST_F(PlanWorkerTest, TheRunOfALostMachineIsFreedAndResumedOnlyOnThatMachine) {
    plan("[1]", /*epochs=*/1000);
    PlanWatcher watcher;
    watcher.atEpoch = [&](const RunRecord&, std::int64_t epoch) {
        if (epoch == 3) m_loopback.relay().cut();
    };
    PlanPlace impatient = there();
    impatient.reconnectTimeout = std::chrono::seconds(1);
    EXPECT_THROW(work(impatient, watcher), ConnectionLost);
    ASSERT_EQ(stored().size(), 1u);
    EXPECT_EQ(stored().front().state, RunState::Stopped);
    EXPECT_GE(stored().front().epochsDone, 3);

    Workspace other = Workspace::openToShare(m_temporary.path());
    EXPECT_TRUE(LeaseStore(other).claim(m_dataset, m_runs.front().config.toJson()));
    LeaseStore(other).release(m_dataset, m_runs.front().config.toJson());
    PlanWatcher local;
    EXPECT_EQ(work(here(), local).trained, 0u);
    EXPECT_TRUE(local.lines.empty());

    m_loopback.relay().restore();
    PlanWatcher again;
    EXPECT_EQ(work(there(), again).trained, 1u);
    EXPECT_EQ(again.lines, std::vector<std::string>{"continues"});
    expectComplete();
}

TEST_F(PlanWorkerTest, AMachineThatCannotBeReachedTakesNoRun) {
    plan("[1]", /*epochs=*/2);
    m_loopback.relay().cut();
    PlanWatcher watcher;
    EXPECT_THROW(work(there(), watcher), ConnectionLost);
    EXPECT_TRUE(stored().empty());
    EXPECT_EQ(work(here(), watcher).trained, 1u);
    expectComplete();
}

TEST_F(PlanWorkerTest, ARunWithoutAFinishedEpochIsTakenOverByAnyWorker) {
    plan("[1]", /*epochs=*/3);
    RunRecord run = newRun(*m_workspace, {.dataset = m_dataset, .config = m_runs.front().config, .runName = "mine"});
    RemoteStore(*m_workspace).add(run, "elsewhere", std::string(32, 'a'));
    PlanWatcher watcher;
    EXPECT_EQ(work(there(), watcher).trained, 1u);
    EXPECT_EQ(stored().front().name, "mine");
    ASSERT_EQ(RemoteStore(*m_workspace).leftovers().size(), 1u);
    EXPECT_EQ(RemoteStore(*m_workspace).leftovers().front().machine, "elsewhere");
    expectComplete();
}

TEST_F(PlanWorkerTest, AStopKeepsTheEpochsTrainedOnTheMachine) {
    plan("[1]", /*epochs=*/1000);
    std::stop_source stop;
    PlanWatcher watcher;
    watcher.atEpoch = [&](const RunRecord&, std::int64_t epoch) {
        if (epoch == 3) stop.request_stop();
    };
    EXPECT_TRUE(work(there(), watcher, stop.get_token()).stopped);
    ASSERT_EQ(stored().size(), 1u);
    EXPECT_EQ(stored().front().state, RunState::Stopped);
    EXPECT_TRUE(RunStore(*m_workspace).checkpoint(stored().front().id, CheckpointKind::Best));
    PlanWatcher again;
    EXPECT_EQ(work(there(), again).trained, 1u);
    expectComplete();
}

}  // namespace
}  // namespace recscope::test
