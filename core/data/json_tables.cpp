// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/json_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::size_t kBlock = std::size_t{64} << 10;
constexpr std::size_t kMaxKey = std::size_t{1} << 20;  // bytes; a longer key is cut off

class JsonRows : public ByteSource {
public:
    JsonRows(std::unique_ptr<ByteSource> json, std::string path, JsonTable table)
        : m_json(std::move(json)), m_tablePath(std::move(path)), m_table(table) {}

    std::size_t read(char* buffer, std::size_t size) override {
        while (m_given == m_lines.size()) {
            if (m_isDone) return 0;
            m_given = 0;
            m_lines.clear();
            m_block.resize(kBlock);
            const std::size_t count = m_json->read(m_block.data(), m_block.size());
            if (count == 0) return 0;
            for (std::size_t i = 0; i < count && !m_isDone; ++i) take(m_block[i]);
        }
        const std::size_t count = std::min(size, m_lines.size() - m_given);
        std::memcpy(buffer, m_lines.data() + m_given, count);
        m_given += count;
        return count;
    }

    std::int64_t consumed() const override { return m_json->consumed(); }
    std::int64_t size() const override { return m_json->size(); }

private:
    void take(char c) {
        if (m_rowDepth > 0) {
            takeInRow(c);
        } else if (m_quote != 0) {
            takeInText(m_token, c);
        } else if (c == '"' || c == '\'') {
            m_quote = c;
            m_token = c;
        } else if (c == ':') {
            m_key = std::exchange(m_token, {});
        } else if (c == '{' || c == '[' || c == '(') {
            open(c);
        } else if (c == '}' || c == ']' || c == ')') {
            endToken();
            close();
        } else if (c == ',') {
            endToken();
        } else if (kWhiteSpace.find(c) == std::string_view::npos && m_token.size() < kMaxKey) {
            m_token += c;
        }
    }

    void takeInText(std::string& text, char c) {
        const bool isKept = &text == &m_lines || text.size() < kMaxKey;
        if (isKept) text += c == '\n' || c == '\r' ? ' ' : c;
        if (std::exchange(m_isEscaped, false)) return;
        m_isEscaped = c == '\\';
        if (c == m_quote) {
            m_quote = 0;
            if (!isKept) text += c;
        }
    }

    void takeInRow(char c) {
        if (m_quote != 0) {
            takeInText(m_lines, c);
            return;
        }
        if (std::exchange(m_isFirstInRow, false)) {
            if (kWhiteSpace.find(c) != std::string_view::npos) {
                m_isFirstInRow = true;
                return;
            }
            if (c != '}') m_lines += ", ";  // after the key
        }
        if (c == '"' || c == '\'') m_quote = c;
        if (c == '{' || c == '[' || c == '(') ++m_rowDepth;
        const bool isEnd = (c == '}' || c == ']' || c == ')') && --m_rowDepth == 0;
        m_lines += c == '\n' || c == '\r' ? ' ' : c;
        if (isEnd) endRow();
    }

    /// Whether the members of the innermost open container are the rows of the table, or the entries of a user in
    /// Pairs.
    bool isInTable() const { return m_tableDepth > 0 && m_paths.size() == m_tableDepth; }
    bool isInPairs() const { return m_tableDepth > 0 && m_paths.size() == m_tableDepth + 1; }

    void open(char bracket) {
        m_token.clear();
        const bool isObject = bracket == '{';
        if (isInTable() && m_table == JsonTable::Pairs && isObject) {
            m_lines += fmt::format("{{\"{}\": {}, \"{}\": [", kDictionaryKey, m_key, kDictionaryValues);
            m_isFirstPair = true;
            m_paths.push_back(m_paths.back());
        } else if (isInTable() || isInPairs()) {
            beginRow(bracket);
        } else {
            // The name of the container that begins here, as in tablesBelow.
            std::string path = m_paths.empty() ? std::string() : m_paths.back();
            if (!m_paths.empty()) path += fmt::format("{}{}", m_paths.size() > 1 ? "/" : "", nameOf(m_key));
            if (path == m_tablePath && m_tableDepth == 0) {
                m_tableDepth = m_paths.size() + 1;
                m_hasKeys = isObject;
            }
            m_paths.push_back(std::move(path));
        }
        m_key.clear();
    }

    void close() {
        if (m_paths.empty()) return;
        if (isInPairs()) m_lines += "]}\n";
        m_isDone = isInTable();
        m_paths.pop_back();
    }

