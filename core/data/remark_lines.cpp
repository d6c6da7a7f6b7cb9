// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/remark_lines.h"

#include <algorithm>

#include "core/data/column_names.h"
#include "core/data/delimited.h"
#include "core/util/text.h"

namespace recscope {

namespace {

/// KONECT's files mark comments with "%".
bool isMarked(std::string_view line) {
    return line.starts_with('#') || line.starts_with('%');
}

std::string_view withoutMark(std::string_view line) {
    return trimmed(line.substr(std::min(line.find_first_not_of("#%"), line.size())));
}

/// ";" for the line "sep=;", with or without quotes around it; empty for any other line.
std::string delimiterStatedIn(std::string_view line) {
    line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    if (line.size() > 2 && line.starts_with('"') && line.ends_with('"')) line = line.substr(1, line.size() - 2);
    const bool isStated = line.size() == 5 && folded(line.substr(0, 4)) == "sep=";
    return isStated ? std::string(line.substr(4)) : std::string();
}

void findComments(const std::vector<std::string>& lines, std::size_t first, RemarkLines& remarks) {
    std::vector<std::string_view> others;
    std::size_t marked = 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        if (isMarked(lines[i])) {
            ++marked;
        } else if (!trimmed(lines[i]).empty()) {
            others.emplace_back(lines[i]);
        }
    }
    if (marked == 0 || others.empty()) return;
    const std::string delimiter = remarks.delimiter.empty() ? detectDelimiter(others) : remarks.delimiter;
    const RecordGrammar grammar = grammarOf(others, delimiter);
    FieldSplitter splitter(grammar);
    std::size_t likeRows = 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        if (!isMarked(lines[i]) || delimiter.empty()) continue;
        const bool isWhole = splitter.split(lines[i]);
        likeRows += isWhole && splitter.fields().size() == grammar.fieldCount && grammar.fits(splitter.fields());
    }
    remarks.hasComments = 2 * likeRows <= marked && marked <= others.size();
    // The last comment above the first row.
    std::size_t last = lines.size();
    for (std::size_t i = first; i < lines.size() && (isMarked(lines[i]) || trimmed(lines[i]).empty()); ++i) {
        if (isMarked(lines[i])) last = i;
    }
    if (last == lines.size() || delimiter.empty()) return;
    splitter.split(withoutMark(lines[last]));
    const std::vector<std::string> fields(splitter.fields().begin(), splitter.fields().end());
    const auto names = [&](double NameMeaning::*role) {
        return std::any_of(fields.begin(), fields.end(),
                           [&](const std::string& field) { return meaningOf(field).*role >= kSureName; });
    };
    if (fields.size() != grammar.fieldCount || !names(&NameMeaning::user) || !names(&NameMeaning::item)) return;
    remarks.hasComments = true;
    remarks.headerLine = static_cast<std::int64_t>(last + 1);
}

/// The lines up to a blank line near the beginning, if none of them has as many fields as nearly all lines after it.
std::int64_t preambleIn(const std::vector<std::string>& lines) {
    constexpr std::size_t kLongest = 8, kFewestRows = 10;
    const auto isBlank = [](const std::string& line) { return trimmed(line).empty(); };
    const auto limit = lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), kLongest));
    const auto blank = std::find_if(lines.begin(), limit, isBlank);
    if (blank == limit || blank == lines.begin()) return 0;
    std::vector<std::string_view> rows;
    for (auto line = blank; line != lines.end(); ++line)
        if (!isBlank(*line)) rows.emplace_back(*line);
    if (rows.size() < kFewestRows) return 0;
    const std::string delimiter = detectDelimiter(rows);
    if (delimiter.empty()) return 0;
    FieldSplitter splitter(grammarOf(rows, delimiter));
    const auto fields = [&](std::string_view line) {
        return splitter.split(line) ? splitter.fields().size() : std::size_t{0};
    };
    const std::size_t usual = fields(rows[0]);
    const auto same =
        std::count_if(rows.begin(), rows.end(), [&](std::string_view row) { return fields(row) == usual; });
    if (usual < 2 || 10 * static_cast<std::size_t>(same) < 9 * rows.size()) return 0;
    if (std::any_of(lines.begin(), blank, [&](const std::string& line) { return fields(line) == usual; })) return 0;
    return blank - lines.begin() + 1;
}

}  // namespace

bool RemarkLines::isRemark(std::int64_t lineNumber, std::string_view line) const {
    if (lineNumber <= preambleLines) return true;
    if (lineNumber == 1 && !delimiter.empty()) return true;
    return hasComments && isMarked(line) && lineNumber != headerLine;
}

RemarkLines remarkLinesIn(const std::vector<std::string>& lines) {
    RemarkLines remarks;
    if (lines.empty()) return remarks;
    remarks.delimiter = delimiterStatedIn(lines[0]);
    findComments(lines, remarks.delimiter.empty() ? 0 : 1, remarks);
    if (remarks.empty()) remarks.preambleLines = preambleIn(lines);
    return remarks;
}

std::vector<std::string> withoutRemarks(const std::vector<std::string>& lines, const RemarkLines& remarks) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i + 1);
        if (remarks.isRemark(number, lines[i])) continue;
        const bool isHeader = number == remarks.headerLine;
        kept.push_back(isHeader ? std::string(withoutMark(lines[i])) : lines[i]);
    }
    return kept;
}

}  // namespace recscope
