// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/util/byte_source.h"

namespace recscope {

/// Reads large blocks from a source and returns them line by line. Lines may end in LF or CRLF, the last one in
/// nothing. A UTF-8 byte order mark is skipped.
class LineReader {
public:
    /// Only the first 200 bytes of a longer line are returned, to limit memory use. Lines of real datasets are shorter
    /// than 1 MB, even if a line holds all reviews of a user.
    static constexpr std::size_t kMaxLineBytes = 16 << 20;

    explicit LineReader(std::unique_ptr<ByteSource> source);
    /// A plain file. Throws Error(Input) if it cannot be opened.
    explicit LineReader(const std::filesystem::path& path);

    /// Reads the next line, without its line end; it is valid until the next call. Returns false at the end. Propagates
    /// exceptions thrown by the source.
    bool next(std::string_view& line);

    bool isTooLong() const { return m_isTooLong; }            ///< the last line read exceeded kMaxLineBytes and was cut
    std::int64_t lineNumber() const { return m_lineNumber; }  ///< number of the last line read, 1-based
    std::int64_t bytesRead() const { return m_bytesRead; }    ///< number of bytes up to the end of the last line read
    const ByteSource& source() const { return *m_source; }

private:
    bool fill();  ///< reads more bytes of the source into the buffer; returns false at the end of the source
    void skipRestOfLine();

    std::unique_ptr<ByteSource> m_source;
    std::string m_buffer;
    std::size_t m_begin = 0, m_end = 0;  // unread part of the buffer
    std::int64_t m_lineNumber = 0;
    std::int64_t m_bytesRead = 0;
    bool m_isTooLong = false;
};

}  // namespace recscope
