// SPDX-License-Identifier: GPL-3.0-or-later
// Tables, views and queries of an SQLite database, read as text. The database is opened for reading only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// Whether these are the first bytes of an SQLite database.
bool isDatabase(std::string_view firstBytes);
/// Whether the file is an SQLite database. Throws Error(Input) if it cannot be opened.
bool isDatabaseFile(const std::filesystem::path& path);

/// The names of all tables, then of all views, without those of SQLite itself. Throws Error(Input) if the database is
/// damaged or locked, or if it is a workspace of RecScope: the user of the program must open that instead of importing
/// it.
std::vector<std::string> databaseTables(const std::filesystem::path& path);

/// The rows of a table, of a view, or of a query that begins with SELECT or WITH, as the text of a CSV file whose first
/// line has the names of the columns. NULL and blobs are empty cells. Throws Error(Input) for an unknown table, a
/// statement that is not a query, and for the same reasons as `databaseTables`.
std::unique_ptr<ByteSource> openDatabaseTable(const std::filesystem::path& path, const std::string& tableOrQuery);

/// True for a text that `openDatabaseTable` takes for a query: one that begins with SELECT or WITH.
bool isSqlQuery(const std::string& text);

}  // namespace recscope
