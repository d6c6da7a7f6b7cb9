// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/delimited.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/data/record_reader.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The number of fields that at least the share `share` of the lines have; 0 if the lines differ too much.
std::size_t usualFieldCount(std::span<const std::string_view> lines, std::string_view delimiter, double share) {
    const RecordGrammar grammar = grammarOf(lines, std::string(delimiter));
    FieldSplitter splitter(grammar);
    std::map<std::size_t, std::size_t> linesByFields;
    std::size_t counted = 0;
    for (const std::string& record : recordsOf(lines, grammar)) {
        if (trimmed(record).empty()) continue;
        ++counted;
        if (splitter.split(record)) ++linesByFields[splitter.fields().size()];
    }
    for (const auto& [fields, count] : linesByFields) {
        if (static_cast<double>(count) >= share * static_cast<double>(counted)) return fields;
    }
    return 0;
}

/// True if nearly all lines have at least two blanks in succession between two fields.
bool areAligned(std::span<const std::string_view> lines) {
    std::size_t counted = 0, aligned = 0;
    for (const std::string_view line : lines) {
        const std::string_view text = trimmed(line);
        if (text.empty()) continue;
        ++counted;
        aligned += text.find("  ") != std::string_view::npos || text.find(" \t") != std::string_view::npos ||
                   text.find("\t ") != std::string_view::npos || text.find("\t\t") != std::string_view::npos;
    }
    return counted > 0 && 10 * aligned >= 9 * counted;
}

/// A punctuation mark that is in nearly every line, equally often: "17!1193!5". Marks that occur in names, prices,
/// paths and addresses are not tried.
std::string otherDelimiter(std::span<const std::string_view> lines) {
    constexpr std::string_view kMarks = "!*^";
    constexpr double kNearlyEvery = 0.9;
    constexpr std::ptrdiff_t kFewest = 3;  // lines
    const auto written = std::count_if(lines.begin(), lines.end(), [](auto line) { return !trimmed(line).empty(); });
    if (written < kFewest) return {};
    std::string best;
    std::size_t most = 1;
    for (const char mark : kMarks) {
        const std::size_t fields = usualFieldCount(lines, std::string(1, mark), kNearlyEvery);
        if (fields <= most) continue;
        most = fields;
        best = mark;
    }
    return best;
}

}  // namespace

std::size_t closingQuote(std::string_view text, std::size_t begin, char delimiter, bool& hasStray) {
    for (std::size_t at = text.find(kQuote, begin); at != std::string_view::npos; at = text.find(kQuote, at)) {
        const std::size_t end = std::min(text.find_first_not_of(kQuote, at), text.size());
        const bool isPaired = (end - at) % 2 == 0;
        at = end;
        if (isPaired) continue;
        std::size_t behind = end;
        while (behind < text.size() && text[behind] == ' ' && delimiter != ' ') ++behind;
        if (behind == text.size() || text[behind] == delimiter) return end - 1;
        hasStray = true;
    }
    return std::string_view::npos;
}

FieldSplitter::FieldSplitter(std::string delimiter) : m_grammar(std::move(delimiter)) {}

FieldSplitter::FieldSplitter(RecordGrammar grammar) : m_grammar(std::move(grammar)) {}

bool FieldSplitter::split(std::string_view record) {
    m_fields.clear();
    m_hasStrayQuote = false;
    const bool mayEnclose = m_grammar.quotes == Quotes::Enclose && m_grammar.delimiter.size() == 1;
    if (!mayEnclose || record.find(kQuote) == std::string_view::npos) {
        splitPlain(record);
        return true;
    }
    if (splitQuoted(record)) return true;
    // Paired quotes that do not enclose a whole field, as in "Weird Al" Yankovic, are ordinary characters if the number
    // of fields is then the usual one.
    if (std::count(record.begin(), record.end(), kQuote) % 2 != 0 || m_grammar.fieldCount == 0) return false;
    const std::size_t before = m_fields.size();
    m_fields.clear();
    splitPlain(record);
    if (m_fields.size() == m_grammar.fieldCount) return true;
    m_fields.resize(std::min(m_fields.size(), before));
    return false;
}

void FieldSplitter::splitAtBlanks(std::string_view record) {
    constexpr std::string_view kBlank = " \t\r";
    std::size_t at = record.find_first_not_of(kBlank);
    while (at != std::string_view::npos) {
        const std::size_t end = std::min(record.find_first_of(kBlank, at), record.size());
        m_fields.push_back(record.substr(at, end - at));
        at = record.find_first_not_of(kBlank, end);
    }
}

