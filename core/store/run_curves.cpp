// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_curves.h"

#include "core/store/connection.h"
#include "core/store/run_row.h"

namespace recscope {

void insertEpoch(SQLite::Database& database, RunId id, const EpochRecord& epoch) {
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO epoch VALUES (?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, id, epoch.epoch, epoch.loss, epoch.seconds, epoch.sequencesPerSecond);
    bindOptional(insert, 6, jsonOf(epoch.valid));
    insert.exec();
}

void insertSteps(SQLite::Database& database, RunId id, std::span<const StepRecord> steps) {
    // A run resumed after a kill repeats the steps since its last checkpoint.
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO step VALUES (?, ?, ?)");
    for (const StepRecord& step : steps) {
        SQLite::bind(insert, id, step.step, static_cast<double>(step.loss));
        insert.exec();
        insert.reset();
    }
}

void updateCurves(SQLite::Database& database, const RunRecord& run, std::span<const EpochRecord> epochs,
                  std::span<const StepRecord> steps) {
    updateRun(database, run);
    for (const EpochRecord& epoch : epochs) insertEpoch(database, run.id, epoch);
    insertSteps(database, run.id, steps);
}

}  // namespace recscope
