// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// The location of a text: a file, or a file inside an archive. The latter is written as if the archive were a folder:
/// "ml-1m.zip/ml-1m/ratings.dat".
struct SourcePart {
    std::filesystem::path path;  ///< of the file on disk
    std::string member;  ///< in the archive, with its folders; empty = the file itself, or all of a compressed file
    std::int64_t unpacked = -1;  ///< bytes of the text; -1 = not known before it is read

    std::string name() const;    ///< without folders and without ".gz" and the like: "ratings.dat"
    std::string folder() const;  ///< name of its folder; if none, of the archive without its extension
    std::string shown() const;   ///< as a path, for display
};

/// Parses a path as above. A path that does not exist is kept as it is. Throws Error(Input) if a file cannot be read.
SourcePart partAt(const std::filesystem::path& path);

/// All files inside an archive; for any other file the file itself.
std::vector<SourcePart> partsOf(const std::filesystem::path& path);

/// The parts with one of these names in the same folder or archive, in the order of the names, also with an extension
/// such as ".gz" appended; empty if there are none.
std::vector<SourcePart> partsBeside(const SourcePart& part, const std::vector<std::string>& names);

/// False for a path that does not exist. Throws Error(Input) if this cannot be determined: a link that leads back to
/// itself, a folder that may not be entered.
bool isFolder(const std::filesystem::path& path);

/// The bytes of the part, unpacked. Throws Error(Input) for a missing file, a folder, a device, a damaged archive.
std::unique_ptr<ByteSource> openPart(const SourcePart& part);

}  // namespace recscope
