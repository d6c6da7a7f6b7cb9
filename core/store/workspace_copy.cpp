// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace_copy.h"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/store/attached_database.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/message.h"
#include "core/util/translated.h"

namespace recscope {

namespace fs = std::filesystem;

namespace {

constexpr int kPagesAtOnce = 256;            // pages of 16 KiB between progress reports and checks for a stop
constexpr int kStepsBetweenChecks = 100000;  // SQLite instructions between checks for a stop: a few milliseconds

/// Tables that are not copied: two workspaces must not fetch the same run or train the same queue.
const std::set<std::string> kNotCopied = {"queued_training", "remote_run", "remote_leftover", "lease"};

/// The copy under its temporary name; removed unless it is renamed to the target's name.
class PartFile {
public:
    explicit PartFile(fs::path path) : m_path(std::move(path)), m_part(m_path.string() + ".part") { remove(m_part); }
    ~PartFile() { remove(m_part); }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    const fs::path& path() const { return m_part; }
    void moveToTarget() const {
        std::error_code failed;
        // A log of the replaced file would be read as one of the new file (sqlite.org/howtocorrupt.html, 1.4).
        for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(m_path.string() + suffix, failed);
        fs::rename(m_part, m_path, failed);
        if (failed)
            throw Error(ErrorKind::Workspace,
                        translated("The copy {} could not be written: {}.", m_path.string(), failed.message()),
                        translated("Check that the folder exists, is writable, and has free space."));
    }

private:
    static void remove(const fs::path& part) {
        std::error_code ignored;
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(part.string() + suffix, ignored);
    }
    fs::path m_path, m_part;
};

/// Interrupts long statements on a stop request during the lifetime of this object.
class StopsStatements {
public:
    StopsStatements(SQLite::Database& database, const std::stop_token& stop) : m_database(database), m_stop(stop) {
        sqlite3_progress_handler(
            m_database.getHandle(), kStepsBetweenChecks,
            [](void* self) { return static_cast<StopsStatements*>(self)->m_stop.stop_requested() ? 1 : 0; }, this);
    }
    ~StopsStatements() { sqlite3_progress_handler(m_database.getHandle(), 0, nullptr, nullptr); }
    StopsStatements(const StopsStatements&) = delete;
    StopsStatements& operator=(const StopsStatements&) = delete;

private:
    SQLite::Database& m_database;
    const std::stop_token& m_stop;
};

fs::path checkedTarget(const Workspace& workspace, const fs::path& given, IfFileExists ifExists) {
    std::error_code failed;
    const fs::path path = fs::weakly_canonical(fs::absolute(given), failed);
    const auto fail = [](const std::string& sentence, const std::string& hint) {
        throw Error(ErrorKind::Input, sentence, hint);
    };
    if (given.empty() || failed)
        fail(translated("The path of the copy cannot be used: \"{}\".", given.string()),
             translated("Choose another path."));
    if (path == workspace.path() || fs::equivalent(path, workspace.path(), failed))
        fail(translated("A workspace cannot be copied onto itself: {}.", path.string()),
             translated("Choose another name or folder for the copy."));
    if (!fs::is_directory(path.parent_path(), failed))
        fail(translated("The folder of the copy does not exist: {}.", path.parent_path().string()),
             translated("Create the folder first, or choose another path."));
    if (!fs::exists(path, failed)) return path;
    if (!fs::is_regular_file(path, failed))
        fail(translated("The copy cannot replace {}.", path.string()), translated("Choose another name."));
    if (ifExists == IfFileExists::Fail)
        fail(translated("The file already exists: {}.", path.string()),
             translated("Choose another name, or remove the file first."));
    if (WorkspaceLock::holder(path))
        fail(translated("The workspace {} is in use by another program.", path.string()),
             translated("Close the other program, or choose another name for the copy."));
    return path;
}

void copyAll(SQLite::Database& from, SQLite::Database& to, const ProgressSink& progress, const std::stop_token& stop) {
    // This read transaction fixes the copied state while others may write; without it, each of their writes would
    // restart the copy.
    SQLite::Transaction moment(from);
    (void)from.execAndGet("SELECT count(*) FROM dataset");
    SQLite::Backup backup(to, from);
    for (bool isComplete = false; !isComplete;) {
        throwIfStopped(stop);
        isComplete = backup.executeStep(kPagesAtOnce) == SQLITE_DONE;
        if (progress)
            progress({.stage = translated("Copying the workspace"),
                      .done = backup.getTotalPageCount() - backup.getRemainingPageCount(),
                      .total = backup.getTotalPageCount(),
                      .unit = "pages"});
    }
}

std::vector<std::string> strings(SQLite::Database& database, const std::string& sql) {
    SQLite::Statement select(database, sql);
    std::vector<std::string> found;
    while (select.executeStep()) found.push_back(textAt(select, 0));
    return found;
}

/// An SQL condition for the rows of a table that belong to dataset ?1, derived from the table's foreign keys if it has
/// any; empty if no rows of the table can belong to a dataset.
std::string belongsTo(SQLite::Database& database, const std::string& table) {
    if (table == "dataset") return "id = ?1";
    const std::string quoted = "'" + table + "'";
    const auto columns = strings(database, "SELECT name FROM pragma_table_info(" + quoted + ")");
    const auto has = [&](const char* name) { return std::find(columns.begin(), columns.end(), name) != columns.end(); };
    std::string rule;
    SQLite::Statement keys(database, R"(SELECT "table", "from" FROM pragma_foreign_key_list()" + quoted +
                                         R"() ORDER BY "table" = 'dataset' DESC)");
    if (keys.executeStep()) {
        const std::string parent = textAt(keys, 0), column = textAt(keys, 1);
        rule = parent == "dataset"
                   ? column + " = ?1"
                   : column + " IN (SELECT id FROM main." + parent + " WHERE " + belongsTo(database, parent) + ")";
    } else if (table == "scenario") {  // linked by the dataset's name, to survive a new import of the data
        rule = "dataset = (SELECT name FROM main.dataset WHERE id = ?1)";
    } else if (table == "plan") {  // a plan that needs other datasets could not continue in the copy
        rule =
            "CASE WHEN json_valid(plan.json) THEN (SELECT count(*) > 0 AND sum(named.value <> dataset.name) = 0 FROM "
            "json_each(plan.json, '$.datasets') AS named, main.dataset WHERE dataset.id = ?1) END";
    }
    if (!rule.empty() && has("removed")) rule += " AND removed = 0";
    return rule;
}

void copyOne(SQLite::Database& from, DatasetId dataset, const ProgressSink& progress, const std::stop_token& stop) {
    const auto tables = strings(from,
                                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                                "ORDER BY rowid");   // in order of creation: referenced tables come first
    from.exec("PRAGMA copy.journal_mode = DELETE");  // a write-ahead log would need twice the space
    SQLite::Transaction moment(from);
    std::int64_t done = 0;
    for (const std::string& table : tables) {
        throwIfStopped(stop);
        const std::string rule = kNotCopied.contains(table) ? std::string() : belongsTo(from, table);
        if (!rule.empty()) {
            SQLite::Statement insert(from,
                                     fmt::format("INSERT INTO copy.{0} SELECT * FROM main.{0} WHERE {1}", table, rule));
            insert.bind(1, dataset);
            insert.exec();
        }
        if (progress)
            progress({.stage = translated("Copying the dataset"),
                      .done = ++done,
                      .total = static_cast<std::int64_t>(tables.size()),
                      .unit = "tables"});
    }
    moment.commit();
}

/// Removes from the copy the entries that only the original may have.
void removeUncopied(SQLite::Database& copy, const std::vector<std::int64_t>& withoutRuns) {
    copy.exec("PRAGMA journal_mode = DELETE");
    copy.exec("PRAGMA foreign_keys = ON");
    SQLite::Transaction transaction(copy);
    SQLite::Statement stopped(copy, "UPDATE run SET state = 'stopped', message = ? WHERE state = 'running'");
    stopped.bind(1, messagesToJson({Message(MessageId::StoppedInCopy)}));
    stopped.exec();
    for (const char* table : {"queued_training", "remote_run", "remote_leftover", "lease"})
        copy.exec(fmt::format("DELETE FROM {}", table));  // deleting remote runs adds leftovers by a trigger
    copy.exec("DELETE FROM cohort WHERE removed = 1");
    copy.exec("DELETE FROM scenario WHERE removed = 1");
    int removed = copy.exec("DELETE FROM dataset WHERE removal IS NOT NULL");
    for (const std::int64_t run : withoutRuns) {
        SQLite::Statement remove(copy, "DELETE FROM run WHERE id = ?");
        remove.bind(1, run);
        removed += remove.exec();
    }
    transaction.commit();
    if (removed > 0) copy.exec("VACUUM");  // otherwise the file would still contain removed data
}

[[noreturn]] void fail(const SQLite::Exception& exception, const fs::path& from, const fs::path& to) {
    if (exception.getErrorCode() == SQLITE_INTERRUPT) throw Error(ErrorKind::Cancelled, translated("Stopped."));
    const bool isSource = exception.getErrorCode() == SQLITE_CORRUPT || exception.getErrorCode() == SQLITE_NOTADB;
    throwWorkspaceError(exception, isSource ? from : to);
}

}  // namespace

void copyWorkspace(Workspace& workspace, const CopyRequest& request, const ProgressSink& progress,
                   const std::stop_token& stop) {
    const std::optional<DatasetId> dataset = request.dataset;
    if (dataset) (void)DatasetStore(workspace).byId(*dataset);  // throws if it does not exist
    const fs::path path = checkedTarget(workspace, request.path, request.ifExists);
    SQLite::Database& from = workspace.connection().database;
    const PartFile part(path);
    try {
        if (dataset) {
            Workspace::open(part.path());  // creates the file with the schema
            const AttachedDatabase attached(from, part.path());
            const StopsStatements stops(from, stop);
            copyOne(from, *dataset, progress, stop);
        }
        SQLite::Database copy(part.path().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        const StopsStatements stops(copy, stop);
        if (!dataset) copyAll(from, copy, progress, stop);
        removeUncopied(copy, request.withoutRuns);
    } catch (const SQLite::Exception& exception) {
        fail(exception, workspace.path(), path);
    }
    throwIfStopped(stop);
    part.moveToTarget();
}

}  // namespace recscope
