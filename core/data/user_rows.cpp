// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/user_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/data/delimited.h"
#include "core/data/entity_names.h"
#include "core/data/header_row.h"
#include "core/data/object_keys.h"
#include "core/data/object_reader.h"
#include "core/data/record_reader.h"
#include "core/data/text_source.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

class DelimitedUsers : public UserRows {
public:
    DelimitedUsers(const SourcePart& part, const RecordGrammar& grammar)
        : m_reader(readAhead(openText(part).bytes), grammar, textOpener(part)), m_splitter(grammar) {}

    bool next() override {
        std::string_view line;
        while (m_reader.next(line)) {
            m_reader.join(line);
            if (m_reader.lineNumber() == 1 && line.starts_with(kByteOrderMark))
                line.remove_prefix(kByteOrderMark.size());
            if (m_reader.isTooLong() || trimmed(line).empty() || !m_splitter.split(line)) continue;
            return true;
        }
        return false;
    }
    std::span<const std::string_view> fields() const override { return m_splitter.fields(); }
    const ByteSource& source() const override { return m_reader.source(); }

private:
    RecordReader m_reader;
    FieldSplitter m_splitter;
};

class ObjectUsers : public UserRows {
public:
    ObjectUsers(const SourcePart& part, std::unique_ptr<ObjectReader> reader)
        : m_lines(readAhead(openText(part).bytes)), m_reader(std::move(reader)) {}

    bool next() override {
        std::string_view line;
        while (m_lines.next(line)) {
            if (trimmed(line).empty() || m_reader->read(line)) continue;
            m_fields.clear();
            for (const std::string& column : columns) m_fields.push_back(m_reader->scalar(column));
            return true;
        }
        return false;
    }
    std::span<const std::string_view> fields() const override { return m_fields; }
    const ByteSource& source() const override { return m_lines.source(); }

private:
    LineReader m_lines;
    std::unique_ptr<ObjectReader> m_reader;
    std::vector<std::string_view> m_fields;
};

using Table = std::vector<std::vector<std::string>>;

RecordGrammar grammarWith(const std::vector<std::string>& lines, const std::string& delimiter) {
    return grammarOf(std::vector<std::string_view>(lines.begin(), lines.end()), delimiter);
}

Table splitSample(const std::vector<std::string>& lines, const RecordGrammar& grammar) {
    Table table;
    FieldSplitter splitter(grammar);
    for (const std::string& line : recordsOf(std::vector<std::string_view>(lines.begin(), lines.end()), grammar)) {
        if (trimmed(line).empty() || !splitter.split(line)) continue;
        table.emplace_back(splitter.fields().begin(), splitter.fields().end());
    }
    return table;
}

/// The delimiter that splits most lines into as many fields as the first line. The first line alone would be misleading
/// if it is a header or contains a text with commas. Of several such delimiters, the one that gives the most fields;
/// empty if there is none.
std::string delimiterOf(const std::vector<std::string>& lines) {
    static constexpr std::array<std::string_view, 5> kCandidates = {"::", "\t", "|", ";", ","};
    constexpr double kMinShare = 0.8;
    std::string best;
    std::size_t maxFields = 1;
    for (const std::string_view candidate : kCandidates) {
        const Table table = splitSample(lines, grammarWith(lines, std::string(candidate)));
        if (table.empty() || table[0].size() <= maxFields) continue;
        const auto alike =
            std::count_if(table.begin(), table.end(), [&](const auto& row) { return row.size() == table[0].size(); });
        if (static_cast<double>(alike) < kMinShare * static_cast<double>(table.size())) continue;
        best = candidate;
        maxFields = table[0].size();
    }
    if (!best.empty()) return best;
    // Titles with unquoted commas can split many lines into too many fields.
    const std::string detected = detectDelimiter(std::vector<std::string_view>(lines.begin(), lines.end()));
    const bool isCandidate = std::find(kCandidates.begin(), kCandidates.end(), detected) != kCandidates.end();
    return isCandidate ? detected : std::string();
}

