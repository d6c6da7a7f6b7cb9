// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/data/file_sample.h"
#include "core/data/importer.h"
#include "core/data/source_part.h"

namespace recscope {

/// An error message says what speaks against each column only if there are no more.
inline constexpr std::size_t kReportedColumns = 12;

/// For the error message about a table in which no column can be the user or none can be the item.
struct MissingRole {
    std::string why;      ///< the evidence against each column; empty if the text is not a table, or has many columns
    std::string columns;  ///< see exampleColumns
};
MissingRole missingRole(const ImportOptions& options, const TextSample& text);

/// Throws Error(Input) for a text that no format recognises, with what it holds and what the person can do.
[[noreturn]] void failUnrecognised(const ImportOptions& options, const SourcePart& part, const TextSample& text);

}  // namespace recscope
