// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <stop_token>

#include "core/plan/plan_run.h"
#include "core/remote/machine.h"
#include "core/util/progress.h"

namespace recscope {

/// Trains and ranks planned runs one at a time, on this machine or on another one, and counts how they ended.
class PlanTrainer {
public:
    /// The references must outlive the object. Records the plan in the workspace.
    PlanTrainer(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs, const PlanPlace& place,
                PlanObserver& observer, PauseSwitch& pause, std::stop_token stop);

    PlanOutcome outcome() const;
    bool isStopped() const { return m_stop.stop_requested(); }

    /// Reads the state again at each call, because a run of an earlier entry may have the same config and be finished
    /// now.
    PlannedState state(std::size_t index) { return planStates(m_workspace, m_runs.subspan(index, 1)).front(); }

    /// Trains the run if it is missing, and ranks its test items; `before` is the run's state before the call. Does
    /// nothing for an interrupted run whose finished epochs are kept on another machine than this trainer's: it can be
    /// resumed only there. Throws Error(Workspace), and ConnectionLost if the machine cannot be reached any more.
    void complete(std::size_t index, const PlannedState& before);

private:
    bool isKeptElsewhere(const PlannedState& state);
    RunRecord trained(std::size_t index, const PlannedState& before);
    RunRecord trainedHere(const PlannedRun& planned, const PlannedState& before);
    RunRecord trainedOn(const Machine& machine, const PlannedRun& planned, const PlannedState& before);

    Workspace& m_workspace;
    const Plan& m_plan;
    std::span<const PlannedRun> m_runs;
    const PlanPlace& m_place;
    PlanObserver& m_observer;
    PauseSwitch& m_pause;
    std::stop_token m_stop;
    PlanOutcome m_counts;
    std::set<std::size_t> m_failed;  ///< indices of the planned runs whose last attempt failed
};

/// Ranks the run's test items under those protocols of the plan for which it has no stored ranks yet.
void rankUnder(Workspace& workspace, const Plan& plan, const RunRecord& run, DeviceChoice device,
               const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
