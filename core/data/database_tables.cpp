// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/database_tables.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "core/data/table_text.h"
#include "core/util/application_id.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

bool isSqlQuery(const std::string& text) {
    const std::string beginning = folded(trimmed(text).substr(0, 7));
    return beginning.starts_with("select ") || beginning.starts_with("with ") || beginning == "select\n";
}

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::string_view kMagic = "SQLite format 3\0"sv;
constexpr int kWaitMilliseconds = 2000;  // for another program that writes to the database

[[noreturn]] void failReading(const SQLite::Exception& error, const fs::path& path) {
    const int code = error.getErrorCode();
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        failInput(translated("Another program is writing to the database {}.", path.string()),
                  translated("Close it or wait until it has finished, then try again."));
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        failInput(translated("The database is damaged: {}.", path.string()),
                  translated("Use another copy of the file. Nothing was imported."));
    failInput(translated("The database {} cannot be read: {}.", path.string(), error.what()),
              translated("Check the name of the table or the query, and the permissions of the file and its folder."));
}

/// Opens the database for reading only, trusting no function that its schema calls (sqlite.org/security.html).
std::unique_ptr<SQLite::Database> openToRead(const fs::path& path) {
    auto database = std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READONLY, kWaitMilliseconds);
    sqlite3_db_config(database->getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database->getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    if (database->execAndGet("PRAGMA application_id").getInt64() == kWorkspaceApplicationId)
        failInput(translated("The file is a workspace of RecScope: {}.", path.string()),
                  translated("Open it as the workspace, or choose the file with the interactions."));
    return database;
}

class DatabaseTable : public TableText {
public:
    DatabaseTable(const fs::path& path, const std::string& query) : m_path(path), m_database(openToRead(path)) {
        m_query = std::make_unique<SQLite::Statement>(*m_database, query);
        std::error_code failure;
        const auto size = fs::file_size(path, failure);
        m_size = failure ? 0 : static_cast<std::int64_t>(size);
    }

    /// SQLite does not say how much of the file a query has read; the length of the text is close to it.
    std::int64_t consumed() const override { return std::min(m_size, m_textBytes); }
    std::int64_t size() const override { return m_size; }

protected:
    bool nextRow(std::vector<std::string>& cells) override {
        const auto count = static_cast<std::size_t>(m_query->getColumnCount());
        cells.resize(count);
        if (!m_hasGivenNames) {
            m_hasGivenNames = true;
            for (std::size_t i = 0; i < count; ++i) cells[i] = m_query->getColumnName(static_cast<int>(i));
            return true;
        }
        try {
            if (m_query->isDone() || !m_query->executeStep()) return false;
        } catch (const SQLite::Exception& error) {
            failReading(error, m_path);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const SQLite::Column value = m_query->getColumn(static_cast<int>(i));
            if (value.isNull() || value.isBlob()) {
                cells[i].clear();
            } else if (value.isFloat()) {
                cells[i] = cellText(value.getDouble());
            } else {
                cells[i].assign(value.getText(), static_cast<std::size_t>(value.getBytes()));
            }
            m_textBytes += std::ssize(cells[i]) + 1;
        }
        return true;
    }

private:
    fs::path m_path;
    std::unique_ptr<SQLite::Database> m_database;
    std::unique_ptr<SQLite::Statement> m_query;
    std::int64_t m_size = 0, m_textBytes = 0;
    bool m_hasGivenNames = false;
};

std::string quotedName(const std::string& name) {
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace

bool isDatabase(std::string_view firstBytes) {
    return firstBytes.starts_with(kMagic);
}

bool isDatabaseFile(const fs::path& path) {
    return isDatabase(readUpTo(*openFile(path), kMagic.size()));
}

std::vector<std::string> databaseTables(const fs::path& path) {
    try {
        const auto database = openToRead(path);
        SQLite::Statement query(*database,
                                "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE "
                                "'sqlite\\_%' ESCAPE '\\' ORDER BY type, rowid");
        std::vector<std::string> names;
        while (query.executeStep()) names.push_back(query.getColumn(0).getString());
        return names;
    } catch (const SQLite::Exception& error) {
        failReading(error, path);
    }
}

std::unique_ptr<ByteSource> openDatabaseTable(const fs::path& path, const std::string& tableOrQuery) {
    if (!isSqlQuery(tableOrQuery)) {
        const std::vector<std::string> tables = databaseTables(path);
        if (std::find(tables.begin(), tables.end(), tableOrQuery) == tables.end())
            failInput(translated("There is no table \"{}\" in {}.", tableOrQuery, path.string()),
                      tables.empty()
                          ? translated("The database has no tables.")
                          : translated("Choose one of {}, or write a query that begins with SELECT.", listed(tables)));
    }
    const std::string query = isSqlQuery(tableOrQuery) ? tableOrQuery : "SELECT * FROM " + quotedName(tableOrQuery);
    try {
        return std::make_unique<DatabaseTable>(path, query);
    } catch (const SQLite::Exception& error) {
        failReading(error, path);
    }
}

}  // namespace recscope
