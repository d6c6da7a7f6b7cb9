// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/archive.h"

namespace recscope {

/// A kind of file that cannot be read as plain text, and what the user of the program can do about it. Both texts are
/// not translated yet.
struct FileKind {
    std::string what;  ///< "an Excel workbook"; empty = not a known kind
    std::string hint;  ///< a sentence

    bool empty() const { return what.empty(); }
};

/// Recognises a kind by the first bytes of a file.
FileKind binaryKindOf(std::string_view firstBytes);

/// Recognises documents that are zip archives with these members and that cannot be read: binary workbooks, Word
/// documents, NumPy arrays.
FileKind documentKindOf(const std::vector<ArchiveMember>& members);

}  // namespace recscope
