// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"

namespace recscope {

class Team;

/// `train` by the processes of a team, in its rank 0: it alone has the workspace. The others are in `helpTraining`. The
/// numbers are those of one process but for the order of sums. A lost process ends the run as Stopped, to be resumed.
/// Throws TeamLost, and Error(Usage) for a model whose training module teaches alone (no run is stored then).
RunRecord trainInTeam(Team& team, Workspace& workspace, const TrainRequest& request, TrainObserver& observer,
                      PauseSwitch& pause, const std::stop_token& stop);

/// `resumeTraining` by a team, of whatever size it was before.
RunRecord resumeInTeam(Team& team, Workspace& workspace, RunId run, DeviceChoice device, TrainObserver& observer,
                       PauseSwitch& pause, const std::stop_token& stop);

/// In rank 0: no run comes any more.
void endTeamTraining(Team& team);

/// What the other processes do: each run that rank 0 trains, until it ends them. It sends them the histories. Throws
/// TeamLost and what training throws, DeviceError where a GPU failed. Whether the last run came to its end: false if it
/// was stopped.
bool helpTraining(Team& team, const std::stop_token& stop);
/// `helpTraining` with training modules of the caller's choice.
bool helpTrainingWith(const TrainingModuleMaker& makeTrainingModule, Team& team, const std::stop_token& stop);

}  // namespace recscope
