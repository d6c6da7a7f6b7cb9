// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace SQLite {
class Database;
}

namespace recscope {

struct RunRecord;

/// Inside the transaction that is open; fills in the run's id, state, dataset's name and time. Throws Error(Input) if
/// the name is taken or the dataset is not there.
void insertRun(SQLite::Database& database, RunRecord& run);

}  // namespace recscope
