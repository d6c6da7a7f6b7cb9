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
    Leave,  ///< the program ends here: the run goes on there
    End,    ///< the person ends the run; its best weights come here
};

/// How whoever follows a run on another machine steers it.
struct RemoteControl {
    PauseSwitch& pause;
    std::stop_token stop;
    const std::atomic<AtStop>& atStop;
};

/// `train` on another machine: sends the dataset unless it is there, starts recscope-cli there, tells `observer` what
/// its events say, and takes in the run archive. A broken line ends nothing: what stands in the way is told
/// (`RemoteObserver::told`), and it is tried again. Throws as `askMachine` before the run is stored; Error(Cancelled)
/// when left, the run is stored as Running then; Error(Input) with a sentence if the training there was killed or
/// failed. What was killed, and what ran into a full disk, is stored as Stopped and can be resumed.
RunRecord trainRemotely(Workspace& workspace, const TrainRequest& request, const Machine& machine,
                        RemoteObserver& observer, const RemoteControl& control);

enum class Reattach {
    Follow,  ///< sees how the run fares and brings what has ended home
    Resume,  ///< the same, and goes on with a training that was stopped or killed
};
/// Goes on with a run that `RemoteStore` knows. Throws Error(Input) if that names another machine; else as above.
RunRecord reattachRemotely(Workspace& workspace, RunId run, const Machine& machine, Reattach reattach,
                           RemoteObserver& observer, const RemoteControl& control);

/// Removes what is left of runs on those machines, and ends what trains there. What cannot be reached waits for
/// another time; never throws for it.
void removeLeftovers(Workspace& workspace, const std::vector<Machine>& machines, const std::stop_token& stop);

}  // namespace recscope
