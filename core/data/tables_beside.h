// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/entity_names.h"
#include "core/data/source_part.h"

namespace recscope {

/// A table beside the interactions that may describe their users or items.
struct TableBeside {
    SourcePart part;
    FileNaming naming = FileNaming::Other;
    bool isUsual = false;  ///< it has one of the usual names
};

/// The tables in the folder, archive, workbook or database of the interactions: those with one of the names `usual` in
/// the order of `usual`, and all others that could be tables, judging by their extension and size; beside a workbook,
/// database or archive, also the files of its folder. Tables whose names fit best come first. Of a folder or archive
/// with very many files, only those with usual names are returned. `column`: see fileNaming.
std::vector<TableBeside> tablesBeside(const SourcePart& interactions, const std::vector<std::string>& usual,
                                      const std::string& column, Subject subject);

/// Size of the text of a part in bytes; estimated for a compressed file; for one of several sheets or tables, the size
/// of the whole file. 0 if it cannot be determined.
std::int64_t textSize(const SourcePart& part);
inline bool isLargerThan(const SourcePart& part, std::int64_t bytes) {
    return textSize(part) > bytes;
}

}  // namespace recscope
