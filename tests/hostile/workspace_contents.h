// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace recscope {

/// Table name -> its rows as SQL literals, in an order that does not depend on how they were written. Uses SQLite
/// directly, not the classes of core/store. Throws SQLite::Exception for a file that SQLite cannot read.
std::map<std::string, std::string> contentsOf(const std::filesystem::path& workspace);

/// SQLite's report of damage and of foreign keys that refer to missing rows; "" if there is none.
std::string damageOf(const std::filesystem::path& workspace);

/// Replaces the workspace `to` by a copy of `from`, which is closed. Also removes the files that belong to the old
/// `to`, such as its log.
void copyWorkspace(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace recscope
