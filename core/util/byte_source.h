// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace recscope {

/// A sequential source of bytes: a file, a member of an archive, or memory.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// Writes at most `size` bytes (> 0) to `buffer` and returns their number; 0 at the end of the source. Throws
    /// Error(Input) if the disk fails, if an archive is damaged, or if a size limit (core/data/archive.h) is exceeded.
    virtual std::size_t read(char* buffer, std::size_t size) = 0;

    /// The number of bytes of the file on disk that have been read so far; for an archive, compressed bytes.
    virtual std::int64_t consumed() const = 0;
    virtual std::int64_t size() const = 0;  ///< size of the file on disk in bytes; 0 if it is not known
};

/// A plain file. Throws Error(Input) if it cannot be opened.
std::unique_ptr<ByteSource> openFile(const std::filesystem::path& path);

/// A source that reads a string in memory.
std::unique_ptr<ByteSource> sourceOf(std::string bytes);

/// A source of the same bytes as `source`. A separate thread reads `source` up to 4 MiB ahead, so that unpacking and
/// parsing overlap. The thread ends when the returned source is destroyed.
std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source);

/// Reads the first `limit` bytes, or fewer if the source ends before.
std::string readUpTo(ByteSource& source, std::size_t limit);

}  // namespace recscope
