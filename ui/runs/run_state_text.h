// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/store/run_store.h"

namespace recscope::ui {

class TrainingController;

/// True for a run that has not ended but is neither training nor waiting in this program, because the program that
/// trained it was killed.
bool isInterrupted(const TrainingController& training, const RunRecord& run);

/// A run's state as text: "Waiting", "Interrupted", "Stopped", "Finished", "Failed", or `LiveRun::state` of the run
/// that trains now.
QString runStateText(const TrainingController& training, const RunRecord& run);

}  // namespace recscope::ui
