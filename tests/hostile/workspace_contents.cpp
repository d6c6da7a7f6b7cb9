// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/workspace_contents.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <vector>

namespace recscope {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> texts(SQLite::Database& database, const std::string& sql) {
    std::vector<std::string> texts;
    SQLite::Statement select(database, sql);
    while (select.executeStep()) texts.push_back(select.getColumn(0).getString());
    return texts;
}

}  // namespace

std::map<std::string, std::string> contentsOf(const fs::path& workspace) {
    SQLite::Database database(workspace.string(), SQLite::OPEN_READWRITE);
    std::map<std::string, std::string> contents;
    for (const std::string& table :
         texts(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
        std::string row;  // the SQL expression that joins the columns of a row
        for (const std::string& column :
             texts(database, fmt::format("SELECT name FROM pragma_table_info('{}')", table)))
            row += fmt::format("{}quote(\"{}\")", row.empty() ? "" : "||','||", column);
        for (const std::string& text : texts(database, fmt::format("SELECT {} FROM \"{}\" ORDER BY 1", row, table)))
            contents[table] += text + "\n";
    }
    return contents;
}

std::string damageOf(const fs::path& workspace) {
    SQLite::Database database(workspace.string(), SQLite::OPEN_READWRITE);
    const std::vector<std::string> reports = texts(database, "PRAGMA integrity_check");
    if (reports != std::vector<std::string>{"ok"}) return reports.empty() ? "no report" : reports.front();
    const std::vector<std::string> lost = texts(database, "PRAGMA foreign_key_check");
    return lost.empty() ? std::string() : "a row without its parent in " + lost.front();
}

void copyWorkspace(const fs::path& from, const fs::path& to) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal", ".lock"}) fs::remove(to.string() + suffix);
    fs::copy_file(from, to);
}

}  // namespace recscope
