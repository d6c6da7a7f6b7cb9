// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace recscope {

/// The parts of an archive, folder, workbook or database, of which an import reads one.
struct FileParts {
    enum class Kind { Files, Sheets, Tables };

    Kind kind = Kind::Files;
    std::vector<std::string> names;  ///< as in ImportOptions::member; empty if the path is a single text
};

/// The parts among which a person can choose at this path, in the order of the file; of a folder, its files in the
/// order of their names. Throws Error(Input) if the path cannot be read.
FileParts partsToChoose(const std::filesystem::path& path);

}  // namespace recscope
