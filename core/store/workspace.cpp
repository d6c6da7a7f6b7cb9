// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/workspace.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/store/connection.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

std::vector<std::pair<std::string, std::string>> schemaFiles();  // made by cmake/embed_text.cmake

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kApplicationId = 0x52635363;  // "RcSc"
// While opening a person waits; later a write may have to wait for a long import of another thread.
constexpr int kOpenTimeoutMs = 2000;
constexpr int kWorkTimeoutMs = 120000;

std::int64_t newestVersion() {
    return static_cast<std::int64_t>(schemaFiles().size());
}

[[noreturn]] void fail(const std::string& sentence, const std::string& hint) {
    throw Error(ErrorKind::Workspace, sentence, hint);
}

[[noreturn]] void failForeign(const fs::path& path) {
    fail(translated("This file is not a RecScope workspace: {}.", path.string()),
         translated("Nothing was changed. To read data from a file, import it; to start a new workspace, choose a new "
                    "file name."));
}

[[noreturn]] void failNewer(const fs::path& path, std::int64_t version) {
    fail(translated("The workspace {} was written by a newer RecScope (its version is {}, this program knows {}).",
                    path.string(), version, newestVersion()),
         translated("Nothing was changed. Open it with the newer program."));
}

/// No write bit at all counts as read-only for root too, to whom `access` grants everything.
bool isReadOnly(const fs::path& path) {
    constexpr fs::perms kAnyWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    return (fs::status(path).permissions() & kAnyWrite) == fs::perms::none || ::access(path.c_str(), W_OK) != 0;
}

/// The absolute path without links, so that one file has one lock. Throws for a path at which no workspace can be.
fs::path checkedPath(const fs::path& given, Workspace::IfMissing ifMissing) {
    std::error_code failure;
    const fs::path path = fs::weakly_canonical(fs::absolute(given), failure);
    if (given.empty() || failure) {
        fail(translated("The path of the workspace cannot be used: \"{}\".", given.string()),
             translated("Choose another path."));
    }
    const fs::file_status status = fs::status(path, failure);
    if (fs::is_directory(status)) {
        fail(translated("The workspace cannot be a folder: {}.", path.string()),
             translated("Name a file in it, for example {}.", (path / "films.recscope").string()));
    }
    if (fs::exists(status) && !fs::is_regular_file(status)) failForeign(path);
    if (!fs::exists(status)) {
        const fs::path folder = path.parent_path();
        if (!fs::is_directory(folder, failure)) {
            fail(translated("The folder of the workspace does not exist: {}.", folder.string()),
                 translated("Make the folder first, or choose another path."));
        }
        if (ifMissing == Workspace::IfMissing::Fail) {
            fail(translated("There is no workspace at {}.", path.string()),
                 translated("Check the path. Importing a dataset makes a new workspace."));
        }
        if (isReadOnly(folder)) {
            fail(translated("No workspace can be made in {}: the folder is read-only.", folder.string()),
                 translated("Choose a folder you may write to."));
        }
    }
    return path;
}

std::uint32_t bigEndian(const char* bytes) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Looks at the file's first 100 bytes (sqlite.org/fileformat2.html, section 1.3) without SQLite, which might already
/// write to it. An empty file counts as new.
void inspectFile(const fs::path& path) {
    if (!fs::exists(path)) return;
    std::array<char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        fail(translated("The workspace {} cannot be read: {}.", path.string(), std::strerror(errno)),
             translated("Check the permissions of the file."));
    }
    file.read(header.data(), header.size());
    const auto length = static_cast<std::size_t>(file.gcount());
    if (length > 0) {
        constexpr std::size_t kWriteFormatAt = 18, kReadFormatAt = 19;  // 1 without a log, 2 with one
        constexpr std::string_view kMagic("SQLite format 3\0", 16);
        constexpr std::size_t kUserVersionAt = 60, kApplicationIdAt = 68;
        const bool isSqlite = length == header.size() && std::string_view(header.data(), kMagic.size()) == kMagic;
        if (!isSqlite || bigEndian(&header[kApplicationIdAt]) != kApplicationId) failForeign(path);
        const std::int64_t version = bigEndian(&header[kUserVersionAt]);
        if (version > newestVersion()) failNewer(path, version);
        const char format = header[kWriteFormatAt];
        if (format != header[kReadFormatAt] || (format != 1 && format != 2))
            throwWorkspaceError(SQLite::Exception("unknown file format", SQLITE_CORRUPT), path);
    }
    if (isReadOnly(path)) {
        fail(translated("The workspace is read-only: {}.", path.string()),
             translated("Give yourself permission to write to the file, or copy it to a folder you may write to."));
    }
    if (isReadOnly(path.parent_path())) {
        fail(translated("The folder of the workspace is read-only: {}.", path.parent_path().string()),
             translated("SQLite keeps helper files beside the workspace. Copy it to a folder you may write to."));
    }
}

