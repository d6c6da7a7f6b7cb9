// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace recscope {

namespace {

constexpr char kQuote = '"';

enum class Quotes { Closed, Open, Damaged };

/// How a text ends that begins at the start of a field or inside a quoted one. Behind a closing quote only a delimiter
/// or the end may come: a stray quote does not take a quoted field of another line for its own end.
Quotes quotesAtEnd(std::string_view text, char delimiter, bool isOpen) {
    std::size_t at = 0;
    for (;;) {
        if (!isOpen && at < text.size() && text[at] == kQuote) {
            isOpen = true;
            ++at;
        }
        if (isOpen) {
            at = text.find(kQuote, at);
            if (at == std::string_view::npos) return Quotes::Open;
            ++at;
            if (at < text.size() && text[at] == kQuote) {  // two quotes are one
                ++at;
                continue;
            }
            isOpen = false;
            if (at == text.size()) return Quotes::Closed;
            if (text[at] != delimiter) return Quotes::Damaged;
        } else {
            at = text.find(delimiter, at);
            if (at == std::string_view::npos) return Quotes::Closed;
        }
        ++at;
    }
}

}  // namespace

RecordReader::RecordReader(std::unique_ptr<ByteSource> source, std::string_view delimiter)
    : m_lines(std::move(source)), m_delimiter(delimiter.size() == 1 ? delimiter[0] : '\0') {}

bool RecordReader::next(std::string_view& line) {
    if (!m_ahead.empty()) {
        m_given = std::move(m_ahead.front().text);
        m_isTooLong = m_ahead.front().isTooLong;
        m_ahead.pop_front();
        line = m_given;
    } else {
        if (!m_lines.next(line)) return false;
        m_isTooLong = m_lines.isTooLong();
    }
    m_lineNumber += std::exchange(m_linesGiven, 1);
    return true;
}

bool RecordReader::join(std::string_view& line) {
    if (m_delimiter == '\0' || m_isTooLong) return false;
    if (quotesAtEnd(line, m_delimiter, /*isOpen=*/false) != Quotes::Open) return false;
    const std::size_t length = line.size();
    if (line.data() != m_given.data()) m_given.assign(line);
    Quotes quotes = Quotes::Open;
    std::int64_t lines = 1;
    for (; quotes == Quotes::Open && lines < kMostLines; ++lines) {
        const auto index = static_cast<std::size_t>(lines - 1);
        std::string_view more;
        if (index == m_ahead.size()) {
            if (!m_lines.next(more)) break;
            m_ahead.push_back({std::string(more), m_lines.isTooLong()});
        }
        const Line& next = m_ahead[index];
        if (next.isTooLong || m_given.size() + 1 + next.text.size() > kMostBytes) break;
        m_given.append(1, '\n').append(next.text);
        quotes = quotesAtEnd(next.text, m_delimiter, /*isOpen=*/true);
    }
    if (quotes == Quotes::Closed) {
        m_ahead.erase(m_ahead.begin(), m_ahead.begin() + (lines - 1));
        m_linesGiven = lines;
    } else {
        m_given.resize(length);
    }
    line = m_given;
    return quotes == Quotes::Closed;
}

std::vector<std::string> recordsOf(std::span<const std::string_view> lines, std::string_view delimiter) {
    const auto hasQuote = [](std::string_view line) { return line.find(kQuote) != std::string_view::npos; };
    if (delimiter.size() != 1 || std::none_of(lines.begin(), lines.end(), hasQuote))
        return {lines.begin(), lines.end()};
    RecordReader reader(sourceOf(fmt::format("{}\n", fmt::join(lines, "\n"))), delimiter);
    std::vector<std::string> records;
    std::string_view record;
    while (reader.next(record)) {
        reader.join(record);
        records.emplace_back(record);
    }
    return records;
}

}  // namespace recscope
