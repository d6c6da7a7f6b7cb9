// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

namespace recscope {

class ProcessGroup;

/// `train` for rank 0 of a process group, which alone has the workspace; the other ranks run `helpTraining`. The
/// numbers equal those of one process except for the order of sums. A lost rank ends the run as Stopped, to be resumed.
/// Throws PeerLostError, and Error(Usage) for a model whose training module trains in one process only (no run is
/// stored then).
RunRecord trainDistributed(ProcessGroup& processGroup, Workspace& workspace, const TrainRequest& request,
                           TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// `resumeTraining` by a process group, which may differ in size from the one that began the run.
RunRecord resumeDistributed(ProcessGroup& processGroup, Workspace& workspace, RunId run, DeviceChoice device,
                            TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Called by rank 0: there are no further runs.
void endDistributedTraining(ProcessGroup& processGroup);

/// The loop of the other ranks: trains each run that rank 0 trains, until rank 0 ends the loop. Rank 0 sends the
/// histories. Throws PeerLostError and what training throws, DeviceError if a GPU failed. Returns whether the last run
/// was completed: false if it was stopped.
bool helpTraining(ProcessGroup& processGroup, const std::stop_token& stop);
/// `helpTraining` with training modules of the caller's choice.
bool helpTrainingWith(const TrainingModuleMaker& makeTrainingModule, ProcessGroup& processGroup,
                      const std::stop_token& stop);

}  // namespace recscope
