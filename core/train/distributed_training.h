// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

namespace recscope {

class ProcessGroup;

/// `train` by the processes of a process group, in its rank 0: it alone has the workspace. The others are in
/// `helpTraining`. The numbers are those of one process but for the order of sums. A lost process ends the run as
/// Stopped, to be resumed. Throws PeerLostError, and Error(Usage) for a model whose training module teaches alone (no
/// run is stored then).
RunRecord trainDistributed(ProcessGroup& processGroup, Workspace& workspace, const TrainRequest& request,
                           TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// `resumeTraining` by a process group, of whatever size it was before.
RunRecord resumeDistributed(ProcessGroup& processGroup, Workspace& workspace, RunId run, DeviceChoice device,
                            TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// In rank 0: no run comes any more.
void endDistributedTraining(ProcessGroup& processGroup);

/// What the other processes do: each run that rank 0 trains, until it ends them. It sends them the histories. Throws
/// PeerLostError and what training throws, DeviceError where a GPU failed. Whether the last run came to its end: false
/// if it was stopped.
bool helpTraining(ProcessGroup& processGroup, const std::stop_token& stop);
/// `helpTraining` with training modules of the caller's choice.
bool helpTrainingWith(const TrainingModuleMaker& makeTrainingModule, ProcessGroup& processGroup,
                      const std::stop_token& stop);

}  // namespace recscope
