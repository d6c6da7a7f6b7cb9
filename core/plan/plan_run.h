// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/recommender/device_choice.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"

namespace recscope {

/// Where a planned run stands in the workspace: a run of the same config on the same dataset is its run, whoever
/// trained it, or the run of the name that the plan gives.
struct PlannedState {
    std::optional<RunRecord> run;  ///< the finished one, else the one to go on with, else the one that failed last

    bool isFinished() const { return run && run->state == RunState::Finished; }
    bool isFailed() const { return run && run->state == RunState::Failed; }
    /// Stopped, or its process died while it trained.
    bool isInterrupted() const { return run && !isFinished() && !isFailed(); }
};
/// Whether it is one that training can supply.
inline bool isMissing(const PlannedRun& run, const PlannedState& state) {
    return !state.isFinished() && run.existing.empty();
}
/// Runs of `without` count as not there.
std::vector<PlannedState> planStates(Workspace& workspace, std::span<const PlannedRun> runs,
                                     const std::set<RunId>& without = {});

/// What is told while a plan runs, beside what each training tells.
class PlanObserver : public TrainObserver {
public:
    /// `index` in the planned runs.
    virtual void runBegins(std::size_t /*index*/, bool /*goesOn*/) {}
    virtual void runThere(std::size_t /*index*/) {}  ///< finished before
    virtual void runFailed(std::size_t /*index*/, const std::string& /*sentence*/, const std::string& /*hint*/) {}
    virtual void runFinished(std::size_t /*index*/, const RunRecord&) {}
};

struct PlanOutcome {
    std::size_t trained = 0, there = 0, failed = 0;
    bool stopped = false;
};

/// Trains what is missing, one after the other, goes on with what was interrupted, tries again what failed, and ranks
/// test under each of the plan's protocols. A run that fails, for want of memory too, does not end the plan. A stop
/// takes effect within a step; the same call goes on later. Throws Error(Workspace).
/// Notes in the workspace that the plan is run there: the window and the command line list it (`PlanStore`).
PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Ranks test of all finished runs but those of `without` under each of the plan's protocols, where that was not done.
/// Throws Error(Cancelled).
void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device = DeviceChoice::Cpu,
              const std::set<RunId>& without = {});

/// The protocol of a run with other candidates.
Protocol withCandidates(Protocol protocol, const std::string& candidates);

/// What a run takes on this machine's CPU.
struct RunCosts {
    double epochSeconds = 0;  ///< of learning, without validation
    double userSeconds = 0;   ///< to rank the held-out item of one user
    std::int64_t users = 0;
};

/// Measured: some steps after the first ones, whose batches may be drawn already, and the ranks of some users. Of a
/// model that is counted the count itself. Nothing is stored. Throws as `LiveTraining`, and Error(Cancelled).
RunCosts measureCosts(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop);

/// Seconds that are left at most (patience may end the run sooner): epochs that are not done, their validations, the
/// second training with the validation items, the last validation, and so many rankings of test.
double secondsLeft(const RunCosts& costs, const TrainingConfig& config, const PlannedState& state,
                   std::int64_t rankings);

/// `secondsLeft` by run, the plan's protocols included, measured once for what differs in the seed alone; 0 for what
/// is finished and ranked, nothing for what could not be measured. Progress counts runs. Throws Error(Cancelled |
/// Workspace).
std::vector<std::optional<double>> estimatePlan(Workspace& workspace, const Plan& plan,
                                                std::span<const PlannedRun> runs, std::span<const PlannedState> states,
                                                const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
