// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/data/file_sample.h"
#include "core/data/importer.h"
#include "core/data/source_part.h"

namespace recscope {

/// The largest number of columns for which an error message lists the evidence against each column.
inline constexpr std::size_t kReportedColumns = 12;

/// Parts of the error message about a table in which no column can be the user or none can be the item.
struct MissingRole {
    std::string why;      ///< the evidence against each column; empty if the text is not a table, or has many columns
    std::string columns;  ///< see exampleColumns
};
MissingRole missingRole(const ImportOptions& options, const TextSample& text);

/// Throws Error(Input) for a text that no format recognises, with a message that says what the text holds and what the
/// user of the program can do.
[[noreturn]] void failUnrecognised(const ImportOptions& options, const SourcePart& part, const TextSample& text);

}  // namespace recscope
