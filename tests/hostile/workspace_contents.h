// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace recscope {

/// Table name -> its rows, one per line, as SQL literals in sorted order. An empty table has no entry. Uses SQLite
/// directly, not the classes of core/store. Throws SQLite::Exception for a file that SQLite cannot read.
std::map<std::string, std::string> contentsOf(const std::filesystem::path& workspace);

/// SQLite's report of damage and of foreign keys that refer to missing rows; "" if there is none.
std::string damageOf(const std::filesystem::path& workspace);

/// Replaces the workspace file `to` by a copy of `from`. Also removes the files that belong to the old `to`, such as
/// its write-ahead log. Pre: no process has either file open.
void copyWorkspace(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace recscope
