// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/delimited.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/data/record_reader.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr char kQuote = '"';

/// The number of fields that this share of the lines, or more, has; 0 if they differ too much.
std::size_t usualFieldCount(std::span<const std::string_view> lines, std::string_view delimiter, double share) {
    FieldSplitter splitter{std::string(delimiter)};
    std::map<std::size_t, std::size_t> linesByFields;
    std::size_t counted = 0;
    for (const std::string& record : recordsOf(lines, delimiter)) {
        if (trimmed(record).empty()) continue;
        ++counted;
        if (splitter.split(record)) ++linesByFields[splitter.fields().size()];
    }
    for (const auto& [fields, count] : linesByFields) {
        if (static_cast<double>(count) >= share * static_cast<double>(counted)) return fields;
    }
    return 0;
}

}  // namespace

FieldSplitter::FieldSplitter(std::string delimiter) : m_delimiter(std::move(delimiter)) {}

bool FieldSplitter::split(std::string_view line) {
    m_fields.clear();
    if (m_delimiter.size() == 1 && line.find(kQuote) != std::string_view::npos) return splitQuoted(line);
    for (;;) {
        const std::size_t end = line.find(m_delimiter);
        m_fields.push_back(line.substr(0, end));
        if (end == std::string_view::npos) return true;
        line.remove_prefix(end + m_delimiter.size());
    }
}

bool FieldSplitter::splitQuoted(std::string_view line) {
    m_unquoted.clear();
    m_unquoted.reserve(line.size());  // the views into it stay valid
    const char delimiter = m_delimiter[0];
    std::size_t at = 0;
    for (;;) {
        if (at < line.size() && line[at] == kQuote) {
            const std::size_t begin = m_unquoted.size();
            for (++at;; ++at) {
                if (at >= line.size()) return false;
                if (line[at] == kQuote) {
                    if (at + 1 >= line.size() || line[at + 1] != kQuote) break;
                    ++at;  // two quotes are one
                }
                m_unquoted += line[at];
            }
            m_fields.push_back(std::string_view(m_unquoted).substr(begin));
            at = std::min(line.find(delimiter, at), line.size());
        } else {
            const std::size_t end = std::min(line.find(delimiter, at), line.size());
            m_fields.push_back(line.substr(at, end - at));
            at = end;
        }
        if (at >= line.size()) return true;
        ++at;
    }
}

std::string detectDelimiter(std::span<const std::string_view> lines) {
    constexpr std::array kCandidates = {"::", "\t", ",", ";", "|", " "};
    constexpr double kSound = 0.9;
    // A sound file first; then one with many damaged lines, which the import will name.
    for (const double share : {kSound, 0.5}) {
        std::string best;
        std::size_t mostFields = 1;
        for (const std::string_view candidate : kCandidates) {
            if (candidate == " " && (share < kSound || !best.empty())) continue;  // that would be prose
            const std::size_t fields = usualFieldCount(lines, candidate, share);
            if (fields <= mostFields) continue;
            mostFields = fields;
            best = candidate;
        }
        if (!best.empty()) return best;
    }
    return {};
}

std::string delimiterName(const std::string& delimiter) {
    static const std::map<std::string, std::string> kNames = {
        {"\t", "tab"}, {",", "comma"}, {";", "semicolon"}, {"|", "vertical bar"}, {" ", "space"}};
    const auto known = kNames.find(delimiter);
    if (known != kNames.end()) return known->second;
    std::string quoted(1, kQuote);
    return quoted.append(delimiter).append(1, kQuote);
}

std::vector<std::vector<std::string>> splitRecords(std::string text, const std::string& delimiter) {
    std::vector<std::vector<std::string>> records;
    FieldSplitter splitter(delimiter);
    RecordReader reader(sourceOf(std::move(text)), delimiter);
    std::string_view record;
    while (reader.next(record)) {
        reader.join(record);
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
