// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace recscope {

namespace {

/// The state of a record at the end of a line.
struct Position {
    std::size_t fields = 0;  ///< number of complete fields
    bool isOpen = false;     ///< inside an enclosed field
    bool hasStray = false;   ///< an enclosed field contains a quote that does not close it
};

std::size_t fieldsOf(std::string_view line, char delimiter) {
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), delimiter)) + 1;
}

/// True if the record ends with this line as RFC 4180 requires. False if the line alone has as many fields as a row,
/// because it is then taken for a row with a stray quote.
bool endsSoundly(const Position& position, std::string_view line, char delimiter, std::size_t fieldCount) {
    return !position.isOpen && !position.hasStray && position.fields == fieldCount &&
           fieldsOf(line, delimiter) != fieldCount;
}

/// Advances the position by one line. `fieldCount` = 0: not known.
void advance(Position& position, std::string_view line, char delimiter, std::size_t fieldCount) {
    std::size_t at = 0;
    for (;;) {
        if (!position.isOpen && at < line.size() && line[at] == kQuote) {
            position.isOpen = true;
            ++at;
        }
        if (position.isOpen) {
            const std::size_t close = closingQuote(line, at, delimiter, position.hasStray);
            if (close == std::string_view::npos) return;
            at = line.find(delimiter, close);
            // A quote at a line end looks like a closing quote. If the field already has a stray quote and the record
            // still lacks fields, it counts as stray, too.
            const bool isLast = at == std::string_view::npos;
            if (isLast && position.hasStray && fieldCount > 0 && position.fields + 1 < fieldCount) return;
            position.isOpen = false;
        } else {
            at = line.find(delimiter, at);
        }
        ++position.fields;
        if (at == std::string_view::npos) return;
        ++at;
    }
}

}  // namespace

struct RecordReader::OpenRecord {
    std::string text;
    Position position;
    std::size_t lines = 0;       ///< number of examined lines after the first that are still in m_ahead
    std::int64_t taken = 0;      ///< number of examined lines that are no longer in m_ahead
    std::size_t rowsInARow = 0;  ///< number of rows in succession up to the last examined line
    /// Set once enough rows in succession have been seen: number of lines before them. The rows are part of the field
    /// after all if its quote is later closed as RFC 4180 requires.
    std::optional<std::size_t> linesBeforeRows;
    std::int64_t likeRows = 0;  ///< number of lines with as many fields as a row
    std::int64_t further = 0;   ///< number of lines of the record after the examined ones
    bool isTooLong = false;
    bool isTooLongWithoutRows = false;  ///< isTooLong, but only for the lines before linesBeforeRows
};

RecordReader::RecordReader(std::unique_ptr<ByteSource> source, RecordGrammar grammar,
                           std::function<std::unique_ptr<ByteSource>()> openAgain)
    : m_lines(std::move(source)),
      m_openAgain(std::move(openAgain)),
      m_grammar(std::move(grammar)),
      m_splitter(m_grammar) {}

void RecordReader::skipLines(std::function<bool(std::int64_t, std::string_view)> isSkipped) {
    m_isSkipped = std::move(isSkipped);
}

