// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <vector>

#include "core/remote/machine.h"
#include "core/remote/remote_observer.h"
#include "core/train/trainer.h"

namespace recscope {

/// What a stop means for a run on another machine.
enum class AtStop {
    Leave,  ///< this program ends: the run continues there
    End,    ///< the person ends the run; its best weights are fetched
};

/// How the caller controls a run on another machine.
struct RemoteControl {
    PauseSwitch& pause;
    std::stop_token stop;
    const std::atomic<AtStop>& atStop;
};

/// `train` on another machine: sends the dataset unless it is there, starts recscope-cli there, passes its events to
/// `observer`, and imports the run archive. A lost connection ends nothing: the observer is notified of the obstacle
/// (`RemoteObserver::notified`), and the connection is retried. Throws as `askMachine` before the run is stored;
/// Error(Cancelled) if this process leaves the run, which stays stored as Running; Error(Input) with a sentence if the
/// training there was killed or failed. A run that was killed or met a full disk is stored as Stopped and can be
/// resumed.
RunRecord trainRemotely(Workspace& workspace, const TrainRequest& request, const Machine& machine,
                        RemoteObserver& observer, const RemoteControl& control);

enum class Reattach {
    Follow,  ///< follows the run and fetches it once it has ended
    Resume,  ///< the same, and resumes a training that was stopped or killed
};
/// Reattaches to a run in `RemoteStore`. Throws Error(Input) if that names another machine; otherwise as above.
RunRecord reattachRemotely(Workspace& workspace, RunId run, const Machine& machine, Reattach reattach,
                           RemoteObserver& observer, const RemoteControl& control);

/// Removes the leftovers of runs on those machines and ends trainings there. Machines that cannot be reached are left
/// for a later call and cause no exception.
void removeLeftovers(Workspace& workspace, const std::vector<Machine>& machines, const std::stop_token& stop);

}  // namespace recscope
