// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/line_reader.h"

#include <cerrno>
#include <cstring>

#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {
constexpr std::size_t kBlock = 1 << 20;
}

LineReader::LineReader(const std::filesystem::path& path) : m_path(path), m_file(path, std::ios::binary) {
    if (!m_file) {
        throw Error(ErrorKind::Input,
                    "The file cannot be opened: " + path.string() + " (" + std::strerror(errno) + ").",
                    "Check the path and the permissions.");
    }
    m_buffer.resize(kBlock);
    fill();
    if (std::string_view(m_buffer).substr(0, m_end).starts_with(kByteOrderMark)) {
        m_begin = kByteOrderMark.size();
        m_bytesRead = static_cast<std::int64_t>(m_begin);
    }
}

bool LineReader::fill() {
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    if (m_end == m_buffer.size()) m_buffer.resize(2 * m_buffer.size());  // one line is longer than the buffer
    m_file.read(m_buffer.data() + m_end, static_cast<std::streamsize>(m_buffer.size() - m_end));
    if (m_file.bad()) {
        throw Error(ErrorKind::Input, "The file could not be read to its end: " + m_path.string() + ".",
                    "Check the disk, and that it is still there.");
    }
    const auto count = static_cast<std::size_t>(m_file.gcount());
    m_end += count;
    return count > 0;
}

bool LineReader::next(std::string_view& line) {
    std::size_t searched = 0;  // bytes of the unread part known to hold no line end
    for (;;) {
        const char* begin = m_buffer.data() + m_begin;
        const auto* end = static_cast<const char*>(std::memchr(begin + searched, '\n', m_end - m_begin - searched));
        std::size_t length = m_end - m_begin;
        if (end) {
            length = static_cast<std::size_t>(end - begin);
        } else {
            searched = length;
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
