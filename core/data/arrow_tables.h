// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in Parquet and Arrow (Feather, IPC) files, read as text. Only builds with Apache Arrow can read them.
#pragma once

#include <filesystem>
#include <memory>

#include "core/util/byte_source.h"

namespace recscope {

/// Whether the file is a Parquet or Arrow file, by its first bytes. Throws Error(Input) if it cannot be opened.
bool isArrowTable(const std::filesystem::path& path);

/// The rows of the table as the text of a CSV file, produced in pieces while it is read. Its first line has the names
/// of the columns. Null is an empty cell; times are written as "2017-12-17 20:15:00.250", with "Z" at the end if their
/// type has a time zone; columns of nested values other than lists are left out.
///
/// If no column of single values has a name for items, but columns hold lists, the lists of the column whose name
/// suggests items most are split: each element becomes a row. Lists of the same length in other columns are split in
/// the same way, element by element. Any other list is one cell, its elements separated by "|".
///
/// Throws Error(Input), also from read(), if the file is damaged, or if this build cannot read it.
std::unique_ptr<ByteSource> openArrowTable(const std::filesystem::path& path);

}  // namespace recscope
