// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// Where a text is: a file, or a file inside an archive. The second is written as if the archive were a folder:
/// "ml-1m.zip/ml-1m/ratings.dat".
struct SourcePart {
    std::filesystem::path path;  ///< of the file on disk
    std::string member;  ///< in the archive, with its folders; empty = the file itself, or all of a compressed one
    std::int64_t unpacked = -1;  ///< bytes of the text; -1 = not known before it is read

    std::string name() const;    ///< without folders and without ".gz" and the like: "ratings.dat"
    std::string folder() const;  ///< name of the folder it lies in; of the archive without its ending if there is none
    std::string shown() const;   ///< as a path
};

/// From a path as above. A path that does not exist stays what it is. Throws Error(Input) if a file cannot be read.
SourcePart partAt(const std::filesystem::path& path);

/// All files inside an archive; for any other file the file itself.
std::vector<SourcePart> partsOf(const std::filesystem::path& path);

/// The part with one of these names in the same folder or archive, in the order of the names, also with ".gz" and
/// the like behind it; nothing if there is none.
std::vector<SourcePart> partsBeside(const SourcePart& part, const std::vector<std::string>& names);

/// False for what is not there. Throws Error(Input) with a sentence where that cannot be told: a link that leads back
/// to itself, a folder that may not be entered.
bool isFolder(const std::filesystem::path& path);

/// Its bytes, unpacked. Throws Error(Input) with a sentence for no file, a folder, a device, a damaged archive.
std::unique_ptr<ByteSource> openPart(const SourcePart& part);

}  // namespace recscope