/// Brings the schema up to date, each numbered file in a transaction of its own. The first one runs before WAL is
/// switched on, so that the file's header always tells what the file is.
void migrate(SQLite::Database& database, const fs::path& path) {
    database.exec("PRAGMA page_size = 16384");  // of a new file: a quarter of the calls when much is written
    const auto number = [&](const char* pragma) { return database.execAndGet(pragma).getInt64(); };
    const std::int64_t version = number("PRAGMA user_version");
    if (version > newestVersion()) failNewer(path, version);
    if (number("PRAGMA application_id") != kApplicationId) {
        if (version != 0 || number("SELECT count(*) FROM sqlite_schema") != 0) failForeign(path);
    }
    const auto files = schemaFiles();
    for (std::int64_t next = version; next < newestVersion(); ++next) {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        if (number("PRAGMA user_version") != next) continue;  // another thread was faster
        database.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
        database.exec(files[static_cast<std::size_t>(next)].second);
        database.exec(fmt::format("PRAGMA user_version = {}", next + 1));
        transaction.commit();
    }
}

void configure(SQLite::Database& database) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");  // in WAL mode a crash loses no consistency, only the last commits
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA temp_store = MEMORY");
    database.exec("PRAGMA cache_size = -65536");            // 64 MiB
    database.exec("PRAGMA journal_size_limit = 16777216");  // a big import does not leave a big log behind
}

/// What is written as soon as a workspace is opened must not be written into damaged tables. They are small: nothing
/// of a dataset's size is looked at.
void requireWhole(SQLite::Database& database) {
    for (const char* table : {"dataset", "run", "queued_training", "remote_run", "sqlite_sequence"}) {
        const std::string found = database.execAndGet(fmt::format("PRAGMA quick_check('{}')", table)).getString();
        if (found != "ok") throw SQLite::Exception(found, SQLITE_CORRUPT);
    }
}

/// Sees to it that the queue holds what was interrupted and nothing else: a run that died before the queue heard that
/// it had begun belongs to the first entry of its config; one that was never there comes first. Pre: runs that a
/// process left behind are still running.
void recoverQueue(SQLite::Database& database) {
    database.exec(
        "UPDATE queued_training SET run = running.id "
        "FROM (SELECT run.id, min(waiting.position) AS position FROM run JOIN queued_training AS waiting "
        "      ON waiting.run IS NULL AND waiting.dataset = run.dataset AND waiting.config = run.config "
        "      AND waiting.name IN ('', run.name) "
        "      WHERE run.state = 'running' AND run.id NOT IN (SELECT run FROM queued_training WHERE run IS NOT NULL) "
        "      GROUP BY run.id) AS running "
        "WHERE queued_training.position = running.position");
    database.exec(
        "INSERT INTO queued_training (position, ticket, dataset, run, name, config, device) "
        "SELECT (SELECT coalesce(min(position), 1) FROM queued_training) - row_number() OVER (ORDER BY id DESC), "
        "'run ' || id, dataset, id, name, config, 'auto' FROM run "
        "WHERE state = 'running' AND id NOT IN (SELECT run FROM queued_training WHERE run IS NOT NULL)");
    database.exec(
        "DELETE FROM queued_training WHERE run IN (SELECT id FROM run WHERE state IN ('finished', 'failed'))");
}

/// Runs that a process left behind when it died; those on another machine go on without it. Pre: this process has just
/// become the file's only user.
void markInterruptedRuns(SQLite::Database& database) {
    database.exec(
        "UPDATE run SET state = 'stopped', message = 'Interrupted: the program ended while it trained.' "
        "WHERE state = 'running' AND id NOT IN (SELECT run FROM remote_run)");
}

