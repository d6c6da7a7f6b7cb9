// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/recommender/device_choice.h"
#include "core/remote/machine.h"
#include "core/remote/remote_observer.h"
#include "core/store/run_store.h"

namespace recscope {

/// The state of a planned run in the workspace. If the plan names an existing run, `run` is that run. Otherwise `run`
/// is any run with the same config on the same dataset, even if it was not trained for the plan.
struct PlannedState {
    /// The newest finished run; if there is none, the newest interrupted one; if there is none either, the newest
    /// failed one.
    std::optional<RunRecord> run;

    bool isFinished() const { return run && run->state == RunState::Finished; }
    bool isFailed() const { return run && run->state == RunState::Failed; }
    /// Whether the run was stopped or its process died during training.
    bool isInterrupted() const { return run && !isFinished() && !isFailed(); }
};
/// Whether the run still has to be trained; false for an existing run, which is never trained.
inline bool isMissing(const PlannedRun& run, const PlannedState& state) {
    return !state.isFinished() && run.existing.empty();
}
/// The state of each planned run, in the order of `runs`. Ignores the runs in `without`.
std::vector<PlannedState> planStates(Workspace& workspace, std::span<const PlannedRun> runs,
                                     const std::set<RunId>& without = {});

/// Receives the events of a plan in addition to the events of each training.
class PlanObserver : public RemoteObserver {
public:
    /// The training of a run begins. `index`, here and below, is an index into the planned runs; `isResumed` is true if
    /// an interrupted run is resumed.
    virtual void runBegins(std::size_t /*index*/, bool /*isResumed*/) {}
    virtual void runAlreadyTrained(std::size_t /*index*/) {}  ///< the run was finished before and is skipped
    virtual void runFailed(std::size_t /*index*/, const std::string& /*sentence*/, const std::string& /*hint*/) {}
    virtual void runFinished(std::size_t /*index*/, const RunRecord&) {}
};

/// Where runs are trained: on this machine, or on another one through ssh.
struct PlanPlace {
    std::optional<Machine> machine = {};  ///< unset: this machine
    DeviceChoice device = DeviceChoice::Auto;
    /// How long to wait for a machine that has become unreachable.
    std::chrono::seconds reconnectTimeout = std::chrono::minutes(10);
};

/// How the runs of a plan ended.
struct PlanOutcome {
    /// Numbers of runs; `alreadyFinished` counts the runs that were finished before the call.
    std::size_t trained = 0, alreadyFinished = 0, failed = 0;
    bool stopped = false;
};

/// Trains the missing runs one after the other, resumes interrupted runs, retries failed ones, and ranks the test items
/// under each of the plan's protocols. If a run fails, even by running out of memory, the plan continues with the next
/// run. An interrupted run whose finished epochs are kept on another machine is left to a worker that trains on that
/// machine (`runPlanAsWorker`). A stop request takes effect within a training step; calling the function again resumes
/// the plan. Records the plan in the workspace (`PlanStore`), so that the window and the command line list it. Throws
/// Error(Workspace).
PlanOutcome runPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, DeviceChoice device,
                    PlanObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Ranks the test items of all finished runs, except the runs in `without`, under each of the plan's protocols, unless
/// the ranks are stored already or the run cannot rank these candidates (`canRank`). Does nothing if the workspace is
/// open for reading only. Throws Error(Cancelled).
void rankPlan(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const ProgressSink& progress,
              const std::stop_token& stop, DeviceChoice device = DeviceChoice::Cpu,
              const std::set<RunId>& without = {});

/// A copy of a run's protocol with other candidate items, such as "pop100".
Protocol withCandidates(Protocol protocol, const std::string& candidates);

/// Measured times on this machine's CPU, from which the duration of a run is estimated.
struct RunCosts {
    double epochSeconds = 0;  ///< seconds of one training epoch, without validation
    double userSeconds = 0;   ///< seconds to rank the held-out item of one user
    std::int64_t users = 0;   ///< number of users of the dataset
};

/// Measures a few training steps and the ranking of a few users. The first steps are not measured, because their
/// batches may have been prefetched. For a counting model (such as popularity), measures the counting itself. Stores
/// nothing. Throws for the same reasons as `LiveTraining`, and Error(Cancelled) on a stop request.
RunCosts measureCosts(Workspace& workspace, const PlannedRun& run, const std::stop_token& stop);

/// Estimates how many seconds a run still needs at most; early stopping (patience) may end it sooner. Includes:
/// - the remaining epochs with their validations,
/// - the second training, which adds the validation items, if the config asks for one,
/// - the final validation with all users, if the run has one,
/// - `rankings` rankings of the test items.
double secondsLeft(const RunCosts& costs, const TrainingConfig& config, const PlannedState& state,
                   std::int64_t rankings);

/// `secondsLeft` for each run, including the rankings under the plan's protocols. Runs that differ only in the seed are
/// measured only once. The estimate is 0 for runs that are finished and ranked, and for unfinished existing runs, which
/// are never trained; it is unset for runs that could not be measured. Progress is counted in runs. Throws
/// Error(Cancelled | Workspace).
std::vector<std::optional<double>> estimatePlan(Workspace& workspace, const Plan& plan,
                                                std::span<const PlannedRun> runs, std::span<const PlannedState> states,
                                                const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