    void beginRow(char bracket) {
        separate();
        m_rowDepth = 1;
        m_isListed = false;
        const bool hasKey = m_hasKeys || isInPairs();
        if (!hasKey) {
            m_lines += bracket;
        } else if (bracket == '{') {
            m_lines += fmt::format("{{\"{}\": {}", kDictionaryKey, m_key);
            m_isFirstInRow = true;
        } else {
            m_lines += fmt::format("{{\"{}\": {}, \"{}\": {}", kDictionaryKey, m_key, kDictionaryValues, bracket);
            m_isListed = true;
        }
    }

    void endRow() {
        if (m_isListed) m_lines += '}';
        if (isInTable()) m_lines += '\n';
    }

    /// Ends a number or a text outside rows. It is the value of a pair; anything else is damage.
    void endToken() {
        const std::string value = std::exchange(m_token, {}), key = std::exchange(m_key, {});
        if (value.empty() || (!isInTable() && !isInPairs())) return;
        separate();
        const char* name = isInPairs() ? kDictionaryNumber : kDictionaryValues;
        m_lines += m_hasKeys ? fmt::format("{{\"{}\": {}, \"{}\": {}}}", kDictionaryKey, key, name, value) : value;
        if (isInTable()) m_lines += '\n';
    }

    void separate() {
        if (isInPairs() && !std::exchange(m_isFirstPair, false)) m_lines += ", ";
    }

    static std::string_view nameOf(std::string_view key) {
        const bool isQuoted = key.size() >= 2 && (key.front() == '"' || key.front() == '\'');
        return isQuoted ? key.substr(1, key.size() - 2) : key;
    }

    std::unique_ptr<ByteSource> m_json;
    std::string m_tablePath;
    JsonTable m_table;
    std::string m_block, m_lines;
    std::size_t m_given = 0;           // number of bytes of m_lines already returned
    std::vector<std::string> m_paths;  // paths of the open containers outside rows
    std::string m_token, m_key;        // what is being read outside rows, as written; the last key
    std::size_t m_tableDepth = 0;      // number of open containers inside the table; 0 = it has not begun
    std::size_t m_rowDepth = 0;        // number of open brackets inside a row; 0 = outside rows
    char m_quote = 0;                  // inside a text: the quote that closes it; else 0
    bool m_isEscaped = false;          // inside a text: the previous character is an escaping backslash
    bool m_hasKeys = false;            // the table is a dictionary
    bool m_isFirstInRow = false;       // the key has just been written at the beginning of the row
    bool m_isListed = false;           // the row is a list that is written under kDictionaryValues
    bool m_isFirstPair = false, m_isDone = false;
};

/// The outline of a file that is one object and not itself a table; unset for any other file.
std::optional<JsonOutline> outlineOfTables(const fs::path& path) {
    const std::unique_ptr<ByteSource> source = openFile(path);
    JsonOutliner outliner;
    std::string block(kBlock, '\0');
    while (outliner.isOneObject()) {
        const std::size_t count = source->read(block.data(), block.size());
        if (count == 0) break;
        outliner.take(std::string_view(block).substr(0, count));
    }
    if (!outliner.isOneObject()) return std::nullopt;
    JsonOutline outline = outliner.outline();
    if (tableIn(outline) != JsonTable::None) return std::nullopt;
    return outline;
}

}  // namespace

std::vector<std::string> jsonTables(const fs::path& path) {
    const auto outline = outlineOfTables(path);
    return outline ? tablesBelow(*outline) : std::vector<std::string>();
}

std::unique_ptr<ByteSource> openJsonTable(const fs::path& path, const std::string& name) {
    const auto outline = outlineOfTables(path);
    const JsonOutline* table = outline ? valueAt(*outline, name) : nullptr;
    if (!table || tableIn(*table) == JsonTable::None) {
        const std::vector<std::string> tables = outline ? tablesBelow(*outline) : std::vector<std::string>();
        throw Error(
            ErrorKind::Input, translated("The file {} has no table named \"{}\".", path.string(), name),
            tables.empty() ? translated("Choose another file.") : translated("Its tables are {}.", listed(tables)));
    }
    return rowsOfJson(openFile(path), name, tableIn(*table));
}

std::unique_ptr<ByteSource> rowsOfJson(std::unique_ptr<ByteSource> json, const std::string& path, JsonTable table) {
    return std::make_unique<JsonRows>(std::move(json), path, table);
}

}  // namespace recscope
