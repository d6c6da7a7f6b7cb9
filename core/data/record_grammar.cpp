// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_grammar.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/data/delimited.h"
#include "core/data/missing_value.h"
#include "core/data/record_reader.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Rows = std::vector<std::vector<std::string>>;

ValueKind kindOf(std::string_view text) {
    constexpr std::size_t kMaxWordLength = 64;
    if (numberWithAnyPoint(text)) return ValueKind::Number;
    const bool isWord = text.size() <= kMaxWordLength && text.find_first_of(" \t\n") == std::string_view::npos;
    return isWord ? ValueKind::Word : ValueKind::Any;
}

/// The fields of the records as this grammar reads them; empty for a damaged record.
Rows rowsOf(std::span<const std::string_view> lines, const RecordGrammar& grammar) {
    Rows rows;
    FieldSplitter splitter(grammar);
    for (const std::string& record : recordsOf(lines, grammar)) {
        if (trimmed(record).empty()) continue;
        const bool isWhole = splitter.split(record);
        rows.emplace_back();
        if (isWhole) rows.back().assign(splitter.fields().begin(), splitter.fields().end());
    }
    return rows;
}

/// The number of fields that most records have, and how many records have a different number.
struct Usual {
    std::size_t fields = 0, others = 0;
};
Usual usualOf(const Rows& rows) {
    std::map<std::size_t, std::size_t> rowsByFields;
    for (const auto& row : rows) ++rowsByFields[row.size()];
    rowsByFields.erase(0);
    const auto mostFrequent = std::max_element(rowsByFields.begin(), rowsByFields.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
    if (mostFrequent == rowsByFields.end()) return {0, rows.size()};
    return {mostFrequent->first, rows.size() - mostFrequent->second};
}

bool isEnclosed(std::string_view field) {
    return field.size() >= 2 && field.front() == kQuote && field.back() == kQuote;
}

/// True if quotes are doubled inside an enclosed field, or nearly all values of a column are enclosed.
bool showsEnclosing(const Rows& asLetters) {
    const Usual usual = usualOf(asLetters);
    std::vector<std::size_t> values(usual.fields, 0), enclosed(usual.fields, 0);
    std::size_t doubled = 0, single = 0;
    for (const auto& row : asLetters) {
        if (row.size() != usual.fields) continue;
        for (std::size_t column = 0; column < usual.fields; ++column) {
            const std::string_view field = trimmed(row[column]);
            values[column] += !field.empty();
            if (!isEnclosed(field)) continue;
            ++enclosed[column];
            const std::string_view inside = field.substr(1, field.size() - 2);
            for (std::size_t at = inside.find(kQuote); at != std::string_view::npos; at = inside.find(kQuote, at)) {
                const std::size_t end = std::min(inside.find_first_not_of(kQuote, at), inside.size());
                ++((end - at) % 2 == 0 ? doubled : single);
                at = end;
            }
        }
    }
    if (doubled > 0 && single == 0) return true;
    for (std::size_t column = 0; column < usual.fields; ++column) {
        if (enclosed[column] > 0 && 10 * enclosed[column] >= 9 * values[column]) return true;
    }
    return false;
}

Quotes quotesIn(std::span<const std::string_view> lines, const std::string& delimiter) {
    if (delimiter.size() != 1) return Quotes::Letters;
    if (delimiter == ",") return Quotes::Enclose;
    const auto hasQuote = [](std::string_view line) { return line.find(kQuote) != std::string_view::npos; };
    if (std::none_of(lines.begin(), lines.end(), hasQuote)) return Quotes::Letters;
    RecordGrammar grammar(delimiter);
    grammar.quotes = Quotes::Letters;
    const Rows asLetters = rowsOf(lines, grammar);
    grammar.quotes = Quotes::Enclose;
    const Usual letters = usualOf(asLetters), enclosing = usualOf(rowsOf(lines, grammar));
    if (letters.others != enclosing.others && letters.fields == enclosing.fields) {
        return enclosing.others < letters.others ? Quotes::Enclose : Quotes::Letters;
    }
    // Most lines of a file may lie inside long enclosed fields, so intact records are better evidence than single
    // lines.
    if (enclosing.others == 0 && enclosing.fields > letters.fields) return Quotes::Enclose;
    return showsEnclosing(asLetters) ? Quotes::Enclose : Quotes::Letters;
}

FieldShape shapeOfColumn(const Rows& rows, std::size_t column, std::size_t fieldCount) {
    FieldShape found;
    std::size_t values = 0, words = 0, numbers = 0;
    for (std::size_t row = 1; row < rows.size(); ++row) {  // the first row may be a header
        if (rows[row].size() != fieldCount || isMissing(rows[row][column])) continue;
        const std::string_view value = trimmed(rows[row][column]);
        const ValueKind kind = kindOf(value);
        found.shortest = values == 0 ? value.size() : std::min(found.shortest, value.size());
        found.longest = std::max(found.longest, value.size());
        ++values;
        numbers += kind == ValueKind::Number;
        words += kind != ValueKind::Any;
    }
    const auto nearlyAll = [&](std::size_t count) { return values > 0 && 20 * count >= 19 * values; };
    if (nearlyAll(words)) found.kind = nearlyAll(numbers) ? ValueKind::Number : ValueKind::Word;
    return found;
}

/// Learns the grammar from the header if the first record after it is longer than the whole sample, because the lines
/// inside that record reveal nothing.
void learnFromHeader(const Rows& rows, std::span<const std::string_view> lines, RecordGrammar& grammar) {
    if (rows.empty() || grammar.quotes == Quotes::Letters || rows[0].size() <= grammar.fieldCount) return;
    RecordGrammar asHeader = grammar;
    asHeader.fieldCount = rows[0].size();
    const Rows again = rowsOf(lines, asHeader);
    const Usual usual = usualOf(again);
    if (usual.fields == asHeader.fieldCount && 2 * usual.others <= again.size()) grammar = asHeader;
}

}  // namespace

