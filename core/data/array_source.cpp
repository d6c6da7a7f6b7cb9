// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_source.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kSeparators = " \t\r\n,[]\xEF\xBB\xBF";

class ObjectsOfArray : public ByteSource {
public:
    explicit ObjectsOfArray(std::unique_ptr<ByteSource> array) : m_array(std::move(array)) {}

    std::size_t read(char* buffer, std::size_t size) override {
        while (m_given == m_lines.size()) {
            m_given = 0;
            m_lines.clear();
            m_block.resize(kBlock);
            const std::size_t count = m_array->read(m_block.data(), m_block.size());
            if (count == 0) return 0;
            for (std::size_t i = 0; i < count; ++i) take(m_block[i]);
        }
        const std::size_t count = std::min(size, m_lines.size() - m_given);
        std::memcpy(buffer, m_lines.data() + m_given, count);
        m_given += count;
        return count;
    }

    std::int64_t consumed() const override { return m_array->consumed(); }
    std::int64_t size() const override { return m_array->size(); }

private:
    static constexpr std::size_t kBlock = std::size_t{64} << 10;

    void take(char c) {
        if (m_quote != 0) {
            takeInText(c);
        } else if (m_depth == 0) {
            takeBetween(c);
        } else {
            takeInObject(c);
        }
    }

    void takeInText(char c) {
        m_lines += c == '\n' || c == '\r' ? ' ' : c;
        if (std::exchange(m_isEscaped, false)) return;
        m_isEscaped = c == '\\';
        if (c == m_quote) m_quote = 0;
    }

    void takeBetween(char c) {
        const bool isSeparator = kSeparators.find(c) != std::string_view::npos;
        if (c == '{') {
            if (std::exchange(m_isStray, false)) m_lines += '\n';
            m_lines += c;
            m_depth = 1;
        } else if (!isSeparator) {
            m_lines += c;
            m_isStray = true;
        } else if (c != ' ' && std::exchange(m_isStray, false)) {
            m_lines += '\n';
        }
    }

    void takeInObject(char c) {
        m_lines += c == '\n' || c == '\r' ? ' ' : c;
        if (c == '"' || c == '\'') m_quote = c;
        if (c == '{' || c == '[') ++m_depth;
        if ((c == '}' || c == ']') && --m_depth == 0) m_lines += '\n';
    }

    std::unique_ptr<ByteSource> m_array;
    std::string m_block, m_lines;
    std::size_t m_given = 0;   // number of bytes of m_lines already returned
    int m_depth = 0;           // number of open brackets inside the array; 0 = between the objects
    char m_quote = 0;          // inside a string: the quote that closes it; else 0
    bool m_isEscaped = false;  // inside a string: the previous character is an escaping backslash
    bool m_isStray = false;    // m_lines ends with text that is not an object, without a line end yet
};

}  // namespace

bool beginsWithArray(std::string_view beginning) {
    if (beginning.starts_with(kByteOrderMark)) beginning.remove_prefix(kByteOrderMark.size());
    const std::size_t array = beginning.find_first_not_of(kWhiteSpace);
    if (array == std::string_view::npos || beginning[array] != '[') return false;
    const std::size_t object = beginning.find_first_not_of(kWhiteSpace, array + 1);
    return object != std::string_view::npos && beginning[object] == '{';
}

std::unique_ptr<ByteSource> objectsOfArray(std::unique_ptr<ByteSource> array) {
    return std::make_unique<ObjectsOfArray>(std::move(array));
}

}  // namespace recscope
