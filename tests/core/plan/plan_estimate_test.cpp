// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "../learn_support.h"
#include "core/plan/plan_run.h"
#include "core/util/error.h"

namespace recscope {
namespace {

// These numbers are sums of powers of two, so the expected sums are exact.
constexpr RunCosts kCosts{.epochSeconds = 2, .userSeconds = 0.25, .users = 100};
constexpr double kRankingSeconds = 25;  // seconds to rank all users once

PlannedState stateOf(RunState state, std::int64_t epochsDone) {
    RunRecord run;
    run.state = state;
    run.epochsDone = epochsDone;
    return {.run = run};
}

TEST(SecondsLeft, SumEpochsValidationsAndTestRankings) {
    TrainingConfig config;
    config.epochs = 10;
    config.evaluateEvery = 4;  // after epochs 4 and 8, and at the end
    EXPECT_EQ(secondsLeft(kCosts, config, {}, /*rankings=*/1), 10 * 2 + 3 * kRankingSeconds + kRankingSeconds);
    EXPECT_EQ(secondsLeft(kCosts, config, {}, /*rankings=*/3), 10 * 2 + 3 * kRankingSeconds + 3 * kRankingSeconds);
}

TEST(SecondsLeft, IncludeAFullLastValidationWhenEpochsDrawUsers) {
    TrainingConfig config;
    config.epochs = 2;
    config.validationUsers = 20;  // a fifth of the users
    EXPECT_EQ(secondsLeft(kCosts, config, {}, /*rankings=*/1),
              2 * 2 + 2 * kRankingSeconds / 5 + kRankingSeconds + kRankingSeconds);
    config.validationUsers = 1000;
    EXPECT_EQ(secondsLeft(kCosts, config, {}, /*rankings=*/1),
              2 * 2 + 2 * kRankingSeconds + kRankingSeconds + kRankingSeconds)
        << "if more validation users are set than exist, all are ranked";
}

TEST(SecondsLeft, IncludeTheSecondTrainingOnValidationItems) {
    TrainingConfig config;
    config.epochs = 10;
    config.retrainWithValidation = true;
    EXPECT_EQ(secondsLeft(kCosts, config, {}, /*rankings=*/1), 20 * 2 + 10 * kRankingSeconds + kRankingSeconds);
}

TEST(SecondsLeft, ExcludeFinishedWork) {
    TrainingConfig config;
    config.epochs = 10;
    EXPECT_EQ(secondsLeft(kCosts, config, stateOf(RunState::Stopped, 7), /*rankings=*/1),
              3 * 2 + 3 * kRankingSeconds + kRankingSeconds);
    EXPECT_EQ(secondsLeft(kCosts, config, stateOf(RunState::Failed, 7), /*rankings=*/1),
              10 * 2 + 10 * kRankingSeconds + kRankingSeconds)
        << "a failed run starts again from the beginning";
    EXPECT_EQ(secondsLeft(kCosts, config, stateOf(RunState::Finished, 10), /*rankings=*/2), 2 * kRankingSeconds);
    config.retrainWithValidation = true;
    EXPECT_EQ(secondsLeft(kCosts, config, stateOf(RunState::Stopped, 13), /*rankings=*/1), 7 * 2 + kRankingSeconds);
}

class PlanEstimate : public testing::Test {
protected:
    PlanEstimate() : m_workspace(m_temporary.open()) { addDataset(m_workspace, ringHistories()); }
    std::vector<std::optional<double>> estimate(const std::vector<PlannedRun>& runs,
                                                const std::vector<PlannedState>& states) {
        return estimatePlan(m_workspace, m_plan, runs, states, {}, {});
    }
    TemporaryWorkspace m_temporary;
    Workspace m_workspace;
    Plan m_plan = planFromJson(R"({"name": "ring", "datasets": "ring", "protocols": ["full", "pop100"], "seeds": [1, 2],
        "runs": [{"model": "popularity"}, {"model": "sasrec", "set": {"dim": 8, "inner_dim": 8, "max_length": 8,
                                                                      "epochs": 4}}]})");
};

TEST_F(PlanEstimate, CoversCountingModelsAndStoresNothing) {
    const std::vector<PlannedRun> runs = plannedRuns(m_workspace, m_plan);
    const auto seconds = estimate(runs, planStates(m_workspace, runs));
    ASSERT_EQ(seconds.size(), 3u);
    for (const auto& estimated : seconds) EXPECT_GT(estimated.value_or(0), 0);
    EXPECT_EQ(seconds[1], seconds[2]) << "measured once for both seeds";
    EXPECT_TRUE(RunStore(m_workspace).list().empty());
}

TEST_F(PlanEstimate, IsLessForARunThatWasInterrupted) {
    const std::vector<PlannedRun> runs = plannedRuns(m_workspace, m_plan);
    std::vector<PlannedState> states = planStates(m_workspace, runs);
    states[1] = stateOf(RunState::Stopped, 3);
    const auto seconds = estimate(runs, states);
    EXPECT_LT(*seconds[1], *seconds[2]);
}

TEST_F(PlanEstimate, ARunThatCannotBeMeasuredHasNoEstimateButTheOthersHaveOne) {
    std::vector<PlannedRun> runs = plannedRuns(m_workspace, m_plan);
    setConfigValue(runs[1].config, "heads", "3");  // does not divide the width
    const auto seconds = estimate(runs, planStates(m_workspace, runs));
    EXPECT_FALSE(seconds[1]);
    EXPECT_GT(seconds[0].value_or(0), 0);
    EXPECT_GT(seconds[2].value_or(0), 0);
}

TEST_F(PlanEstimate, StoppingThrows) {
    const std::vector<PlannedRun> runs = plannedRuns(m_workspace, m_plan);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(estimatePlan(m_workspace, m_plan, runs, planStates(m_workspace, runs), {}, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
