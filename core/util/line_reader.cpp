// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/util/text.h"

namespace recscope {

namespace {
constexpr std::size_t kSmallBlock = 1 << 16, kBlock = 1 << 20;
constexpr std::size_t kShownOfLongLine = 200;  // number of bytes returned of a line that is too long
}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {
    // A small file, such as a list of item titles, needs no large buffer.
    m_buffer.resize(std::clamp(static_cast<std::size_t>(m_source->size()) + 1, kSmallBlock, kBlock));
    while (m_end < kByteOrderMark.size() && fill()) {
    }
    if (std::string_view(m_buffer).substr(0, m_end).starts_with(kByteOrderMark)) {
        m_begin = kByteOrderMark.size();
        m_bytesRead = static_cast<std::int64_t>(m_begin);
    }
}

LineReader::LineReader(const std::filesystem::path& path) : LineReader(openFile(path)) {}

bool LineReader::fill() {
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    if (m_end == m_buffer.size()) {  // one line is longer than the buffer
        m_buffer.resize(2 * m_buffer.size());
    }
    const std::size_t count = m_source->read(m_buffer.data() + m_end, m_buffer.size() - m_end);
    m_end += count;
    return count > 0;
}

/// Drops the rest of a line that is too long. Pre: the unread part of the buffer holds the beginning of the line and no
/// line end.
void LineReader::skipRestOfLine() {
    m_isTooLong = true;
    m_bytesRead += static_cast<std::int64_t>(m_end - m_begin);
    m_begin = 0;
    m_end = kShownOfLongLine;
    for (;;) {
        const std::size_t count =
            m_source->read(m_buffer.data() + kShownOfLongLine, m_buffer.size() - kShownOfLongLine);
        if (count == 0) return;
        const char* begin = m_buffer.data() + kShownOfLongLine;
        const auto* end = static_cast<const char*>(std::memchr(begin, '\n', count));
        m_bytesRead += end ? end + 1 - begin : static_cast<std::int64_t>(count);
        if (!end) continue;
        m_begin = kShownOfLongLine + static_cast<std::size_t>(end + 1 - begin);
        m_end = kShownOfLongLine + count;
        return;
    }
}

bool LineReader::next(std::string_view& line) {
    if (m_isTooLong) {  // if the source ended within that line, the buffer still begins with the bytes returned of it
        m_isTooLong = false;
        m_begin = std::max(m_begin, kShownOfLongLine);
        m_end = std::max(m_end, m_begin);
    }
    std::size_t searched = 0;  // bytes of the unread part known to hold no line end
    for (;;) {
        const char* begin = m_buffer.data() + m_begin;
        const auto* end = static_cast<const char*>(std::memchr(begin + searched, '\n', m_end - m_begin - searched));
        std::size_t length = m_end - m_begin;
        if (end) {
            length = static_cast<std::size_t>(end - begin);
        } else {
            searched = length;
            if (length >= kMaxLineBytes) {
                std::memmove(m_buffer.data(), begin, kShownOfLongLine);
                skipRestOfLine();
                ++m_lineNumber;
                line = std::string_view(m_buffer).substr(0, kShownOfLongLine);
                return true;
            }
            if (fill()) continue;
            if (length == 0) return false;
            begin = m_buffer.data() + m_begin;
        }
        const std::size_t taken = length + (end ? 1 : 0);
        m_begin += taken;
        m_bytesRead += static_cast<std::int64_t>(taken);
        ++m_lineNumber;
        if (length > 0 && begin[length - 1] == '\r') --length;
        line = {begin, length};
        return true;
    }
}

}  // namespace recscope
