// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace recscope {

using PackedFiles = std::vector<std::pair<std::string, std::string>>;  ///< name in the archive, bytes

void writeGzip(const std::filesystem::path& path, const std::string& bytes);
/// `filter` is the name of a libarchive filter: "bzip2", "xz" or "zstd".
void writeCompressed(const std::filesystem::path& path, const std::string& bytes, const char* filter);
/// Encrypts the members if `password` is not empty.
void writeZip(const std::filesystem::path& path, const PackedFiles& files, const std::string& password = {});
void write7z(const std::filesystem::path& path, const PackedFiles& files);

}  // namespace recscope
