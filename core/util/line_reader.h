// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace recscope {

/// Reads a text file line by line in large blocks. LF, CRLF, a missing last newline and a UTF-8 byte order mark are all
/// handled here.
class LineReader {
public:
    /// Throws Error(Input) if the file cannot be opened.
    explicit LineReader(const std::filesystem::path& path);

    /// The next line without its end, valid until the next call; false at the end of the file. Throws Error(Input) if
    /// the disk fails.
    bool next(std::string_view& line);

    std::int64_t lineNumber() const { return m_lineNumber; }  ///< of the last line, 1-based
    std::int64_t bytesRead() const { return m_bytesRead; }    ///< up to the end of the last line

private:
    bool fill();

    std::filesystem::path m_path;
    std::ifstream m_file;
    std::string m_buffer;
    std::size_t m_begin = 0, m_end = 0;  // unread part of the buffer
    std::int64_t m_lineNumber = 0;
    std::int64_t m_bytesRead = 0;
};

}  // namespace recscope
