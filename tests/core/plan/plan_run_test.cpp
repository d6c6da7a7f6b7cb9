// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "../learn_support.h"
#include "core/util/error.h"

namespace recscope {
namespace {

constexpr const char* kPlan = R"({
  "name": "ring", "datasets": "ring", "protocols": ["full", "uniform100"], "seeds": [1, 2],
  "runs": [{"model": "popularity"},
           {"model": "sasrec", "set": {"dim": 8, "inner_dim": 8, "max_length": 8, "batch_size": 16, "epochs": 2,
                                       "layers": [1, 2]}}]})";

struct Told : PlanObserver {
    void runBegins(std::size_t index, bool goesOn) override {
        lines.push_back((goesOn ? "on " : "begin ") + std::to_string(index));
        running = index;
    }
    void runThere(std::size_t index) override { lines.push_back("there " + std::to_string(index)); }
    void runFailed(std::size_t index, const std::string& sentence, const std::string&) override {
        lines.push_back("failed " + std::to_string(index) + " " + sentence);
    }
    void runFinished(std::size_t index, const RunRecord&) override {
        lines.push_back("finished " + std::to_string(index));
    }
    void stepDone(const StepInfo& info) override {
        if (running == breaksIn) throw Error(ErrorKind::Numeric, "Broken.");
        if (running == needsTooMuchIn) throw std::bad_alloc();
        if (running == stopsIn && info.step == 2) stop.request_stop();
    }
    std::vector<std::string> lines;
    std::size_t running = 0, breaksIn = 99, needsTooMuchIn = 99, stopsIn = 99;
    std::stop_source stop;
};

class PlanRun : public testing::Test {
protected:
    PlanRun() : m_workspace(m_temporary.open()) {
        addDataset(m_workspace, ringHistories());
        m_runs = plannedRuns(m_workspace, m_plan);
    }
    PlanOutcome run(Told& told) {
        PauseSwitch pause;
        return runPlan(m_workspace, m_plan, m_runs, DeviceChoice::Cpu, told, pause, told.stop.get_token());
    }
    std::vector<std::string> testMetrics() {
        std::vector<std::string> metrics;
        for (const PlannedState& state : planStates(m_workspace, m_runs))
            metrics.push_back(state.isFinished() ? state.run->test->toJson() : std::string());
        return metrics;
    }
    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    Plan m_plan = planFromJson(kPlan);
    std::vector<PlannedRun> m_runs;
};

TEST_F(PlanRun, TrainsWhatIsMissingAndRanksUnderEveryProtocol) {
    Told told;
    const PlanOutcome outcome = run(told);
    EXPECT_EQ(m_runs.size(), 5u);
    EXPECT_EQ(outcome.trained, 5u);
    for (const PlannedState& state : planStates(m_workspace, m_runs)) {
        ASSERT_TRUE(state.isFinished());
        for (const std::string& candidates : m_plan.protocols)
            EXPECT_EQ(RunStore(m_workspace)
                          .ranks(state.run->id, Split::Test, withCandidates(state.run->protocol, candidates))
                          .size(),
                      40u)
                << candidates;
    }
    Told again;
    EXPECT_EQ(run(again).there, 5u);
    EXPECT_TRUE(std::all_of(again.lines.begin(), again.lines.end(),
                            [](const std::string& line) { return line.rfind("there", 0) == 0; }));
    EXPECT_EQ(RunStore(m_workspace).list().size(), 5u);
}

TEST_F(PlanRun, ARunOfTheSameConfigIsItsRunWhoeverTrainedIt) {
    TrainObserver nobody;
    PauseSwitch pause;
    train(m_workspace,
          {.dataset = m_runs[2].dataset, .config = m_runs[2].config, .runName = "by hand", .device = DeviceChoice::Cpu},
          nobody, pause, {});
    const auto states = planStates(m_workspace, m_runs);
    EXPECT_TRUE(states[2].isFinished());
    EXPECT_EQ(states[2].run->name, "by hand");
    EXPECT_FALSE(states[1].run);
}

TEST_F(PlanRun, AFailedRunDoesNotEndThePlanAndIsTriedAgain) {
    Told told;
    told.breaksIn = 1;
    const PlanOutcome outcome = run(told);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.trained, 4u);
    EXPECT_NE(std::find(told.lines.begin(), told.lines.end(), "failed 1 Broken."), told.lines.end());
    EXPECT_TRUE(planStates(m_workspace, m_runs)[1].isFailed());
    Told again;
    EXPECT_EQ(run(again).trained, 1u);
    EXPECT_TRUE(planStates(m_workspace, m_runs)[1].isFinished());
}

TEST_F(PlanRun, AStoppedPlanGoesOnToTheSameNumbers) {
    Told stopped;
    stopped.stopsIn = 2;
    EXPECT_TRUE(run(stopped).stopped);
    EXPECT_TRUE(planStates(m_workspace, m_runs)[2].isInterrupted());
    Told goesOn;
    EXPECT_EQ(run(goesOn).trained, 3u);
    EXPECT_NE(std::find(goesOn.lines.begin(), goesOn.lines.end(), "on 2"), goesOn.lines.end());
    const std::vector<std::string> interrupted = testMetrics();

    for (const RunRecord& of : RunStore(m_workspace).list()) RunStore(m_workspace).remove(of.id);
    Told whole;
    run(whole);
    EXPECT_EQ(interrupted, testMetrics());
}

TEST_F(PlanRun, WantOfMemoryEndsARunAndNotThePlan) {
    Told told;
    told.needsTooMuchIn = 1;
    const PlanOutcome outcome = run(told);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.trained, 4u);
    const std::string sentence = "There is not enough memory for this.";
    EXPECT_NE(std::find(told.lines.begin(), told.lines.end(), "failed 1 " + sentence), told.lines.end());
    EXPECT_EQ(planStates(m_workspace, m_runs)[1].run->message, sentence) << "and the run itself says so";
}

TEST_F(PlanRun, RanksWhereItWasToldTo) {
    if (availableDevices().size() > 2) GTEST_SKIP() << "only a machine without a GPU refuses to rank on one";
    m_plan.protocols = {"full"};
    Told told;
    EXPECT_EQ(run(told).trained, 5u);
    m_plan.protocols = {"full", "pop100"};
    Told ranks;
    PauseSwitch pause;
    const PlanOutcome outcome =
        runPlan(m_workspace, m_plan, m_runs, DeviceChoice::Cuda, ranks, pause, ranks.stop.get_token());
    EXPECT_EQ(outcome.failed, 5u) << "ranked on the CPU though CUDA was asked for";
}

}  // namespace
}  // namespace recscope
