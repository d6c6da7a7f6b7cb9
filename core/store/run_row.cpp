// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_row.h"

#include <fmt/format.h>

#include "core/store/connection.h"
#include "core/store/name_length.h"
#include "core/store/run_store.h"
#include "core/util/error.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

std::optional<std::string> jsonOf(const std::optional<Metrics>& metrics) {
    if (!metrics) return std::nullopt;
    return metrics->toJson();
}

bool isTaken(SQLite::Database& database, const std::string& name) {
    SQLite::Statement select(database, "SELECT 1 FROM run WHERE name = ?");
    select.bind(1, name);
    return select.executeStep();
}

void numberName(SQLite::Database& database, std::string& name) {
    const std::string requested = name;
    for (int number = 2; isTaken(database, name); ++number) name = fmt::format("{} · {}", requested, number);
}

void throwIfTaken(SQLite::Database& database, const std::string& name) {
    checkNameLength(name);
    if (!isTaken(database, name)) return;
    throw Error(ErrorKind::Input, translated("There is already a run named \"{}\".", name),
                translated("Choose another name, or remove the old run first."));
}

void throwNoRun(RunId id) {
    throw Error(ErrorKind::Input, translated("There is no run number {} in this workspace.", id),
                translated("It may have been removed. Choose another run."));
}

void updateRun(SQLite::Database& database, const RunRecord& run) {
    SQLite::Statement update(database,
                             "UPDATE run SET state = ?, message = ?, device = ?, epochs_done = ?, best_epoch = ?, "
                             "sequences_seen = ?, seconds = ?, best_valid = ?, test = ?, protocol = ? WHERE id = ?");
    SQLite::bind(update, runStateName(run.state), messagesToJson(run.message), deviceToJson(run.device), run.epochsDone,
                 run.bestEpoch, run.sequencesSeen, run.seconds);
    bindOptional(update, 8, jsonOf(run.bestValid));
    bindOptional(update, 9, jsonOf(run.test));
    update.bind(10, run.protocol.toJson());
    update.bind(11, run.id);
    if (update.exec() == 0) throwNoRun(run.id);
}

void insertRun(SQLite::Database& database, RunRecord& run) {
    throwIfTaken(database, run.name);
    SQLite::Statement dataset(database, "SELECT name FROM dataset WHERE id = ?");
    dataset.bind(1, run.dataset);
    if (!dataset.executeStep()) {
        throw Error(ErrorKind::Input, translated("There is no dataset number {} in this workspace.", run.dataset),
                    translated("It may have been removed. Choose another dataset."));
    }
    run.datasetName = textAt(dataset, 0);
    run.state = RunState::Running;
    run.createdAt = utcNow();
    SQLite::Statement insert(
        database,
        "INSERT INTO run (name, dataset, model, config, protocol, state, message, created_at, device, epochs_done, "
        "best_epoch, sequences_seen, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0)");
    SQLite::bind(insert, run.name, run.dataset, run.model, run.config, run.protocol.toJson(), runStateName(run.state),
                 messagesToJson(run.message), run.createdAt, deviceToJson(run.device));
    insert.exec();
    run.id = database.getLastInsertRowid();
    updateRun(database, run);
}

}  // namespace recscope
