// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/store/run_store.h"

namespace SQLite {
class Database;
}

namespace recscope {

// All functions work inside the open transaction.

/// A run resumed after a kill repeats the epochs since its last checkpoint: the later record counts.
void insertEpoch(SQLite::Database& database, RunId id, const EpochRecord& epoch);
void insertSteps(SQLite::Database& database, RunId id, std::span<const StepRecord> steps);

/// Stores what is known about a run that trains elsewhere while its weights are not here yet: counters, epochs and
/// steps. Replaces what was known before.
void updateCurves(SQLite::Database& database, const RunRecord& run, std::span<const EpochRecord> epochs,
                  std::span<const StepRecord> steps);

}  // namespace recscope