std::optional<double> numberWithAnyPoint(std::string_view text) {
    if (const auto number = parseNumber(text)) return number;
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    std::string number(text);
    number[comma] = '.';
    return parseNumber(number);
}

RecordGrammar::RecordGrammar(std::string delimiter) : delimiter(std::move(delimiter)) {
    if (this->delimiter == "," || this->delimiter == ";") quotes = Quotes::Enclose;
}

bool RecordGrammar::fits(std::span<const std::string_view> fields) const {
    if (fields.size() > columns.size()) return false;
    bool proves = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldShape& column = columns[i];
        if (column.kind == ValueKind::Any || isMissing(fields[i])) continue;
        const ValueKind kind = kindOf(fields[i]);
        if (kind == ValueKind::Any || (column.kind == ValueKind::Number && kind != ValueKind::Number)) return false;
        const std::size_t size = trimmed(fields[i]).size();
        if (column.kind == ValueKind::Number && (2 * size < column.shortest || size > 2 * column.longest)) return false;
        proves = true;
    }
    return proves;
}

bool RecordGrammar::isVague() const {
    return std::none_of(columns.begin(), columns.end(),
                        [](const FieldShape& column) { return column.kind == ValueKind::Number; });
}

RecordGrammar grammarOf(std::span<const std::string_view> lines, const std::string& delimiter) {
    RecordGrammar grammar(delimiter);
    if (delimiter.empty()) return grammar;
    grammar.quotes = quotesIn(lines, delimiter);
    const Rows rows = rowsOf(lines, grammar);
    grammar.fieldCount = usualOf(rows).fields;
    learnFromHeader(rows, lines, grammar);
    for (std::size_t column = 0; column < grammar.fieldCount; ++column) {
        grammar.columns.push_back(shapeOfColumn(rows, column, grammar.fieldCount));
    }
    return grammar;
}

}  // namespace recscope
