// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/data/dataset_format.h"

namespace recscope {

/// What is to be read, found out from the person's options and the beginning of the file.
struct ImportSource {
    std::filesystem::path path;       ///< the file with the interactions
    std::filesystem::path itemsPath;  ///< the file with the titles; empty if there is none
    std::string format;               ///< name
    Recognition recognition;
    std::string encoding;
    std::string suggestedName;
    std::vector<std::string> firstLines;  ///< as UTF-8
};

/// Throws Error(Input) for a file or folder nothing can be read from, Error(Usage) for options that do not fit it.
ImportSource findSource(const ImportOptions& options);

/// Throws Error(Input) for a missing, unreadable, empty or binary file and for a folder.
void checkTextFile(const std::filesystem::path& path);

/// Throws Error(Input) if it cannot be read.
std::string readWholeFile(const std::filesystem::path& path);

}  // namespace recscope
