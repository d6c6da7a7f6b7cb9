// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/list_rows.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

ListRows::ListRows(const TableLayout& layout, std::vector<ListColumn> columns)
    : m_layout(layout),
      m_columns(std::move(columns)),
      m_fieldCount(static_cast<std::size_t>(std::count(m_columns.begin(), m_columns.end(), ListColumn::Field))),
      m_splitter(layout.grammar.delimiter == layout.delimiter ? layout.grammar : RecordGrammar(layout.delimiter)) {}

/// False if a quote is not closed. m_fields then holds the fields without empty ones at the end.
bool ListRows::split(std::string_view line) {
    if (!m_splitter.split(m_layout.delimiter == " " ? trimmed(line) : line)) return false;
    m_fields.assign(m_splitter.fields().begin(), m_splitter.fields().end());
    while (m_fields.size() > m_fieldCount && trimmed(m_fields.back()).empty()) m_fields.pop_back();
    m_number = std::to_string(++m_line);
    return true;
}

std::string_view ListRows::scalar(std::size_t column, std::string_view item) const {
    switch (m_columns[column]) {
        case ListColumn::Line:
            return m_number;
        case ListColumn::Items:
            return item;
        case ListColumn::Field:
            break;
    }
    const auto field =
        std::count(m_columns.begin(), m_columns.begin() + static_cast<std::ptrdiff_t>(column), ListColumn::Field);
    return m_fields[static_cast<std::size_t>(field)];
}

const char* ListRows::parse(std::string_view line, std::vector<RawRow>& rows) {
    rows.clear();
    if (!split(line)) return translatable("a quote is not closed");
    if (m_fields.size() < m_fieldCount) return translatable("too few fields");
    const std::size_t attributes = m_layout.attributes.size();
    m_attributes.resize((m_fields.size() - m_fieldCount) * attributes);
    m_times.resize(m_layout.furtherTimeColumns.empty() ? 0 : m_fields.size() - m_fieldCount);
    for (std::size_t i = m_fieldCount; i < m_fields.size(); ++i) {
        const std::string_view item = m_fields[i];
        if (m_layout.delimiter == " " && item.empty()) continue;  // two blanks in succession
        const auto text = [&](const std::optional<std::size_t>& column) {
            return column ? scalar(*column, item) : std::string_view();
        };
        RawRow& row = rows.emplace_back();
        row = {.user = m_layout.isOnePerson ? std::string_view(kOnlyUser) : text(m_layout.user),
               .item = text(m_layout.item),
               .time = text(m_layout.time),
               .rating = text(m_layout.rating),
               .order = text(m_layout.order),
               .kind = text(m_layout.kind),
               .title = text(m_layout.title),
               .category = text(m_layout.category)};
        if (!m_layout.furtherTimeColumns.empty()) {
            std::string& time = m_times[rows.size() - 1];
            time = row.time;
            for (const std::size_t column : m_layout.furtherTimeColumns)
                time.append(1, ' ').append(scalar(column, item));
            row.time = time;
        }
        const std::span<std::string_view> all(m_attributes);
        const auto own = all.subspan((rows.size() - 1) * attributes, attributes);
        for (std::size_t j = 0; j < attributes; ++j) own[j] = scalar(m_layout.attributes[j], item);
        row.attributes = own;
    }
    return nullptr;
}

std::vector<std::vector<std::string>> ListRows::cells(std::string_view line) {
    if (!split(line) || m_fields.size() < m_fieldCount) return {{std::string(line)}};
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = m_fieldCount; i < m_fields.size(); ++i) {
        if (m_layout.delimiter == " " && m_fields[i].empty()) continue;
        auto& row = rows.emplace_back();
        for (std::size_t column = 0; column < m_columns.size(); ++column) row.emplace_back(scalar(column, m_fields[i]));
    }
    return rows;
}

/// Where the quoted field at the beginning of the text ends; 0 if there is none.
static std::size_t endOfQuoted(std::string_view text, std::string_view delimiter) {
    if (delimiter == " " || !text.starts_with('"')) return 0;
    for (std::size_t quote = text.find('"', 1); quote != std::string_view::npos; quote = text.find('"', quote + 1)) {
        const std::string_view after = text.substr(quote + 1);
        if (after.starts_with('"')) {  // two quotes stand for one in the text
            ++quote;
            continue;
        }
        if (after.empty() || after.starts_with(delimiter)) return quote + 1;
    }
    return 0;
}

namespace {

/// True if each line has one tab: it separates a key from a list, whatever divides the list.
bool hasOneTabInEachLine(const FileSample& sample) {
    return std::all_of(sample.lines.begin(), sample.lines.end(), [](std::string_view line) {
        return trimmed(line).empty() || std::count(line.begin(), line.end(), '\t') == 1;
    });
}

}  // namespace

ListLines listLinesOf(const FileSample& sample, const std::string& delimiter) {
    if (delimiter != "\t" && hasOneTabInEachLine(sample)) return {};
    ListLines lines;
    for (const std::string_view line : sample.lines) {
        std::string_view left = trimmed(line);
        if (left.empty()) continue;
        if (lines.empty() && (left.starts_with('{') || left.starts_with('['))) return {};
        auto& fields = lines.emplace_back();
        while (true) {
            const std::size_t end = left.find(delimiter, endOfQuoted(left, delimiter));
            if (delimiter != " " || end != 0) fields.push_back(trimmed(left.substr(0, end)));
            if (end == std::string_view::npos) break;
            left.remove_prefix(end + delimiter.size());
        }
        while (fields.size() > 1 && fields.back().empty()) fields.pop_back();
    }
    return lines;
}

bool areRagged(const ListLines& lines) {
    return std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.size() != lines[0].size(); });
}

bool areWholeNumbers(std::span<const std::string_view> fields) {
    return std::all_of(fields.begin(), fields.end(), [](std::string_view field) {
        return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
    });
}

ListFindings listStatistics(const ListLines& lines) {
    constexpr std::size_t kLongest = 60;  // bytes of a field that may be the name of an item
    ListFindings found;
    found.lines = lines.size();
    std::unordered_map<std::string_view, std::size_t> counts;
    std::unordered_set<std::string_view> firsts, later;
    for (const auto& fields : lines) {
        found.fields += fields.size();
        firsts.insert(fields[0]);
        later.insert(fields.begin() + 1, fields.end());
        for (const std::string_view field : fields) {
            ++counts[field];
            found.areShort &= field.size() <= kLongest;
        }
    }
    found.firsts = firsts.size();
    for (const auto& fields : lines) found.sharedFirsts += later.contains(fields[0]);
    for (const auto& [value, count] : counts) found.repeated += count > 1 ? count : 0;
    return found;
}

}  // namespace recscope
