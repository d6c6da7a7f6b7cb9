// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of Excel workbooks (.xlsx, .xlsm; ECMA-376 part 1, SpreadsheetML), read as text.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/archive.h"
#include "core/util/byte_source.h"

namespace recscope {

/// Whether an archive with these members is a workbook that `openSheet` can read.
bool isWorkbook(const std::vector<ArchiveMember>& members);
/// Whether the file is such a workbook. Throws Error(Input) if it cannot be opened.
bool isWorkbookFile(const std::filesystem::path& path);

/// The names of the sheets, in the workbook's order. Throws Error(Input) if the workbook is damaged.
std::vector<std::string> sheetsOf(const std::filesystem::path& path);

/// The rows of a sheet as the text of a CSV file. Rows without a value are left out. Dates and times are written as
/// "2011-12-09 12:50:00", "2011-12-09" or "12:50:00", depending on the cell's number format. A formula becomes
/// its stored result, and an error an empty cell. Throws Error(Input) for an unknown sheet and if the workbook is
/// damaged.
std::unique_ptr<ByteSource> openSheet(const std::filesystem::path& path, const std::string& sheet);

}  // namespace recscope