bool isTyped(std::string_view field) {
    const std::size_t colon = field.rfind(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view type = field.substr(colon + 1);
    return type == "token" || type == "float" || type == "token_seq" || type == "float_seq";
}

bool isHeader(const Table& table, const std::function<bool(std::string_view)>& isId) {
    const auto& first = table[0];
    if (std::all_of(first.begin(), first.end(), isTyped)) return true;
    if (std::any_of(first.begin(), first.end(), [](const auto& field) { return trimmed(field).empty(); })) return false;
    for (std::size_t column = 0; column < first.size(); ++column) {
        std::size_t rows = 0, numbers = 0, ids = 0;
        for (std::size_t i = 1; i < table.size(); ++i) {
            if (column >= table[i].size()) continue;
            ++rows;
            numbers += parseNumber(table[i][column]).has_value();
            ids += isId(trimmed(table[i][column]));
        }
        if (rows == 0) continue;
        if (2 * numbers > rows && parseNumber(first[column])) return false;
        if (2 * ids > rows && isId(trimmed(first[column]))) return false;
    }
    // No evidence against a header was found, so evidence for one is needed.
    for (std::size_t column = 0; column < first.size(); ++column) {
        std::size_t special = 0;
        for (std::size_t i = 1; i < table.size(); ++i)
            special += column < table[i].size() &&
                       (parseNumber(table[i][column]).has_value() || isId(trimmed(table[i][column])));
        if (table.size() > 1 && 2 * special > table.size() - 1) return true;
    }
    return isHeaderRow(table);
}

/// True if a field of the first row has the name of the ids, unless the same value recurs below it, as the category
/// "news" may.
bool namesIds(const Table& table, const std::string& idColumn) {
    for (std::size_t column = 0; column < table[0].size(); ++column) {
        const std::string& field = table[0][column];
        if (!nameTheSame(trimmed(field), idColumn)) continue;
        const bool recurs = std::any_of(table.begin() + 1, table.end(), [&](const auto& row) {
            return column < row.size() && trimmed(row[column]) == trimmed(field);
        });
        if (!recurs) return true;
    }
    return false;
}

std::unique_ptr<UserRows> openObjects(const SourcePart& part, const TextSample& sample) {
    std::unique_ptr<ObjectReader> reader = makeJsonReader();
    ObjectKeys keys;
    bool isFirst = true;
    for (const std::string& line : sample.lines) {
        if (trimmed(line).empty()) continue;
        if (std::exchange(isFirst, false) && reader->read(line)) reader = makePythonReader();
        if (reader->read(line)) continue;
        keys.add(reader->keys());
    }
    auto rows = std::make_unique<ObjectUsers>(part, std::move(reader));
    rows->columns = keys.most();
    rows->columnCount = rows->columns.size();
    return rows;
}

}  // namespace

std::unique_ptr<UserRows> openUserRows(const SourcePart& part, const TextSample& sample,
                                       const std::function<bool(std::string_view)>& isId, const std::string& idColumn) {
    const auto first = std::find_if(sample.lines.begin(), sample.lines.end(),
                                    [](const std::string& line) { return !trimmed(line).empty(); });
    if (trimmed(*first).starts_with('{')) return openObjects(part, sample);
    const std::string delimiter = delimiterOf(sample.lines);
    if (delimiter.empty()) {
        throw Error(ErrorKind::Input, translated("The file holds no table: {}.", part.displayPath()),
                    translated("Each line needs an id and its attributes, for example \"id,age,country\"."));
    }
    const RecordGrammar grammar = grammarWith(sample.lines, delimiter);
    const Table table = splitSample(sample.lines, grammar);
    auto rows = std::make_unique<DelimitedUsers>(part, grammar);
    rows->columnCount = table[0].size();
    if (hasColumnNames(part) || namesIds(table, idColumn) || isHeader(table, isId)) {
        for (const std::string& field : table[0])
            rows->columns.emplace_back(
                trimmed(isTyped(field) ? std::string_view(field).substr(0, field.rfind(':')) : field));
        rows->next();
    }
    return rows;
}

}  // namespace recscope
