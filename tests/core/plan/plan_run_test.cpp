// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "../learn_support.h"
#include "core/plan/plans_in_workspace.h"
#include "core/plan/simple_rules.h"
#include "core/store/plan_store.h"
#include "core/util/error.h"

namespace recscope {
namespace {

constexpr const char* kPlan = R"({
  "name": "ring", "datasets": "ring", "protocols": ["full", "uniform100"], "seeds": [1, 2],
  "runs": [{"model": "popularity"},
           {"model": "sasrec", "set": {"dim": 8, "inner_dim": 8, "max_length": 8, "batch_size": 16, "epochs": 2,
                                       "layers": [1, 2]}}]})";

struct RecordingObserver : PlanObserver {
    void runBegins(std::size_t index, bool shouldContinue) override {
        lines.push_back((shouldContinue ? "continue " : "begin ") + std::to_string(index));
        running = index;
    }
    void runAlreadyTrained(std::size_t index) override { lines.push_back("trained already " + std::to_string(index)); }
    void runFailed(std::size_t index, const std::string& sentence, const std::string&) override {
        lines.push_back("failed " + std::to_string(index) + " " + sentence);
    }
    void runFinished(std::size_t index, const RunRecord&) override {
        lines.push_back("finished " + std::to_string(index));
    }
    void stepDone(const StepInfo& info) override {
        if (running == breaksIn) throw Error(ErrorKind::Numeric, "Broken.");
        if (running == outOfMemoryIn) throw std::bad_alloc();
        if (running == stopsIn && info.step == 2) stop.request_stop();
    }
    std::vector<std::string> lines;
    std::size_t running = 0, breaksIn = 99, outOfMemoryIn = 99, stopsIn = 99;  ///< indices of runs; 99: in no run
    std::stop_source stop;
};

class PlanRun : public testing::Test {
protected:
    PlanRun() : m_workspace(m_temporary.open()) {
        addDataset(m_workspace, ringHistories());
        m_runs = plannedRuns(m_workspace, m_plan);
    }
    PlanOutcome run(RecordingObserver& observer) {
        PauseSwitch pause;
        return runPlan(m_workspace, m_plan, m_runs, DeviceChoice::Cpu, observer, pause, observer.stop.get_token());
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

TEST_F(PlanRun, TrainsMissingRunsAndRanksUnderEveryProtocol) {
    RecordingObserver observer;
    const PlanOutcome outcome = run(observer);
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
    RecordingObserver again;
    EXPECT_EQ(run(again).alreadyFinished, 5u);
    EXPECT_TRUE(std::all_of(again.lines.begin(), again.lines.end(),
                            [](const std::string& line) { return line.rfind("trained already", 0) == 0; }));
    EXPECT_EQ(RunStore(m_workspace).list().size(), 5u);
}

TEST_F(PlanRun, ARunWithTheSameConfigCountsAsFinishedWhoeverTrainedIt) {
    TrainObserver trainObserver;
    PauseSwitch pause;
    train(m_workspace,
          {.dataset = m_runs[2].dataset, .config = m_runs[2].config, .runName = "by hand", .device = DeviceChoice::Cpu},
          trainObserver, pause, {});
    const auto states = planStates(m_workspace, m_runs);
    EXPECT_TRUE(states[2].isFinished());
    EXPECT_EQ(states[2].run->name, "by hand");
    EXPECT_FALSE(states[1].run);
}

TEST_F(PlanRun, AFailedRunDoesNotEndThePlanAndIsTriedAgain) {
    RecordingObserver observer;
    observer.breaksIn = 1;
    const PlanOutcome outcome = run(observer);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.trained, 4u);
    EXPECT_NE(std::find(observer.lines.begin(), observer.lines.end(), "failed 1 Broken."), observer.lines.end());
    EXPECT_TRUE(planStates(m_workspace, m_runs)[1].isFailed());
    RecordingObserver again;
    EXPECT_EQ(run(again).trained, 1u);
    EXPECT_TRUE(planStates(m_workspace, m_runs)[1].isFinished());
}

TEST_F(PlanRun, AStoppedPlanResumesToTheSameMetrics) {
    RecordingObserver stopped;
    stopped.stopsIn = 2;
    EXPECT_TRUE(run(stopped).stopped);
    EXPECT_TRUE(planStates(m_workspace, m_runs)[2].isInterrupted());
    RecordingObserver resumed;
    EXPECT_EQ(run(resumed).trained, 3u);
    EXPECT_NE(std::find(resumed.lines.begin(), resumed.lines.end(), "continue 2"), resumed.lines.end());
    const std::vector<std::string> interrupted = testMetrics();

    for (const RunRecord& run : RunStore(m_workspace).list()) RunStore(m_workspace).remove(run.id);
    RecordingObserver uninterrupted;
    run(uninterrupted);
    EXPECT_EQ(interrupted, testMetrics());
}

TEST_F(PlanRun, OutOfMemoryFailsARunButNotThePlan) {
    RecordingObserver observer;
    observer.outOfMemoryIn = 1;
    const PlanOutcome outcome = run(observer);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.trained, 4u);
    const std::string sentence = "There is not enough memory for this operation.";
    EXPECT_NE(std::find(observer.lines.begin(), observer.lines.end(), "failed 1 " + sentence), observer.lines.end());
    EXPECT_EQ(planStates(m_workspace, m_runs)[1].run->message, Messages{MessageId::OutOfMemory})
        << "the stored run has the message, too";
}

