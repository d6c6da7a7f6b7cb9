// SPDX-License-Identifier: GPL-3.0-or-later
// Private to core/store.
#pragma once

#include <filesystem>

#include "core/store/connection.h"

namespace recscope {

/// Attaches another database to the workspace's connection under the name "copy" for the lifetime of this object.
class AttachedDatabase {
public:
    AttachedDatabase(SQLite::Database& database, const std::filesystem::path& path);
    ~AttachedDatabase();
    AttachedDatabase(const AttachedDatabase&) = delete;
    AttachedDatabase& operator=(const AttachedDatabase&) = delete;

private:
    SQLite::Database& m_database;
    bool m_wasReadOnly;  ///< whether the connection was read-only (PRAGMA query_only) before attaching
};

}  // namespace recscope
