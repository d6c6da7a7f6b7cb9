// SPDX-License-Identifier: GPL-3.0-or-later
// Private to core/store. The only header of core that includes SQLite.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/store/worker_presence.h"
#include "core/store/workspace.h"
#include "core/store/workspace_lock.h"

namespace recscope {

struct Workspace::Connection {
    /// Write: this process alone writes. Share: several processes write in turn. Read: this connection never writes.
    enum class Access { Write, Share, Read };

    Connection(std::unique_ptr<WorkspaceLock> lock, const std::filesystem::path& path, Access access, int busyTimeoutMs)
        : lock(std::move(lock)),
          path(path),
          access(access),
          database(path.string(),
                   SQLite::OPEN_READWRITE | (access == Access::Write ? SQLite::OPEN_CREATE : 0) | SQLite::OPEN_NOMUTEX,
                   busyTimeoutMs) {}

    std::unique_ptr<WorkspaceLock> lock;  ///< first member: released after the database is closed
    std::filesystem::path path;
    Access access;
    SQLite::Database database;
    /// Set only with Access::Share; shared by all connections of this process.
    std::shared_ptr<WorkerPresence> worker = {};
};

/// Throws the Error(Workspace) for an attempt to write through a read-only connection.
[[noreturn]] void throwReadOnly(const std::filesystem::path& path);

/// Throws Error(Workspace) with a sentence for SQLite's error.
[[noreturn]] void throwWorkspaceError(const SQLite::Exception& exception, const std::filesystem::path& path);

/// Calls `work(database)` and converts SQLite's exceptions to Error(Workspace).
template <class Work>
auto reading(Workspace& workspace, Work&& work) {
    Workspace::Connection& connection = workspace.connection();
    try {
        return std::forward<Work>(work)(connection.database);
    } catch (const SQLite::Exception& exception) {
        throwWorkspaceError(exception, connection.path);
    }
}

/// Calls `work(database)` inside one transaction; if it throws, the workspace stays unchanged. The transaction takes
/// the write lock at its start: if it first read and then wrote, SQLite could refuse the write without waiting for the
/// busy timeout.
template <class Work>
void writing(Workspace& workspace, Work&& work) {
    if (workspace.isReadOnly()) throwReadOnly(workspace.path());
    reading(workspace, [&](SQLite::Database& database) {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        std::forward<Work>(work)(database);
        transaction.commit();
    });
}

template <class Value>
void bindOptional(SQLite::Statement& statement, int index, const std::optional<Value>& value) {
    if (value) {
        statement.bind(index, *value);
    } else {
        statement.bind(index);
    }
}

inline std::string textAt(SQLite::Statement& statement, int column) {
    return statement.getColumn(column).getString();
}

}  // namespace recscope
