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

/// The parts among which the user of the program can choose at this path, in file order; for a folder, its files sorted
/// by name. Throws Error(Input) if the path cannot be read.
FileParts partsToChoose(const std::filesystem::path& path);

}  // namespace recscope
