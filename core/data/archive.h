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

// Limits on the members of an archive, so that a decompression bomb ends in an error message. Interaction data
// usually compresses to about a tenth of its size, and hardly ever to a fiftieth.
inline constexpr std::int64_t kMaxUnpackedBytes = std::int64_t{1} << 36;  ///< bytes of one member: 64 GiB
inline constexpr std::int64_t kMaxCompressionRatio = 200;  ///< unpacked bytes of one member per byte of the archive
inline constexpr std::int64_t kRatioFreeBytes = 1 << 24;   ///< 16 MiB: smaller members may have any ratio
inline constexpr std::size_t kMaxMembers = 10000;          ///< files in one archive

/// A file inside an archive. Its name is only compared and displayed: no file is unpacked to disk.
struct ArchiveMember {
    std::string name;        ///< with its folders: "ml-1m/ratings.dat"
    std::int64_t size = -1;  ///< unpacked bytes; -1 = not stated in the archive
};

/// The compression or archive format that the first bytes of a file identify. Gzip and the values after it compress a
/// single file.
enum class Packing { None, Zip, SevenZip, Tar, Gzip, Bzip2, Xz, Zstd, Lz4, Compress };
/// Extensions of a single compressed file, appended to the name of the uncompressed file.
inline constexpr std::array<std::string_view, 6> kCompressedEndings = {".gz", ".bz2", ".xz", ".zst", ".lz4", ".Z"};
Packing packingOfBytes(std::string_view firstBytes);
/// Throws Error(Input) if the file cannot be read.
Packing packingOf(const std::filesystem::path& path);

/// The files inside an archive, in the archive's order; for a single compressed file, one member with an empty name.
/// Throws Error(Input) if the archive is damaged or has more than kMaxMembers files.
std::vector<ArchiveMember> archiveMembers(const std::filesystem::path& path);

/// Opens one member, which is unpacked while it is read; an empty name selects the first one. Throws Error(Input),
/// also from read(), if the member is unknown, if the archive is encrypted, damaged or truncated, or if a limit is
/// exceeded.
std::unique_ptr<ByteSource> openMember(const std::filesystem::path& path, const std::string& member);

}  // namespace recscope
