// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/store/run_store.h"

namespace SQLite {
class Database;
}

namespace recscope {

// All inside the transaction that is open.

/// A run that goes on after a kill repeats what came since its last checkpoint: the later one counts.
void insertEpoch(SQLite::Database& database, RunId id, const EpochRecord& epoch);
void insertSteps(SQLite::Database& database, RunId id, std::span<const StepRecord> steps);

/// What is known of a run that trains elsewhere while its weights are not here
/// yet, counters, epochs and steps. What was known before is replaced.
void updateCurves(SQLite::Database& database, const RunRecord& run, std::span<const EpochRecord> epochs,
                  std::span<const StepRecord> steps);

}  // namespace recscope
