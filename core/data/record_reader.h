// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/line_reader.h"

namespace recscope {

/// Reads a text line by line, and puts lines together on request where a quoted field goes over several (RFC 4180).
class RecordReader {
public:
    /// A quote that is not closed within these limits is one that somebody forgot to close: it must not swallow the
    /// lines behind it.
    static constexpr std::int64_t kMostLines = 50;
    static constexpr std::size_t kMostBytes = 64 << 10;

    /// Only a delimiter of one character knows quotes.
    RecordReader(std::unique_ptr<ByteSource> source, std::string_view delimiter);

    /// The next line without its end, valid until the next call; false at the end. Throws what the source throws.
    bool next(std::string_view& line);
    /// Pre: `line` is what `next` gave last. If a quote is open at its end, puts the lines up to the end of the record
    /// behind it, with LF between them. False if none is open or no record comes of it: `next` then goes on with the
    /// next line.
    bool join(std::string_view& line);

    bool isTooLong() const { return m_isTooLong; }            ///< the last line: see LineReader
    std::int64_t lineNumber() const { return m_lineNumber; }  ///< of the last line or the first one of the record
    const ByteSource& source() const { return m_lines.source(); }

private:
    struct Line {
        std::string text;
        bool isTooLong = false;
    };

    LineReader m_lines;
    char m_delimiter = 0;      // 0: no quotes
    std::deque<Line> m_ahead;  // read while looking for the end of a quote, not given yet
    std::string m_given;       // what was given last, where it does not lie in the buffer of m_lines
    std::int64_t m_lineNumber = 0;
    std::int64_t m_linesGiven = 1;  // what the last call gave
    bool m_isTooLong = false;
};

/// Lines as the records they make up.
std::vector<std::string> recordsOf(std::span<const std::string_view> lines, std::string_view delimiter);

}  // namespace recscope
