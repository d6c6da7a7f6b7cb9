// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/json_outline.h"
#include "core/util/byte_source.h"

namespace recscope {

// The keys in the lines that `rowsOfJson` makes of a dictionary.
inline constexpr const char* kDictionaryKey = "key";        ///< the key of an entry
inline constexpr const char* kDictionaryValues = "values";  ///< the list of an entry
inline constexpr const char* kDictionaryNumber = "number";  ///< the number of an entry

/// The names of the tables in a file that is one JSON object (or Python dictionary) that holds tables, as `tablesBelow`
/// names them; empty for any other file. Reads the whole file only if it is one object.
std::vector<std::string> jsonTables(const std::filesystem::path& path);

/// A table of such a file as one object per line: see rowsOfJson. Throws Error(Input) if there is none of this name.
std::unique_ptr<ByteSource> openJsonTable(const std::filesystem::path& path, const std::string& name);

/// Turns the table under a path ("" = the whole text) into one object per line, while it is read. The rows of an array
/// stay as they are. Dictionaries are turned into rows as follows:
/// - Rows: {"7": {"item": 5}} becomes {"key": "7", "item": 5}.
/// - Lists: {"7": [1, 2]} becomes {"key": "7", "values": [1, 2]}.
/// - Pairs: {"7": {"a": 5, "b": {"rating": 3}}} becomes {"key": "7", "values": [{"key": "a", "number": 5}, {"key":
///   "b", "rating": 3}]}.
std::unique_ptr<ByteSource> rowsOfJson(std::unique_ptr<ByteSource> json, const std::string& path, JsonTable table);

}  // namespace recscope