void FieldSplitter::splitPlain(std::string_view record) {
    if (m_grammar.delimiter == kBlanks) {
        splitAtBlanks(record);
        return;
    }
    for (;;) {
        const std::size_t end = record.find(m_grammar.delimiter);
        m_fields.push_back(record.substr(0, end));
        if (end == std::string_view::npos) return;
        record.remove_prefix(end + m_grammar.delimiter.size());
    }
}

bool FieldSplitter::splitQuoted(std::string_view record) {
    m_unquoted.clear();
    m_unquoted.reserve(record.size());  // the views into it stay valid
    const char delimiter = m_grammar.delimiter[0];
    std::size_t at = 0;
    for (;;) {
        if (at < record.size() && record[at] == kQuote) {
            const std::size_t close = closingQuote(record, at + 1, delimiter, m_hasStrayQuote);
            if (close == std::string_view::npos) return false;
            const std::size_t begin = m_unquoted.size();
            for (++at; at < close; ++at) {
                m_unquoted += record[at];
                at += record[at] == kQuote && at + 1 < close && record[at + 1] == kQuote;  // "" means one quote
            }
            m_fields.push_back(std::string_view(m_unquoted).substr(begin));
            at = std::min(record.find(delimiter, close), record.size());
        } else {
            const std::size_t end = std::min(record.find(delimiter, at), record.size());
            m_fields.push_back(record.substr(at, end - at));
            at = end;
        }
        if (at >= record.size()) return true;
        ++at;
    }
}

std::string detectDelimiter(std::span<const std::string_view> lines) {
    constexpr std::array kCandidates = {"::", "\t", ",", ";", "|", "~", " "};
    constexpr double kSound = 0.9;
    // Look for an intact file first; then for one with many damaged lines, which the import will report.
    for (const double share : {kSound, 0.5}) {
        std::string best;
        std::size_t maxFields = 1;
        for (const std::string_view candidate : kCandidates) {
            if (candidate == " " && (share < kSound || !best.empty())) continue;  // the text is more likely prose
            const std::size_t fields = usualFieldCount(lines, candidate, share);
            if (fields <= maxFields) continue;
            // With the header "user,items" above "ann,a|b|c", a separator that the header does not have divides lists
            // in cells.
            const bool isInHeader = lines[0].find(candidate) != std::string_view::npos;
            if (!best.empty() && !isInHeader && lines[0].find(best) != std::string_view::npos) continue;
            maxFields = fields;
            best = candidate;
        }
        const bool mayBeBlanks = best.empty() || best == " ";
        if (share == kSound && mayBeBlanks && areAligned(lines) && usualFieldCount(lines, kBlanks, share) > 1)
            return kBlanks;
        if (!best.empty()) return best;
    }
    return otherDelimiter(lines);
}

std::string delimiterName(const std::string& delimiter) {
    static const std::map<std::string, std::string> kNames = {{"\t", translatable("tab")},
                                                              {",", translatable("comma")},
                                                              {";", translatable("semicolon")},
                                                              {"|", translatable("vertical bar")},
                                                              {kBlanks, translatable("several blanks")},
                                                              {" ", translatable("space")}};
    const auto known = kNames.find(delimiter);
    if (known != kNames.end()) return known->second;
    std::string quoted(1, kQuote);
    return quoted.append(delimiter).append(1, kQuote);
}

std::vector<std::vector<std::string>> splitRecords(std::string text, const std::string& delimiter) {
    std::vector<std::vector<std::string>> records;
    constexpr std::size_t kLearnedFrom = 2000;  // number of lines
    const RecordGrammar grammar = grammarOf(linesOf(text, kLearnedFrom), delimiter);
    FieldSplitter splitter(grammar);
    RecordReader reader(sourceOf(std::move(text)), grammar);
    std::string_view record;
    while (reader.next(record)) {
        const Joined joined = reader.join(record);
        if (joined == Joined::NotClosed || joined == Joined::TooLong) continue;
        if (!splitter.split(record) || record.empty()) continue;
        records.emplace_back(splitter.fields().begin(), splitter.fields().end());
    }
    return records;
}

std::vector<std::string_view> linesOf(std::string_view text, std::size_t limit) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < limit) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
    }
    return lines;
}

}  // namespace recscope
