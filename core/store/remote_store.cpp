// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/remote_store.h"

#include "core/store/connection.h"
#include "core/store/run_curves.h"
#include "core/store/run_row.h"

namespace recscope {

namespace {

RemoteRun remoteRunAt(SQLite::Statement& row) {
    return {.run = row.getColumn(0).getInt64(),
            .machine = textAt(row, 1),
            .folder = textAt(row, 2),
            .bytesRead = row.getColumn(3).getInt64()};
}

}  // namespace

std::optional<RemoteRun> RemoteStore::of(RunId run) const {
    return reading(m_workspace, [&](SQLite::Database& database) -> std::optional<RemoteRun> {
        SQLite::Statement select(database, "SELECT run, machine, folder, heard FROM remote_run WHERE run = ?");
        select.bind(1, run);
        if (!select.executeStep()) return std::nullopt;
        return remoteRunAt(select);
    });
}

std::vector<RemoteRun> RemoteStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT run, machine, folder, heard FROM remote_run ORDER BY run");
        std::vector<RemoteRun> runs;
        while (select.executeStep()) runs.push_back(remoteRunAt(select));
        return runs;
    });
}

RunRecord RemoteStore::add(RunRecord run, const std::string& machine, const std::string& folder,
                           RunStore::IfTaken ifTaken) {
    writing(m_workspace, [&](SQLite::Database& database) {
        if (ifTaken == RunStore::IfTaken::Number) numberName(database, run.name);
        insertRun(database, run);
        SQLite::Statement insert(database, "INSERT INTO remote_run (run, machine, folder) VALUES (?, ?, ?)");
        SQLite::bind(insert, run.id, machine, folder);
        insert.exec();
    });
    return run;
}

void RemoteStore::record(const RunRecord& run, std::span<const EpochRecord> epochs, std::span<const StepRecord> steps,
                         std::int64_t bytesRead) {
    writing(m_workspace, [&](SQLite::Database& database) {
        updateCurves(database, run, epochs, steps);
        SQLite::Statement update(database, "UPDATE remote_run SET heard = ? WHERE run = ?");
        SQLite::bind(update, bytesRead, run.id);
        update.exec();
    });
}

void RemoteStore::finish(RunId run) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement remove(database, "DELETE FROM remote_run WHERE run = ?");
        remove.bind(1, run);
        remove.exec();
    });
}

std::vector<RemoteLeftover> RemoteStore::leftovers() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT machine, folder FROM remote_leftover ORDER BY machine, folder");
        std::vector<RemoteLeftover> leftovers;
        while (select.executeStep()) leftovers.push_back({.machine = textAt(select, 0), .folder = textAt(select, 1)});
        return leftovers;
    });
}

void RemoteStore::forget(const RemoteLeftover& leftover) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement remove(database, "DELETE FROM remote_leftover WHERE folder = ? AND machine = ?");
        SQLite::bind(remove, leftover.folder, leftover.machine);
        remove.exec();
    });
}

}  // namespace recscope
