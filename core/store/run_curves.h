// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/store/run_store.h"

namespace recscope {

/// What is known of a run that trains elsewhere while its weights are not here yet: counters, epochs and steps, in one
/// transaction. What was known before is replaced. Throws Error(Workspace) when SQLite fails.
void recordCurves(Workspace& workspace, const RunRecord& run, std::span<const EpochRecord> epochs,
                  std::span<const StepRecord> steps);

}  // namespace recscope
