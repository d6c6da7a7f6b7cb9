// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

namespace recscope {

class ProcessGroup;

/// Runs `train` on rank 0 of a process group. Only rank 0 has the workspace; the other ranks run `helpTraining`. The
/// results equal the results of a single process except for the order in which sums are computed. If a rank is lost,
/// the run is stored as Stopped and can be resumed, and PeerLostError is thrown. If the model's training module
/// supports only one process, throws Error(Usage) and stores no run.
RunRecord trainDistributed(ProcessGroup& processGroup, Workspace& workspace, const TrainRequest& request,
                           TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Runs `resumeTraining` on rank 0 of a process group, whose size may differ from that of the group that
/// began the run.
RunRecord resumeDistributed(ProcessGroup& processGroup, Workspace& workspace, RunId run, DeviceChoice device,
                            TrainObserver& observer, PauseSwitch& pause, const std::stop_token& stop);

/// Called by rank 0 after its last run: ends the loops of the other ranks.
void endDistributedTraining(ProcessGroup& processGroup);

/// The loop of the ranks other than 0: trains each run that rank 0 trains, on the histories that rank 0 sends, until
/// rank 0 ends the loop. Returns true if the last run was completed, and false if it was stopped. Throws PeerLostError,
/// DeviceError if a GPU failed, and all other exceptions of the training.
bool helpTraining(ProcessGroup& processGroup, const std::stop_token& stop);
/// Runs `helpTraining` with training modules that the caller makes.
bool helpTrainingWith(const TrainingModuleMaker& makeTrainingModule, ProcessGroup& processGroup,
                      const std::stop_token& stop);

}  // namespace recscope
