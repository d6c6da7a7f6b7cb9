// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_editor.h"

#include <fmt/format.h>

#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/name_length.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The number of users deleted in one transaction. Such a transaction takes a few milliseconds, so that other threads'
/// writes and a stop request can come in between.
constexpr std::int64_t kUsersPerPiece = 200;

/// Executes the statement with these values; returns the number of rows that it changed.
template <class... Values>
int changed(SQLite::Database& database, const char* sql, const Values&... values) {
    SQLite::Statement statement(database, sql);
    SQLite::bind(statement, values...);
    return statement.exec();
}

[[noreturn]] void failMissing() {
    throw Error(ErrorKind::Input, translated("This dataset is no longer in the workspace."),
                translated("Choose another dataset."));
}

/// The datasets whose removal is final but whose data has not been deleted completely.
std::vector<DatasetInfo> finallyRemoved(Workspace& workspace) {
    return reading(workspace, [&](SQLite::Database& database) {
        std::vector<DatasetInfo> infos;
        SQLite::Statement select(database, "SELECT id FROM dataset WHERE removal = 'final'");
        while (select.executeStep()) infos.push_back(DatasetStore(workspace).byId(select.getColumn(0).getInt64()));
        return infos;
    });
}

}  // namespace

void DatasetEditor::rename(DatasetId id, const std::string& given) {
    const std::string name(trimmed(given));
    if (name.empty())
        throw Error(ErrorKind::Input, translated("A dataset needs a name."), translated("Type at least one letter."));
    checkNameLength(name);
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement taken(database, "SELECT removal FROM dataset WHERE name = ? AND id <> ?");
        SQLite::bind(taken, name, id);
        if (taken.executeStep()) {
            throw Error(ErrorKind::Input, translated("There is already a dataset named \"{}\".", name),
                        taken.isColumnNull(0) ? translated("Choose another name.")
                                              : translated("The dataset with this name was removed, but that can still "
                                                           "be undone. Choose another name."));
        }
        if (changed(database, "UPDATE dataset SET name = ? WHERE id = ?", name, id) == 0) failMissing();
    });
}

std::string DatasetEditor::notes(DatasetId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, "SELECT notes FROM dataset WHERE id = ?");
        select.bind(1, id);
        if (!select.executeStep()) failMissing();
        return textAt(select, 0);
    });
}

void DatasetEditor::setNotes(DatasetId id, const std::string& notes) {
    writing(m_workspace, [&](SQLite::Database& database) {
        if (changed(database, "UPDATE dataset SET notes = ? WHERE id = ?", notes, id) == 0) failMissing();
    });
}

void DatasetEditor::remove(DatasetId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        if (changed(database, "UPDATE dataset SET removal = 'undoable' WHERE id = ? AND removal IS NULL", id) == 0)
            failMissing();
    });
}

void DatasetEditor::undoRemove(DatasetId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        if (changed(database, "UPDATE dataset SET removal = NULL WHERE id = ? AND removal = 'undoable'", id) == 0)
            failMissing();
    });
}

std::vector<DatasetInfo> DatasetEditor::removed() const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<DatasetInfo> infos;
        SQLite::Statement select(database,
                                 "SELECT id FROM dataset WHERE removal = 'undoable' ORDER BY name COLLATE NOCASE");
        while (select.executeStep()) infos.push_back(DatasetStore(m_workspace).byId(select.getColumn(0).getInt64()));
        return infos;
    });
}

bool DatasetEditor::hasLeftovers() const {
    return !finallyRemoved(m_workspace).empty();
}

void DatasetEditor::finishRemovals(const ProgressSink& progress, const std::stop_token& stop) {
    writing(m_workspace, [](SQLite::Database& database) {
        database.exec("UPDATE dataset SET removal = 'final' WHERE removal = 'undoable'");
    });
    resumeDeletion(progress, stop);
}

void DatasetEditor::resumeDeletion(const ProgressSink& progress, const std::stop_token& stop) {
    for (const DatasetInfo& dataset : finallyRemoved(m_workspace)) {
        for (std::int64_t first = 0; first < dataset.users; first += kUsersPerPiece) {
            throwIfStopped(stop);
            if (progress)
                progress({.stage = translated("Deleting {}", dataset.name),
                          .done = first,
                          .total = dataset.users,
                          .unit = "users"});
            writing(m_workspace, [&](SQLite::Database& database) {
                const std::int64_t end = first + kUsersPerPiece;
                changed(database, "DELETE FROM interaction WHERE dataset = ? AND user >= ? AND user < ?", dataset.id,
                        first, end);
                changed(database, "DELETE FROM planted_cause WHERE dataset = ? AND user >= ? AND user < ?", dataset.id,
                        first, end);
            });
        }
        DatasetStore(m_workspace).remove(dataset.id);
    }
}

}  // namespace recscope
