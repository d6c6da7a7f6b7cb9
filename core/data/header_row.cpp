// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/header_row.h"

#include <algorithm>
#include <unordered_map>

#include "core/data/column_names.h"
#include "core/data/delimited.h"
#include "core/data/missing_value.h"
#include "core/data/time_text.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kRowsCompared = 1000;

bool isNumberOrTime(std::string_view text) {
    text = trimmed(text);
    constexpr std::size_t kMaxTimeLength = 48;
    if (parseNumber(text)) return true;
    if (text.size() > kMaxTimeLength || text.find_first_of("0123456789") == std::string_view::npos) return false;
    return parseTime(text) || parseTime(text, TimeFormat::DayFirst) || parseTime(text, TimeFormat::MonthFirst);
}

/// Counts of the cells below the first cell of a column: of all that are not missing, of numbers and times, of cells
/// equal to the first cell, and of cells whose value occurs more than once.
struct Below {
    std::size_t present = 0, numbers = 0, same = 0, repeated = 0;
};

Below lookBelow(const Rows& rows, std::size_t column) {
    Below below;
    std::unordered_map<std::string_view, std::size_t> counts;
    const std::string_view above = trimmed(rows[0][column]);
    for (std::size_t row = 1; row < std::min(rows.size(), kRowsCompared); ++row) {
        if (column >= rows[row].size()) continue;
        const std::string_view text = trimmed(rows[row][column]);
        if (isMissing(text)) continue;
        ++below.present;
        below.numbers += isNumberOrTime(text);
        below.same += text == above;
        ++counts[text];
    }
    for (const auto& [text, count] : counts) below.repeated += count > 1 ? count : 0;
    return below;
}

/// True if the first row is 0, 1, 2 … or 1, 2, 3 … and one of the columns below holds times: the small number above
/// the times cannot be a time itself, so the row is a header.
bool areColumnNumbers(const Rows& rows) {
    constexpr std::size_t kMinColumns = 3;
    constexpr double kYear1973 = 1e8;
    const std::vector<std::string>& first = rows[0];
    if (first.size() < kMinColumns || rows.size() < 2 || (trimmed(first[0]) != "0" && trimmed(first[0]) != "1"))
        return false;
    const std::size_t begin = trimmed(first[0]) == "1";
    bool hasTimes = false;
    for (std::size_t column = 0; column < first.size(); ++column) {
        if (trimmed(first[column]) != std::to_string(begin + column)) return false;
        hasTimes |= std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
            const auto number = column < row.size() ? parseNumber(row[column]) : std::nullopt;
            return number && *number >= kYear1973;
        });
    }
    return hasTimes;
}

}  // namespace

bool isHeaderRow(const Rows& rows) {
    if (rows.empty()) return false;
    if (areColumnNumbers(rows)) return true;
    const std::vector<std::string>& first = rows[0];
    std::size_t names = 0, wordsAboveNumbers = 0, repeating = 0;
    bool hasUser = false, hasItem = false;
    for (std::size_t column = 0; column < first.size(); ++column) {
        const std::string_view cell = trimmed(first[column]);
        if (isNumberOrTime(cell)) return false;
        const Below below = lookBelow(rows, column);
        if (below.same > 0) return false;  // the cell repeats among the values below
        const NameMeaning meaning = meaningOf(cell);
        hasUser |= meaning.user >= kSureName;
        hasItem |= meaning.item >= kSureName;
        names += std::max({meaning.user, meaning.item, meaning.time, meaning.rating}) >= kSureName;
        wordsAboveNumbers += !isMissing(cell) && below.present > 0 && 10 * below.numbers >= 9 * below.present;
        // Evidence for a header: the first cell is not among the values below, although these repeat.
        repeating += below.present >= 20 && 10 * below.repeated >= 9 * below.present;
    }
    if (hasUser && hasItem) return true;
    if (wordsAboveNumbers > 0) return true;
    if (names > 0 && rows.size() > 1) return true;
    return repeating > 0;
}

Rows sampleRows(const FileSample& sample, const std::string& delimiter) {
    Rows rows;
    FieldSplitter splitter = sample.splitter(delimiter);
    const auto add = [&](std::string_view line) {
        if (trimmed(line).empty() || !splitter.split(line)) return;
        rows.emplace_back(splitter.fields().begin(), splitter.fields().end());
    };
    for (const std::string_view line : sample.lines) add(line);
    std::size_t fields = rows.empty() ? 0 : rows[0].size();
    if (sample.delimiter == delimiter && sample.grammar.fieldCount > 0) fields = sample.grammar.fieldCount;
    for (const std::string_view line : sample.later) {
        add(line);
        // The later lines may begin inside a record: drop rows with an unusual number of fields.
        if (!rows.empty() && rows.back().size() != fields) rows.pop_back();
    }
    return rows;
}

bool hasHeaderRow(const FileSample& sample, const std::string& delimiter) {
    if (sample.header != Header::Auto) return sample.header == Header::Yes;
    Rows rows;
    FieldSplitter splitter = sample.splitter(delimiter);
    for (const std::string_view line : sample.lines) {
        if (rows.size() == kRowsCompared) break;
        if (trimmed(line).empty() || !splitter.split(line)) continue;
        rows.emplace_back(splitter.fields().begin(), splitter.fields().end());
    }
    return isHeaderRow(rows);
}

}  // namespace recscope
