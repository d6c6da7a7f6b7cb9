// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <vector>

#include "core/remote/machine.h"
#include "core/remote/remote_observer.h"
#include "core/train/trainer.h"

namespace recscope {

/// The meaning of a stop request for a run on another machine.
enum class AtStop {
    Leave,  ///< this program ends, but the run continues on the other machine
    End,    ///< the user of the program ends the run; its best weights are fetched
};

/// How the caller controls a run on another machine.
struct RemoteControl {
    PauseSwitch& pause;
    std::stop_token stop;
    const std::atomic<AtStop>& atStop;
    /// How long a lost connection is retried. Afterwards the run is stored as Stopped and ConnectionLost is thrown; the
    /// training on the other machine continues.
    std::chrono::seconds reconnectTimeout = std::chrono::seconds::max();
};

/// Like `train`, but on another machine: sends the dataset unless the machine has it already, starts recscope-cli
/// there, passes its events to `observer`, and imports the run archive. A lost connection does not end the run: the
/// connection is retried (`RemoteControl::reconnectTimeout`), and `TrainObserver::notified` receives the reason.
///
/// Before the run is stored, throws for the same reasons as `queryMachine`. Afterwards throws Error(Cancelled) if this
/// process ends but leaves the run to the other machine; the run then stays in state Running. Throws Error(Input) if
/// the training on the other machine failed or was killed. A run that was killed or had no disk space left is stored as
/// Stopped and can be resumed.
RunRecord trainRemotely(Workspace& workspace, const TrainRequest& request, const Machine& machine,
                        RemoteObserver& observer, const RemoteControl& control);

/// What to do with a run on another machine that was begun by an earlier process.
enum class Reattach {
    Follow,  ///< follows the run and fetches it once it has ended
    Resume,  ///< like Follow, but first resumes a training that was stopped or killed
};
/// Reattaches to a run in `RemoteStore`. Throws Error(Input) if the store names a different machine for this run, and
/// for the same reasons as `trainRemotely`.
RunRecord reattachRemotely(Workspace& workspace, RunId run, const Machine& machine, Reattach reattach,
                           RemoteObserver& observer, const RemoteControl& control);

/// Ends the trainings in leftover folders on these machines and removes the folders. Skips machines that cannot be
/// reached, without throwing; a later call tries them again.
void removeLeftovers(Workspace& workspace, const std::vector<Machine>& machines, const std::stop_token& stop);

}  // namespace recscope