bool RecordReader::nextLine(std::string_view& line) {
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

bool RecordReader::next(std::string_view& line) {
    while (nextLine(line)) {
        if (!m_isSkipped || !m_isSkipped(m_lineNumber, line)) return true;
        ++m_linesSkipped;
    }
    return false;
}

/// Reads until m_ahead has a line at this index; returns false at the end of the text.
bool RecordReader::lookAt(std::size_t index) {
    std::string_view line;
    while (m_ahead.size() <= index) {
        if (!m_lines.next(line)) return false;
        m_ahead.push_back({std::string(line), m_lines.isTooLong()});
    }
    return true;
}

bool RecordReader::isRow(const Line& line) {
    if (line.isTooLong) return false;
    const bool isWhole = m_splitter.split(line.text);
    if (m_splitter.hasStrayQuote() || !m_grammar.fits(m_splitter.fields())) return false;
    return isWhole ? m_splitter.fields().size() == m_grammar.fieldCount
                   : m_splitter.fields().size() < m_grammar.fieldCount;
}

/// Removes examined lines from m_ahead permanently.
void RecordReader::takeAhead(std::size_t lines, OpenRecord& record) {
    m_ahead.erase(m_ahead.begin(), m_ahead.begin() + static_cast<std::ptrdiff_t>(lines));
    record.taken += static_cast<std::int64_t>(lines);
    record.lines -= lines;
}

RecordReader::LookAhead RecordReader::lookAhead(OpenRecord& record) {
    const std::size_t fieldCount = m_grammar.fieldCount;
    const std::size_t rowsNeeded = m_grammar.isVague() ? 3 : 1;
    const auto rowsBegin = [&](std::size_t at) {
        if (!record.linesBeforeRows) {
            record.linesBeforeRows = at;
            record.isTooLongWithoutRows = record.isTooLong;
        }
        return LookAhead::Row;
    };
    for (;;) {
        if (!lookAt(record.lines)) {
            const bool areRows = record.linesBeforeRows || record.rowsInARow > 0;
            return areRows ? rowsBegin(record.lines - record.rowsInARow) : LookAhead::End;
        }
        const Line& line = m_ahead[record.lines];
        if (fieldCount > 0 && !record.linesBeforeRows) {
            record.rowsInARow = isRow(line) ? record.rowsInARow + 1 : 0;
            if (record.rowsInARow == rowsNeeded) rowsBegin(record.lines + 1 - rowsNeeded);
            record.likeRows += fieldsOf(line.text, m_grammar.delimiter[0]) == fieldCount;
        }
        advance(record.position, line.text, m_grammar.delimiter[0], fieldCount);
        if (fieldCount == 0 && record.position.hasStray) return LookAhead::Hopeless;
        if (!record.isTooLong) {
            record.isTooLong = line.isTooLong || record.text.size() + 1 + line.text.size() > kMaxBytes;
            if (!record.isTooLong) record.text.append(1, '\n').append(line.text);
        }
        ++record.lines;
        if (record.linesBeforeRows && record.position.hasStray) return LookAhead::Row;
        if (!record.position.isOpen) {
            const std::string& last = m_ahead[record.lines - 1].text;
            const bool isSound = endsSoundly(record.position, last, m_grammar.delimiter[0], fieldCount);
            if (isSound || (!record.linesBeforeRows && record.rowsInARow == 0)) return LookAhead::Closed;
            return rowsBegin(record.lines - record.rowsInARow);
        }
        if (!record.isTooLong) continue;
        if (record.linesBeforeRows) return lookFurther(LookAhead::Row, record);
        const auto looked = record.taken + static_cast<std::int64_t>(record.lines);
        if (record.taken == 0 && fieldCount == 0) return LookAhead::Hopeless;
        if (record.taken == 0 && 2 * record.likeRows >= looked) return lookFurther(LookAhead::Hopeless, record);
        if (record.lines > rowsNeeded) takeAhead(record.lines - rowsNeeded, record);  // the rest may be rows
    }
}

/// Returns Closed if the next quote in the file closes the record as RFC 4180 requires; if not, returns `otherwise`.
RecordReader::LookAhead RecordReader::lookFurther(LookAhead otherwise, OpenRecord& record) {
    if (!m_openAgain) return otherwise;
    const std::int64_t looked = m_lineNumber + record.taken + static_cast<std::int64_t>(record.lines);
    if (!m_scout || m_scout->lineNumber() > looked) m_scout = std::make_unique<LineReader>(m_openAgain());
    std::string_view line;
    while (m_scout->lineNumber() < looked) {
        if (!m_scout->next(line)) return otherwise;
    }
    Position position = record.position;
    while (position.isOpen && !position.hasStray) {
        if (!m_scout->next(line)) return otherwise;
        advance(position, line, m_grammar.delimiter[0], m_grammar.fieldCount);
    }
    if (!endsSoundly(position, line, m_grammar.delimiter[0], m_grammar.fieldCount)) return otherwise;
    record.further = m_scout->lineNumber() - looked;
    return LookAhead::Closed;
}

Joined RecordReader::join(std::string_view& line) {
    const bool mayEnclose = m_grammar.quotes == Quotes::Enclose && m_grammar.delimiter.size() == 1;
    if (!mayEnclose || line.find(kQuote) == std::string_view::npos) return Joined::Alone;
    OpenRecord record;
    advance(record.position, line, m_grammar.delimiter[0], m_grammar.fieldCount);
    if (!record.position.isOpen) return Joined::Alone;
    if (m_splitter.split(line)) {
        const bool isSound = !m_splitter.hasStrayQuote() || m_splitter.fields().size() == m_grammar.fieldCount;
        if (isSound) return Joined::Alone;
    }
    if (m_grammar.fieldCount == 0 && record.position.hasStray) return Joined::NotClosed;
    if (m_lineNumber <= m_noCloseUpToLine) return Joined::NotClosed;
    const bool isInGiven = line.data() == m_given.data();
    record.isTooLong = m_isTooLong;
    record.text.assign(line);
    if (!isInGiven) m_given.assign(line);  // looking ahead invalidates the buffer
    line = m_given;

    const LookAhead found = lookAhead(record);
    const bool areRows =
        found == LookAhead::Hopeless ||
        (found == LookAhead::End && record.taken == 0 &&
         (m_grammar.fieldCount == 0 || 2 * record.likeRows >= static_cast<std::int64_t>(record.lines)));
    if (areRows) {
        if (m_grammar.fieldCount > 0) m_noCloseUpToLine = m_lineNumber + static_cast<std::int64_t>(record.lines);
        return Joined::NotClosed;
    }
    if (found == LookAhead::Row) {
        record.lines = *record.linesBeforeRows;
        record.isTooLong = record.isTooLongWithoutRows;
    }
    takeAhead(record.lines, record);
    for (std::string_view passed; record.further > 0; --record.further, ++record.taken) {
        if (!m_ahead.empty()) {
            m_ahead.pop_front();
        } else if (!m_lines.next(passed)) {
            break;
        }
    }
    m_linesGiven = 1 + record.taken;
    if (record.isTooLong) return Joined::TooLong;
    if (found != LookAhead::Closed) return Joined::NotClosed;
    m_given = std::move(record.text);
    line = m_given;
    return Joined::Whole;
}

std::vector<std::string> recordsOf(std::span<const std::string_view> lines, const RecordGrammar& grammar) {
    const auto hasQuote = [](std::string_view line) { return line.find(kQuote) != std::string_view::npos; };
    if (grammar.quotes == Quotes::Letters || std::none_of(lines.begin(), lines.end(), hasQuote))
        return {lines.begin(), lines.end()};
    RecordReader reader(sourceOf(fmt::format("{}\n", fmt::join(lines, "\n"))), grammar);
    std::vector<std::string> records;
    std::string_view record;
    while (reader.next(record)) {
        reader.join(record);
        records.emplace_back(record);
    }
    return records;
}

}  // namespace recscope
