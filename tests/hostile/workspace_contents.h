// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace recscope {

/// All rows of each table as SQL literals, in an order that does not depend on how they were written. Read as any other
/// program would; throws SQLite::Exception for a file that SQLite cannot read.
std::map<std::string, std::string> contentsOf(const std::filesystem::path& workspace);

/// "" if SQLite finds the file intact and no foreign key dangles, else the report of SQLite.
std::string damageOf(const std::filesystem::path& workspace);

/// Replaces a workspace by a copy of a closed one, including the files that the old one left behind.
void copyWorkspace(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace recscope
