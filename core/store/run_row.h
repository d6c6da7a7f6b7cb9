// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/metrics/metrics.h"
#include "core/store/run_store.h"

namespace SQLite {
class Database;
}

namespace recscope {

// All functions work inside the open transaction.

/// Inserts the run and fills in its id, state, dataset name and time of creation. Throws Error(Input) if the name is
/// taken or the dataset does not exist.
void insertRun(SQLite::Database& database, RunRecord& run);
/// Updates everything that changes while a run trains. Throws Error(Input) if the run does not exist.
void updateRun(SQLite::Database& database, const RunRecord& run);

bool isTaken(SQLite::Database& database, const std::string& name);  ///< whether a run has this name
/// Appends the first free number, from 2, to a name that is taken: "SASRec · 2".
void numberName(SQLite::Database& database, std::string& name);
/// Throws Error(Input) if a run has this name or the name is too long.
void throwIfTaken(SQLite::Database& database, const std::string& name);
[[noreturn]] void throwNoRun(RunId id);

/// The metrics as JSON, as stored in a column; unset if there are none.
std::optional<std::string> jsonOf(const std::optional<Metrics>& metrics);

}  // namespace recscope