TEST_F(PlanRun, RanksOnTheRequestedDevice) {
    if (availableDevices().size() > 2) GTEST_SKIP() << "only a machine without a GPU refuses to rank on one";
    m_plan.protocols = {"full"};
    RecordingObserver observer;
    EXPECT_EQ(run(observer).trained, 5u);
    m_plan.protocols = {"full", "pop100"};
    RecordingObserver onCuda;
    PauseSwitch pause;
    const PlanOutcome outcome =
        runPlan(m_workspace, m_plan, m_runs, DeviceChoice::Cuda, onCuda, pause, onCuda.stop.get_token());
    EXPECT_EQ(outcome.failed, 5u) << "ranked on the CPU although CUDA was requested";
}

TEST_F(PlanRun, AnExistingRunIsIncludedAsItIsAndNeverTrained) {
    TrainObserver trainObserver;
    PauseSwitch pause;
    RunConfig config = smallConfig("sasrec");
    config.training.epochs = 1;
    const RunRecord theirs = train(
        m_workspace, {.dataset = m_runs[0].dataset, .config = config, .runName = "theirs", .device = DeviceChoice::Cpu},
        trainObserver, pause, {});
    m_plan = planFromJson(R"({"name": "with", "datasets": "ring", "protocols": ["full", "uniform100"],
        "runs": [{"model": "popularity"}, {"run": "theirs"}]})");
    m_runs = plannedRuns(m_workspace, m_plan);
    ASSERT_EQ(m_runs.size(), 2u);
    EXPECT_TRUE(planStates(m_workspace, m_runs)[1].isFinished());
    RecordingObserver observer;
    EXPECT_EQ(run(observer).trained, 1u);
    EXPECT_EQ(RunStore(m_workspace).list().size(), 2u) << "the plan must not train the run named \"theirs\" again";
    const Study study = studyOf(m_workspace, m_plan);
    ASSERT_EQ(study.tables.size(), 2u);
    for (const StudyTable& table : study.tables) {
        ASSERT_EQ(table.rows.size(), 2u);
        EXPECT_EQ(table.rows[1].title, "theirs");
        ASSERT_EQ(table.rows[1].runs.size(), 1u);
        EXPECT_EQ(table.rows[1].runs[0].id, theirs.id);
    }
    EXPECT_NE(study.plan.source.find("\"theirs\" was not trained for this plan"), std::string::npos);

    // If the run is stored like an adopted one, the report states which facts about it are unknown.
    RunRecord adopted = theirs;
    adopted.epochsDone = adopted.bestEpoch = 0;
    RunStore(m_workspace).update(adopted);
    EXPECT_NE(studyOf(m_workspace, m_plan).plan.source.find("\"theirs\" was trained elsewhere: its seed"),
              std::string::npos);

    const Plan missing = planFromJson(R"({"name": "without", "datasets": "ring", "runs": [{"run": "nobody's"}]})");
    EXPECT_THROW(plannedRuns(m_workspace, missing), Error);
}

