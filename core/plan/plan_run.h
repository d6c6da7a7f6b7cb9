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

/// The state of a planned run in the workspace. Its run is any run with the same config on the same dataset, whoever
/// trained it, or the run that the plan names.
struct PlannedState {
    std::optional<RunRecord> run;  ///< finished, else resumable, else the last failed

    bool isFinished() const { return run && run->state == RunState::Finished; }
    bool isFailed() const { return run && run->state == RunState::Failed; }
    /// Stopped, or its process died while it trained.
    bool isInterrupted() const { return run && !isFinished() && !isFailed(); }
};
/// Whether training can supply this run.
inline bool isMissing(const PlannedRun& run, const PlannedState& state) {
    return !state.isFinished() && run.existing.empty();
}
/// Ignores the runs in `without`.
std::vector<PlannedState> planStates(Workspace& workspace, std::span<const PlannedRun> runs,
                                     const std::set<RunId>& without = {});

/// Receives the events of a plan in addition to those of each training.
class PlanObserver : public TrainObserver {
public:
    /// `index` refers to the planned runs.
    virtual void runBegins(std::size_t /*index*/, bool /*goesOn*/) {}
    virtual void runThere(std::size_t /*index*/) {}  ///< finished before
    virtual void runFailed(std::size_t /*index*/, const std::string& /*sentence*/, const std::string& /*hint*/) {}
    virtual void runFinished(std::size_t /*index*/, const RunRecord&) {}
};

struct PlanOutcome {
    std::size_t trained = 0, there = 0, failed = 0;
    bool stopped = false;
};

/// Trains the missing runs one after the other, resumes interrupted runs, retries failed ones, and ranks test under
/// each of the plan's protocols. A failed run, for lack of memory too, does not end the plan. A stop takes effect
/// within a step; the same call resumes later. Throws Error(Workspace). Records in the workspace that the plan was run
/// there: the window and the command line list it (`PlanStore`).
PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Ranks test for all finished runs except those of `without` under each of the plan's protocols, unless the ranks are
/// stored already. Throws Error(Cancelled).
void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device = DeviceChoice::Cpu,
              const std::set<RunId>& without = {});

/// The protocol of a run with other candidates.
Protocol withCandidates(Protocol protocol, const std::string& candidates);

/// The time a run takes on this machine's CPU.
struct RunCosts {
    double epochSeconds = 0;  ///< of one training epoch, without validation
    double userSeconds = 0;   ///< to rank the held-out item of one user
    std::int64_t users = 0;
};

/// Measures some steps after the first ones, whose batches may be prefetched, and the ranking of some users. For a
/// counting model, measures the count itself. Stores nothing. Throws as `LiveTraining`, and Error(Cancelled).
RunCosts measureCosts(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop);

/// An upper bound on the remaining seconds (patience may end the run sooner): the epochs not done, their validations,
/// the second training with the validation items, the last validation, and `rankings` rankings of test.
double secondsLeft(const RunCosts& costs, const TrainingConfig& config, const PlannedState& state,
                   std::int64_t rankings);

/// `secondsLeft` for each run, the plan's protocols included; runs that differ in the seed alone are measured once. 0
/// for runs that are finished and ranked, nothing for those that could not be measured. Progress counts runs. Throws
/// Error(Cancelled | Workspace).
std::vector<std::optional<double>> estimatePlan(Workspace& workspace, const Plan& plan,
                                                std::span<const PlannedRun> runs, std::span<const PlannedState> states,
                                                const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
