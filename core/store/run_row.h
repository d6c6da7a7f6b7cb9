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

// All inside the transaction that is open.

/// Fills in the run's id, state, dataset's name and time. Throws Error(Input) if the name is taken or the dataset is
/// not there.
void insertRun(SQLite::Database& database, RunRecord& run);
/// All that changes while a run trains. Throws Error(Input) if the run is not there.
void updateRun(SQLite::Database& database, const RunRecord& run);

bool isTaken(SQLite::Database& database, const std::string& name);
/// Throws Error(Input), of a name that is too long, too.
void throwIfTaken(SQLite::Database& database, const std::string& name);
[[noreturn]] void throwNoRun(RunId id);

/// As a column holds it.
std::optional<std::string> jsonOf(const std::optional<Metrics>& metrics);

}  // namespace recscope
