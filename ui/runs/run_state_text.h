// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/store/run_store.h"

namespace recscope::ui {

class TrainingController;

/// True for a run that neither ended nor trains or waits here: the program that trained it was killed.
bool isInterrupted(const TrainingController& training, const RunRecord& run);

/// What a person reads of a run's state: "Waiting", "Interrupted", "Stopped", "Finished", "Failed", or of the run that
/// trains now how far it is.
QString runStateText(const TrainingController& training, const RunRecord& run);

}  // namespace recscope::ui
