// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/delimited.h"
#include "core/data/record_grammar.h"
#include "core/util/line_reader.h"

namespace recscope {

/// The result of joining a line with the lines after it.
enum class Joined {
    Alone,      ///< no quote is open: the line is the record
    Whole,      ///< the record spans several lines
    NotClosed,  ///< damaged: the quote is not closed before the next row
    TooLong     ///< damaged: longer than kMaxBytes
};

/// Reads a text line by line, and joins lines on request if an enclosed field spans several lines (RFC 4180).
///
/// The first line of a field that spans many lines looks like one whose quote is never closed, so the following lines
/// decide:
/// - A line is a row by itself if it has as many fields as other rows, has numbers and words without white space in the
///   same columns as they do, and has no stray quote (a quote inside an enclosed field that does not close it). (If no
///   column holds numbers, three such lines in succession are needed.) Such a row shows that the closing quote is
///   missing: the record is damaged and ends before the row. The exception: if the next quote in the file closes the
///   field and completes the record, the row is a line of the field.
/// - Otherwise the lines belong to the field, however many there are, up to the line in which a quote closes the field
///   and the record is complete. A quote at a line end does not close the field if the field already has a stray quote
///   and the record still lacks fields.
/// - A record over kMaxBytes is damaged as a whole and is not held in memory.
/// - If the file ends first or no quote closes the field properly, the lines are rows after all, provided that at least
///   half of them have as many fields as a row. Only the first line is then damaged.
///
/// Once a record exceeds kMaxBytes, a second reader searches ahead for the next quote in the file. That quote decides
/// whether the lines that may be rows belong to the record; this reader consumes them only afterwards. However many
/// quotes the file has, all searches together read it only once more. The exception: doubled quotes that keep
/// recurring, each 16 MiB after the previous one. Without `openAgain` there is no second reader, and lines beyond
/// kMaxBytes are rows if they look like rows.
///
/// If the grammar does not state the number of fields, rows cannot be recognised. Then lines are joined only into
/// records that RFC 4180 allows; otherwise the first line is damaged.
class RecordReader {
public:
    static constexpr std::size_t kMaxBytes = 16 << 20;  ///< largest size of a record: more than any genuine text has

    /// `openAgain` opens the same source from its beginning; it may be called as long as this object lives.
    RecordReader(std::unique_ptr<ByteSource> source, RecordGrammar grammar,
                 std::function<std::unique_ptr<ByteSource>()> openAgain = {});

    /// Reads the next line, without its line end; it is valid until the next call. Returns false at the end. Propagates
    /// exceptions thrown by the source.
    bool next(std::string_view& line);
    /// Pre: `line` is the last result of `next`. If a quote is open at the end of `line`, also consumes the following
    /// lines up to the end of the record. They are appended to `line`, separated by LF, only if the result is Whole.
    Joined join(std::string_view& line);

    /// From here on, lines for which `isSkipped` returns true are counted and skipped.
    void skipLines(std::function<bool(std::int64_t lineNumber, std::string_view line)> isSkipped);
    std::int64_t linesSkipped() const { return m_linesSkipped; }

    bool isTooLong() const { return m_isTooLong; }            ///< the last line was too long: see LineReader
    std::int64_t lineNumber() const { return m_lineNumber; }  ///< number of the first line of the last result
    std::int64_t lineCount() const { return m_linesGiven; }   ///< lines in the last record, even if damaged
    const ByteSource& source() const { return m_lines.source(); }

private:
    struct Line {
        std::string text;
        bool isTooLong = false;
    };
    /// What the lines after an open quote show.
    enum class LookAhead {
        Closed,   ///< a quote closes the field and completes the record
        Row,      ///< a row by itself comes first: the closing quote is missing
        End,      ///< the text ends first
        Hopeless  ///< the lines cannot be one record: they are rows
    };
    struct OpenRecord;

    bool nextLine(std::string_view& line);
    bool lookAt(std::size_t index);
    bool isRow(const Line& line);
    LookAhead lookAhead(OpenRecord& record);
    LookAhead lookFurther(LookAhead otherwise, OpenRecord& record);
    void takeAhead(std::size_t lines, OpenRecord& record);

    LineReader m_lines;
    std::function<std::unique_ptr<ByteSource>()> m_openAgain;
    std::unique_ptr<LineReader> m_scout;  // searches for the end of records over kMaxBytes
    RecordGrammar m_grammar;
    FieldSplitter m_splitter;
    std::function<bool(std::int64_t, std::string_view)> m_isSkipped;
    std::deque<Line> m_ahead;  // read while looking for the end of a quote, not returned yet
    std::string m_given;       // the last result, if it is not in the buffer of m_lines
    std::int64_t m_lineNumber = 0;
    std::int64_t m_linesGiven = 1;       // lines in the last result
    std::int64_t m_noCloseUpToLine = 0;  // up to this line, a search for a closing quote would fail again
    std::int64_t m_linesSkipped = 0;
    bool m_isTooLong = false;
};

/// Joins lines into records; of a damaged record, only its first line is returned.
std::vector<std::string> recordsOf(std::span<const std::string_view> lines, const RecordGrammar& grammar);

}  // namespace recscope