TEST_F(PlanRun, AStartedPlanIsListedInTheWorkspaceWithItsProgress) {
    EXPECT_TRUE(plansInWorkspace(m_workspace).empty());
    RecordingObserver observer;
    observer.stopsIn = 1;
    EXPECT_TRUE(run(observer).stopped);
    // Another process that opens the file sees the plan.
    Workspace again = m_temporary.open();
    const auto plans = plansInWorkspace(again);
    ASSERT_EQ(plans.size(), 1u);
    EXPECT_EQ(plans[0].plan.name, "ring");
    EXPECT_EQ(plans[0].runs, 5u);
    EXPECT_EQ(plans[0].finished, 1u);
    PlanStore(m_workspace).put("of another version", R"({"form": 2})");
    EXPECT_EQ(plansInWorkspace(m_workspace).size(), 1u) << "a plan that cannot be read is left out";
}

TEST_F(PlanRun, LearnedModelsAreComparedWithTheBaselineThatIsBestOnValidation) {
    m_plan = planFromJson(R"({"name": "rules", "datasets": "ring", "seeds": [1], "runs": [
        {"model": "popularity"}, {"model": "bigram"},
        {"model": "sasrec", "set": {"dim": 8, "inner_dim": 8, "max_length": 8, "batch_size": 16, "epochs": 1}}]})");
    m_runs = plannedRuns(m_workspace, m_plan);
    RecordingObserver observer;
    run(observer);
    const Study study = studyOf(m_workspace, m_plan);
    const auto verdicts = againstBaselines(m_workspace, study);
    ASSERT_EQ(verdicts.size(), 1u);
    const BaselinesVerdict& verdict = verdicts.front();
    // On a ring the next item follows the last one: a bigram knows it, popularity and one epoch do not.
    EXPECT_EQ(verdict.rule.title, "Last item (bigram)");
    EXPECT_EQ(verdict.best.title, "Last item (bigram)");
    ASSERT_EQ(verdict.models.size(), 1u);
    EXPECT_TRUE(verdict.models[0].isWorse());
    const RunStore runs(m_workspace);
    const auto ranks = [&](std::size_t row) {
        const RunRecord& run = study.tables[0].rows[row].runs[0];
        return runs.ranks(run.id, Split::Test, run.protocol);
    };
    const MeanInterval paired = pairedDifference("ndcg@10", ranks(2), ranks(1));
    EXPECT_DOUBLE_EQ(verdict.models[0].difference.interval.mean, paired.mean);
    EXPECT_NE(verdict.sentence().find("Best on validation: Last item (bigram)"), std::string::npos)
        << verdict.sentence();
    EXPECT_NE(verdict.sentence().find("is worse than the best simple rule, Last item (bigram)"), std::string::npos);
    EXPECT_NE(verdict.basis().find("The intervals do not cover the effect of other seeds."), std::string::npos);
    // Without a baseline (a "simple rule") in the plan, there is nothing to beat.
    m_plan.entries.erase(m_plan.entries.begin(), m_plan.entries.begin() + 2);
    EXPECT_TRUE(againstBaselines(m_workspace, studyOf(m_workspace, m_plan)).empty());
}

}  // namespace
}  // namespace recscope