/// A run that came home whole just before the process died: its folder on the other machine is a leftover.
void finishRemoteRuns(SQLite::Database& database) {
    database.exec("DELETE FROM remote_run WHERE run IN (SELECT id FROM run WHERE state = 'finished')");
}

/// Removals that nobody made final: the process died while they could still be undone. Pre: as above.
void bringBackRemoved(SQLite::Database& database) {
    database.exec("UPDATE dataset SET removal = NULL WHERE removal = 'undoable'");
}

/// Folders beside the workspace for what is on its way to or from another machine, of a process that was killed.
void removeWorkbenches(const fs::path& path) {
    const std::string stem = path.filename().string() + ".to-";
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(path.parent_path(), ignored)) {
        const std::string name = entry.path().filename().string();
        const bool isOurs = name.starts_with(stem) && name.size() == stem.size() + 32 &&
                            name.find_first_not_of("0123456789abcdef", stem.size()) == std::string::npos;
        if (isOurs) fs::remove_all(entry.path(), ignored);
    }
}

bool isDiskFull(const fs::path& path) {
    std::error_code failure;
    const fs::space_info space = fs::space(path.parent_path(), failure);
    constexpr std::uintmax_t kNearlyNothing = 64 * 1024;  // less than a handful of pages
    return !failure && space.available < kNearlyNothing;
}

}  // namespace

void throwWorkspaceError(const SQLite::Exception& exception, const fs::path& path) {
    const std::string name = path.string();
    const int code = exception.getErrorCode();
    if (code == SQLITE_FULL || (code == SQLITE_IOERR && isDiskFull(path))) {
        fail(translated("The disk is full: {} could not be written.", name),
             translated("Free some space and try again. Everything saved before is still there."));
    }
    switch (exception.getExtendedErrorCode()) {
        case SQLITE_IOERR_LOCK:
        case SQLITE_IOERR_RDLOCK:
        case SQLITE_IOERR_CHECKRESERVEDLOCK:
        case SQLITE_IOERR_SHMLOCK:
            throwNoLocks(path, exception.what());
        default:
            break;
    }
    switch (code) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            fail(translated("The workspace {} is in use by another program.", name),
                 translated("Close the other program and try again."));
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            fail(translated("The workspace {} cannot be written.", name),
                 translated("Check the permissions of the file and its folder, and that the disk is still there."));
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            fail(translated("The workspace {} is damaged ({}).", name, exception.what()),
                 translated("Use a copy if you have one; \"sqlite3 FILE .recover\" saves what can be read."));
        case SQLITE_IOERR:
            fail(translated("The workspace {} could not be read or written ({}).", name, exception.what()),
                 translated("Check the disk, and that it is still there."));
        default:
            fail(translated("The workspace {} reported an error ({}).", name, exception.what()),
                 translated("If it happens again, please report it with this sentence."));
    }
}

Workspace Workspace::open(const fs::path& given, IfMissing ifMissing) {
    const fs::path path = checkedPath(given, ifMissing);
    bool isNew = false, isFirst = false;
    auto lock = std::make_unique<WorkspaceLock>(path, [&] {
        inspectFile(path);
        isNew = !fs::exists(path);
        isFirst = true;
    });
    try {
        auto connection = std::make_unique<Connection>(std::move(lock), path, kOpenTimeoutMs);
        SQLite::Database& database = connection->database;
        // Until it is sure that the file is ours, closing it must not move a left-over log into it.
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        migrate(database, path);
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
        configure(database);
        if (isFirst) {
            requireWhole(database);
            recoverQueue(database);
            markInterruptedRuns(database);
            finishRemoteRuns(database);
            bringBackRemoved(database);
            removeWorkbenches(path);
        }
        database.setBusyTimeout(kWorkTimeoutMs);
        return Workspace(std::move(connection));
    } catch (const SQLite::Exception& exception) {
        if (isNew) {
            for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
                std::error_code ignored;
                fs::remove(path.string() + suffix, ignored);
            }
        }
        throwWorkspaceError(exception, path);
    }
}

Workspace Workspace::another() const {
    return open(path(), IfMissing::Fail);
}

const fs::path& Workspace::path() const {
    return m_connection->path;
}

Workspace::Workspace(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

}  // namespace recscope
