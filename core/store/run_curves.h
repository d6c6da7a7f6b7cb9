// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/store/run_store.h"

namespace SQLite {
class Database;
}

namespace recscope {

// All functions work inside the open transaction.

/// Stores the record of an epoch. It replaces an earlier record of the same epoch, because a run resumed after a kill
/// repeats the epochs since its last checkpoint.
void insertEpoch(SQLite::Database& database, RunId id, const EpochRecord& epoch);
void insertSteps(SQLite::Database& database, RunId id, std::span<const StepRecord> steps);

/// Stores the progress of a run that trains on another machine and whose weights have not been fetched yet: counters,
/// epochs and steps. Replaces the counters, and earlier records of the same epochs and steps.
void updateCurves(SQLite::Database& database, const RunRecord& run, std::span<const EpochRecord> epochs,
                  std::span<const StepRecord> steps);

}  // namespace recscope
