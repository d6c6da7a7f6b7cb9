// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
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
};

/// Like `train`, but on another machine: sends the dataset unless the machine has it already, starts recscope-cli
/// there, passes its events to `observer`, and imports the run archive. A lost connection does not end the run: the
/// observer is notified of the obstacle (`RemoteObserver::notified`), and the connection is retried. Before the run is
/// stored, throws for the same reasons as `askMachine`. Afterwards throws Error(Cancelled) if this process leaves the
/// run, which stays stored as Running, and Error(Input) if the training on the other machine failed or was killed. A
/// run that was killed, or whose disk was full, is stored as Stopped and can be resumed.
RunRecord trainRemotely(Workspace& workspace, const TrainRequest& request, const Machine& machine,
                        RemoteObserver& observer, const RemoteControl& control);

enum class Reattach {
    Follow,  ///< follows the run and fetches it once it has ended
    Resume,  ///< like Follow, but first resumes a training that was stopped or killed
};
/// Reattaches to a run in `RemoteStore`. Throws Error(Input) if the store names another machine for this run, and for
/// the same reasons as `trainRemotely`.
RunRecord reattachRemotely(Workspace& workspace, RunId run, const Machine& machine, Reattach reattach,
                           RemoteObserver& observer, const RemoteControl& control);

/// Removes the leftover folders of runs on these machines and ends the trainings in these folders. Machines that cannot
/// be reached are skipped without an exception and left for a later call.
void removeLeftovers(Workspace& workspace, const std::vector<Machine>& machines, const std::stop_token& stop);

}  // namespace recscope
