// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>

#include "core/plan/plan_run.h"

namespace recscope {

/// Like `runPlan`, but as one of several workers. Each worker is a process of this machine that opened the workspace by
/// `Workspace::openToShare`; it trains at `place`, which may be another machine. A worker claims the next run that no
/// other running worker has claimed. The claim is a lease (`LeaseStore`) that lasts until the run is trained and
/// evaluated. A run whose worker died is resumed by a worker that trains on the machine where the run's finished epochs
/// are kept. If the run has no finished epochs, a worker at any place may start it again.
///
/// Returns when each run is finished, has failed since this worker started, or can be resumed only on another machine.
/// If the place is another machine and the training process there is killed, the worker resumes the training, provided
/// that the training finished more epochs than in the previous attempt. Throws Error(Workspace) if the workspace cannot
/// be read or written. If the place cannot be reached, throws the errors of `queryMachine`: immediately when the worker
/// starts, later only after `PlanPlace::reconnectTimeout`.
PlanOutcome runPlanAsWorker(Workspace& workspace, const Plan& plan, std::span<const PlannedRun> runs,
                            const PlanPlace& place, PlanObserver& observer, PauseSwitch& pause,
                            const std::stop_token& stop);

}  // namespace recscope
