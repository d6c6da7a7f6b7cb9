// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

// What an archive may unpack to, so that a file made to fill a machine ends in a sentence. Interaction data packs to a
// tenth, hardly ever to a fiftieth.
inline constexpr std::int64_t kLargestUnpacked = std::int64_t{1} << 36;  ///< bytes of one member: 64 GiB
inline constexpr std::int64_t kLargestRatio = 200;        ///< bytes of one member to one byte of the archive on disk
inline constexpr std::int64_t kRatioFreeBytes = 1 << 24;  ///< 16 MiB: below, any ratio is fine
inline constexpr std::size_t kMostMembers = 10000;

/// A file inside an archive. Its name is only ever compared and shown; nothing is written to disk.
struct ArchiveMember {
    std::string name;        ///< with its folders: "ml-1m/ratings.dat"
    std::int64_t size = -1;  ///< bytes unpacked; -1 = the archive does not say
};

/// What the first bytes of a file say about it.
enum class Packing { None, Zip, SevenZip, Tar, Gzip, Bzip2, Xz, Zstd, Lz4, Compress };
/// What the name of a single compressed file ends in, behind the name of the text.
inline constexpr std::array<std::string_view, 6> kCompressedEndings = {".gz", ".bz2", ".xz", ".zst", ".lz4", ".Z"};
Packing packingOfBytes(std::string_view firstBytes);
/// Throws Error(Input) if the file cannot be read.
Packing packingOf(const std::filesystem::path& path);

/// The files inside, in the order of the archive; one member with an empty name for a single compressed file.
/// Throws Error(Input) for a damaged archive and one with more than kMostMembers.
std::vector<ArchiveMember> archiveMembers(const std::filesystem::path& path);

/// The bytes of one member, unpacked while they are read; an empty name stands for the only one. Throws Error(Input):
/// no such member, a password, damage, a file that was cut off, a limit passed (also from read()).
std::unique_ptr<ByteSource> openMember(const std::filesystem::path& path, const std::string& member);

}  // namespace recscope
