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
    TooLong     ///< damaged: longer than kMostBytes
};

/// Reads a text line by line, and joins lines on request where an enclosed field spans several (RFC 4180).
///
/// A text of many lines and a quote that was never closed look alike, so the following lines decide. If one of them is
/// a row by itself (it has as many fields as other rows, numbers where these have numbers, words without white space
/// where these have such words, no stray quote; three such lines in succession where no column holds numbers), the
/// closing quote is missing: the record is damaged and ends before that row. The exception: if the next quote of the
/// file closes the field and completes the record, that row is a line of the text. Until then the lines belong to the
/// text, however many there are, up to one where a quote closes the field and the record is complete; a stray quote
/// before a line end closes nothing if fields are missing after it. A record over kMostBytes is damaged as a whole and
/// is not held in memory. If the text ends first, or no quote closes the field as it should, and at least half of the
/// lines have as many fields as a row, the lines are rows after all, and only the first line is damaged.
///
/// Beyond kMostBytes a second reader runs ahead, line by line, to where the next quote of the file decides; this reader
/// stays before the lines that may be rows. In total this reads the file once more, whatever the number of quotes,
/// unless quotes are doubled again and again, each 16 MiB after the last. Without `openAgain`, lines beyond kMostBytes
/// are rows if they look like rows.
///
/// If the grammar has no number of fields, nothing is known about rows: only what RFC 4180 allows makes a record, and
/// anything else costs one line.
class RecordReader {
public:
    static constexpr std::size_t kMostBytes = 16 << 20;  ///< of one record: more than any genuine text

    /// `openAgain` opens the same source from its beginning; it may be called as long as this object lives.
    RecordReader(std::unique_ptr<ByteSource> source, RecordGrammar grammar,
                 std::function<std::unique_ptr<ByteSource>()> openAgain = {});

    /// The next line without its end, valid until the next call; false at the end. Throws what the source throws.
    bool next(std::string_view& line);
    /// Pre: `line` is the last result of `next`. If a quote is open at its end, takes the lines up to the end of the
    /// record, too; only for Whole they are appended to it, separated by LF.
    Joined join(std::string_view& line);

    /// From here on, lines for which `isPassedOver` returns true are counted and skipped.
    void passOver(std::function<bool(std::int64_t lineNumber, std::string_view line)> isPassedOver);
    std::int64_t linesPassedOver() const { return m_linesPassedOver; }

    bool isTooLong() const { return m_isTooLong; }            ///< the last line: see LineReader
    std::int64_t lineNumber() const { return m_lineNumber; }  ///< of the last line, or of the first line of the record
    std::int64_t lineCount() const { return m_linesGiven; }   ///< of the last record, also of a damaged one
    const ByteSource& source() const { return m_lines.source(); }

private:
    struct Line {
        std::string text;
        bool isTooLong = false;
    };
    enum class LookAhead { Closed, Row, End, Hopeless };
    struct OpenRecord;

    bool nextLine(std::string_view& line);
    bool lookAt(std::size_t index);
    bool isRow(const Line& line);
    LookAhead lookAhead(OpenRecord& record);
    LookAhead lookFurther(LookAhead otherwise, OpenRecord& record);
    void takeAhead(std::size_t lines, OpenRecord& record);

    LineReader m_lines;
    std::function<std::unique_ptr<ByteSource>()> m_openAgain;
    std::unique_ptr<LineReader> m_scout;  // searches for the end of records over kMostBytes
    RecordGrammar m_grammar;
    FieldSplitter m_splitter;
    std::function<bool(std::int64_t, std::string_view)> m_isPassedOver;
    std::deque<Line> m_ahead;  // read while looking for the end of a quote, not returned yet
    std::string m_given;       // the last result, if it is not in the buffer of m_lines
    std::int64_t m_lineNumber = 0;
    std::int64_t m_linesGiven = 1;       // lines in the last result
    std::int64_t m_nothingClosesUp = 0;  // up to this line, no search for a closing quote is needed
    std::int64_t m_linesPassedOver = 0;
    bool m_isTooLong = false;
};

/// Joins lines into the records they make up; a damaged record is its first line.
std::vector<std::string> recordsOf(std::span<const std::string_view> lines, const RecordGrammar& grammar);

}  // namespace recscope
