// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/data/missing_value.h"
#include "core/data/other_dates.h"
#include "core/data/record_grammar.h"
#include "core/data/record_reader.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr const char* kNoItem = translatable("no item");

/// True for a line without a value, also for one such as ",,,".
bool isBlank(std::string_view line, std::string_view delimiter) {
    const char separator = delimiter.size() == 1 ? delimiter[0] : ' ';
    return std::all_of(line.begin(), line.end(),
                       [&](char c) { return c == separator || c == ' ' || c == '\t' || c == '\r'; });
}

constexpr std::int64_t kLinesPerProgress = 50000;
constexpr std::int64_t kYear1800 = -5364662400000, kYear2100 = 4102444800000;  // milliseconds
constexpr const char* kTooLong = translatable("longer than 16 MiB");
constexpr double kMaxRating = 1e6;  // floats represent all whole numbers up to this; no rating scale is larger

/// Reads one file.
class RowReader {
public:
    RowReader(const ImportSource& source, const ImportOptions& options, ImportReport& report, RowIds& ids,
              RowSink& sink)
        : m_source(source),
          m_options(options),
          m_report(report),
          m_ids(ids),
          m_sink(sink),
          m_parser(source.format->makeParser(layout())) {
        if (options.minRating) m_tooLow = translated("rating below {}", *options.minRating);
        const auto nameOf = [this](std::size_t column) {
            return column < layout().columns.size() ? std::string(trimmed(layout().columns[column]))
                                                    : translated("column {}", column + 1);
        };
        ItemColumns& columns = m_ids.itemColumns;
        if (layout().title) columns.title.emplace().name = nameOf(*layout().title);
        if (layout().category) columns.category.emplace().name = nameOf(*layout().category);
        for (const std::size_t column : layout().attributes) columns.attributes.emplace_back().name = nameOf(column);
    }

    void readAll(const std::function<void(std::int64_t, std::int64_t)>& progress, const std::stop_token& stop) {
        const auto open = textOpener(m_source.part, m_source.encoding);
        RecordReader reader(readAhead(open()), layout().grammar, open);
        const RemarkLines& remarks = m_source.sample.remarks;
        if (!remarks.empty()) {
            reader.skipLines(
                [&](std::int64_t number, std::string_view text) { return remarks.isRemark(number, text); });
        }
        std::string_view line;
        bool headerIsNext = layout().hasHeader;
        for (std::int64_t read = 1; reader.next(line); ++read) {
            m_line = reader.lineNumber();
            if (read % kLinesPerProgress == 0) {
                throwIfStopped(stop);
                if (progress) progress(reader.source().consumed(), reader.source().size());
            }
            if (isBlank(line, layout().delimiter)) {
                ++m_report.rowsRead;
                m_report.drop(translatable("empty line"), m_line);
            } else if (headerIsNext) {
                headerIsNext = false;
                reader.join(line);
            } else {
                readLine(line, reader);
            }
        }
        throwIfStopped(stop);
        m_report.commentLines = reader.linesSkipped() - (remarks.delimiter.empty() ? 0 : 1);
        m_report.rowsDamaged = m_damaged;
        m_report.usersLeftOut = countLeftOut(m_leftOut.users, m_ids.users);
        m_report.itemsLeftOut = countLeftOut(m_leftOut.items, m_ids.items);
        failIfKindUnknown();
        warn();
        if (2 * m_damaged >= m_report.rowsRead && m_damaged > 0 && !m_options.keepDamaged) failDamaged();
    }

private:
    const TableLayout& layout() const { return m_source.recognition.layout; }

    void readLine(std::string_view line, RecordReader& reader) {
        const char* damage = reader.isTooLong() ? kTooLong : parse(line);
        if (damage) {
            const Joined joined = reader.join(line);
            if (joined == Joined::Whole) damage = parse(line);
            if (joined == Joined::TooLong) damage = kTooLong;
            if (joined == Joined::NotClosed) damage = translatable("a quote is not closed");
            if (joined != Joined::Whole && reader.lineCount() > 1) {
                if (m_unfinished++ == 0) m_firstUnfinished = m_line;
                m_linesOfUnfinished += reader.lineCount() - 1;
            }
        }
        if (damage) {
            ++m_report.rowsRead;
            drop(damage);
            return;
        }
        if (m_rows.empty() && !m_parser->isBetweenRows()) {
            ++m_report.rowsRead;
            m_report.drop(translatable("a user without items"), m_line);
        }
        for (const RawRow& raw : m_rows) {
            ++m_report.rowsRead;
            if (const char* wrong = add(raw)) {
                drop(wrong);
                noteLeftOut(raw);
            }
        }
    }

    const char* parse(std::string_view line) {
        return std::memchr(line.data(), '\0', line.size()) ? translatable("contains zero bytes")
                                                           : m_parser->parse(line, m_rows);
    }

    void failIfKindUnknown() const {
        if (!layout().kind) return;
        std::vector<std::string> names = m_ids.details.kindNames;
        names.insert(names.end(), m_otherKinds.begin(), m_otherKinds.end());
        for (const std::string& kind : m_options.kinds) {
            if (std::find(names.begin(), names.end(), kind) != names.end()) continue;
            throw Error(ErrorKind::Usage, translated("No row has the kind of event \"{}\".", kind),
                        translated("The kinds are {}.", listed(names, /*limit=*/20)));
        }
    }

    void drop(const char* damage) {
        ++m_damaged;
        m_report.drop(damage, m_line);
    }

    /// Returns why the row is damaged; null for a row that was added or that a filter drops.
    const char* add(const RawRow& raw) {
        const std::string_view user = trimmed(raw.user), item = trimmed(raw.item);
        if (isMissing(user)) return translatable("no user");
        if (isMissing(item)) return kNoItem;
        Row row;
        row.line = static_cast<std::uint32_t>(m_line);
        if (m_hasRowNumbers) {
            row.line = static_cast<std::uint32_t>(m_ids.details.lines.size());
            m_ids.details.lines.push_back(static_cast<std::uint32_t>(m_line));
        }
        if (layout().time) {
            auto time = m_times.read(raw.time);
            if (!time && !isMissing(raw.time)) time = otherDate(raw.time);
            if (!time) return whyNoTime(raw.time);
            if (*time < kYear1800) return translatable("a time before 1800");
            if (*time >= kYear2100) return translatable("a time after 2099");
            row.time = *time;
        }
        row.rating = std::numeric_limits<float>::quiet_NaN();
        if (layout().rating) {
            if (const char* wrong = readRating(trimmed(raw.rating), row.rating)) return wrong;
        }
        if (m_options.minRating && !(static_cast<double>(row.rating) >= *m_options.minRating)) {
            m_report.drop(std::isnan(row.rating) ? translatable("no rating") : m_tooLow, m_line);
            noteLeftOut(raw);
            return nullptr;
        }
        std::int16_t kind = -1;
        if (layout().kind) {
            kind = kindOf(trimmed(raw.kind));
            if (!m_options.kinds.empty() && kind < 0) {
                m_report.drop(translatable("another kind of event"), m_line);
                noteLeftOut(raw);
                return nullptr;
            }
            putAt(m_ids.details.kinds, row, kind);
        }
        if (layout().order) {
            const std::string_view order = trimmed(raw.order);
            putAt(m_ids.details.orders, row, isMissing(order) ? -1 : m_orders.indexOf(order));
        }
        row.user = numberOf(m_ids.users, user, m_source.hasWholeUsers);
        row.item = numberOf(m_ids.items, item, m_source.hasWholeItems);
        if (!m_ids.itemColumns.empty()) noteItem(static_cast<std::size_t>(row.item), raw);
        m_sink.add(row);
        return nullptr;
    }

    /// Stores the title, category and attributes that the row states for its item.
    void noteItem(std::size_t item, const RawRow& raw) {
        ItemColumns& columns = m_ids.itemColumns;
        if (columns.title) columns.title->add(item, raw.title, !m_isUtf8);
        if (columns.category) columns.category->add(item, raw.category, !m_isUtf8);
        for (std::size_t i = 0; i < std::min(columns.attributes.size(), raw.attributes.size()); ++i)
            columns.attributes[i].add(item, raw.attributes[i], !m_isUtf8);
    }

    /// Stores a detail of the row, indexed by Row::line.
    template <class Number>
    void putAt(std::vector<Number>& values, const Row& row, Number value) {
        values.resize(static_cast<std::size_t>(row.line) + 1, Number{-1});
        values.back() = value;
    }

    /// The index of a kind of event in RowDetails::kindNames; -1 for a missing value or a kind that is not kept.
    std::int16_t kindOf(std::string_view text) {
        constexpr std::size_t kMaxKinds = 1000;
        if (isMissing(text)) return -1;
        const std::string name = utf8Of(text);
        const std::vector<std::string>& kept = m_options.kinds;
        const bool isKept = kept.empty() || std::find(kept.begin(), kept.end(), name) != kept.end();
        std::vector<std::string>& names = isKept ? m_ids.details.kindNames : m_otherKinds;
        auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            if (names.size() >= kMaxKinds) {
                throw Error(ErrorKind::Input,
                            translated("The column of the kinds of events has more than {} values.", kMaxKinds),
                            translated("Choose a column with a few values, such as view, cart and purchase."));
            }
            found = names.insert(names.end(), name);
        }
        return isKept ? static_cast<std::int16_t>(found - names.begin()) : std::int16_t{-1};
    }

    /// A date in another form than the others of the column, if it can be read in one way only.
    std::optional<std::int64_t> otherDate(std::string_view text) {
        const auto time = readOtherDate(text, m_source.timeFormat);
        if (!time) return std::nullopt;
        const bool isOrder = hasOtherOrder(text, m_source.timeFormat);
        OtherDates& dates = isOrder ? m_otherOrder : m_otherForm;
        if (dates.count++ == 0) dates.example = fmt::format("\"{}\"", utf8Of(trimmed(text)));
        return time;
    }

    static const char* whyNoTime(std::string_view text) {
        if (isMissing(text)) return translatable("no time");
        return isDateWithoutYear(text) ? translatable("a date without a year")
                                       : translatable("the time cannot be read");
    }

    const char* readRating(std::string_view text, float& rating) {
        if (isMissing(text)) return nullptr;
        // Nearly all ratings look like "4", "4.0" or "4.5": parse these without the general parser.
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        if (text.size() == 3 && isDigit(text[0]) && text[1] == '.' && isDigit(text[2])) {
            rating = static_cast<float>((text[0] - '0') * 10 + (text[2] - '0')) / 10.0F;
            return nullptr;
        }
        const auto number = numberWithAnyPoint(text);
        if (!number) {
            noteUnreadRating(text);
            return nullptr;
        }
        if (std::abs(*number) > kMaxRating) return translatable("the rating is out of range");
        rating = static_cast<float>(*number);
        return nullptr;
    }

    void noteUnreadRating(std::string_view text) {
        constexpr std::size_t kExamples = 3, kLongest = 30;
        ++m_unreadRatings;
        const std::string shown = fmt::format("\"{}\"", utf8Of(text.substr(0, kLongest)));
        if (m_ratingExamples.size() < kExamples && text.size() <= kLongest &&
            std::find(m_ratingExamples.begin(), m_ratingExamples.end(), shown) == m_ratingExamples.end()) {
            m_ratingExamples.push_back(shown);
        }
    }

    std::string utf8Of(std::string_view text) const {
        return m_isUtf8 && isUtf8(text) ? std::string(text) : windows1252ToUtf8(text);
    }

    std::int32_t numberOf(IdTable& table, std::string_view id, bool isWhole) {
        if (isWhole) id = withoutZeroFraction(id);
        if (isAscii(id) || (m_isUtf8 && isUtf8(id))) return table.indexOf(id);
        const std::size_t before = table.ids().size();
        const std::int32_t number = table.indexOf(windows1252ToUtf8(id));
        m_report.encodingErrors += m_isUtf8 && table.ids().size() > before;
        if (m_isUtf8 && m_firstWrongEncoding == 0) m_firstWrongEncoding = m_line;
        return number;
    }

    /// Remembers the ids of dropped rows, to find users and items without any kept row.
    void noteLeftOut(const RawRow& raw) {
        const auto note = [&](IdTable& table, std::string_view id, bool isWhole) {
            id = trimmed(id);
            if (!isMissing(id)) table.indexOf(utf8Of(isWhole ? withoutZeroFraction(id) : id));
        };
        note(m_leftOut.users, raw.user, m_source.hasWholeUsers);
        note(m_leftOut.items, raw.item, m_source.hasWholeItems);
    }

    static std::int64_t countLeftOut(const IdTable& leftOut, const IdTable& kept) {
        return std::count_if(leftOut.ids().begin(), leftOut.ids().end(),
                             [&](const std::string& id) { return !kept.contains(id); });
    }

    void warn() {
        if (m_firstWrongEncoding > 0) {
            m_report.warnings.push_back(
                translated("Line {} is the first with an id that is not UTF-8, although the file begins as UTF-8. If "
                           "it was joined from files in different encodings, convert those files first.",
                           grouped(m_firstWrongEncoding)));
        }
        warnOfDates();
        if (m_unreadRatings > 0) {
            const std::string examples =
                m_ratingExamples.empty() ? "" : fmt::format(" ({})", fmt::join(m_ratingExamples, ", "));
            m_report.warnings.push_back(
                m_unreadRatings == 1
                    ? translated("1 rating is not a number{}: its row was kept without a rating.", examples)
                    : translated("{} ratings are not numbers{}: their rows were kept without a rating.",
                                 grouped(m_unreadRatings), examples));
        }
        if (m_unfinished > 0) {
            const std::string which =
                m_unfinished == 1 ? translated("A quoted text is not closed or too long (line {})", m_firstUnfinished)
                                  : translated("{} quoted texts are not closed or too long (the first in line {})",
                                               grouped(m_unfinished), m_firstUnfinished);
            const std::string lost =
                m_linesOfUnfinished == 1
                    ? translated("1 line after the quote, up to the next row, was left out with it.")
                    : translated("{} lines after the quote, up to the next row, were left out with it.",
                                 grouped(m_linesOfUnfinished));
            m_report.warnings.push_back(which + ": " + lost);
        }
    }

    void warnOfDates() {
        if (m_otherForm.count > 0) {
            m_report.reading.push_back(
                m_otherForm.count == 1
                    ? translated("1 time is written in another form and was also read: {}.", m_otherForm.example)
                    : translated("{} times are written in other forms and were also read, for example {}.",
                                 grouped(m_otherForm.count), m_otherForm.example));
        }
        if (m_otherOrder.count == 0) return;
        const bool isDayFirst = m_source.timeFormat == TimeFormat::DayFirst;
        const std::string count =
            m_otherOrder.count == 1
                ? translated("1 date ({})", m_otherOrder.example)
                : translated("{} dates (the first: {})", grouped(m_otherOrder.count), m_otherOrder.example);
        m_report.warnings.push_back(
            isDayFirst ? translated("{} can be read only with the month first. All dates that could be either, such as "
                                    "03/04/2020, were read with the day first: check some of them.",
                                    count)
                       : translated("{} can be read only with the day first. All dates that could be either, such as "
                                    "03/04/2020, were read with the month first: check some of them.",
                                    count));
    }

    [[noreturn]] void failDamaged() const {
        std::vector<std::string> reasons;
        for (const DroppedRows& dropped : m_report.dropped) {
            std::vector<std::string> lines;
            for (const std::int64_t line : dropped.firstLines) lines.push_back(std::to_string(line));
            const std::string reason = translated(dropped.reason);
            reasons.push_back(lines.size() == 1 ? translated("{} (line {})", reason, lines.front())
                                                : translated("{} (lines {})", reason, listed(lines)));
        }
        const bool lackOnlyItems =
            std::all_of(m_report.dropped.begin(), m_report.dropped.end(),
                        [](const DroppedRows& dropped) { return dropped.reason == std::string_view(kNoItem); });
        throw Error(ErrorKind::Input,
                    translated("{} of the {} rows of {} cannot be read: {}.", grouped(m_damaged),
                               grouped(m_report.rowsRead), m_source.part.name(), listed(reasons)),
                    lackOnlyItems
                        ? translated("If these rows are events without an item, such as logins, import the others with "
                                     "--keep-damaged. If not, choose the columns. Nothing was imported.")
                        : translated("Look at these lines, or choose the columns if they were recognised wrongly. "
                                     "Nothing was imported."));
    }

    const ImportSource& m_source;
    const ImportOptions& m_options;
    ImportReport& m_report;
    RowIds& m_ids;
    RowSink& m_sink;
    TimeReader m_times{m_source.timeFormat, m_source.timePattern};
    std::unique_ptr<RowParser> m_parser;
    /// Rows are identified by row numbers instead of line numbers, because a line can hold several rows with details:
    /// see RowDetails::lines.
    bool m_hasRowNumbers = m_parser->hasSeveralRows() && (layout().kind || layout().order);
    std::vector<RawRow> m_rows;
    std::string m_tooLow;
    bool m_isUtf8 = m_source.encoding != kWindows1252;
    RowIds m_leftOut;
    IdTable m_orders;
    std::vector<std::string> m_otherKinds;  // kinds of events that ImportOptions::kinds does not name
    std::int64_t m_line = 0, m_damaged = 0;
    std::int64_t m_firstWrongEncoding = 0;  // line of the first id that is not UTF-8 in a file of UTF-8; 0 = none
    struct OtherDates {
        std::int64_t count = 0;
        std::string example;  // the first, in quotes
    };
    OtherDates m_otherForm;   // dates in another form than those of the column
    OtherDates m_otherOrder;  // dates with the day and the month in the other order
    std::int64_t m_unreadRatings = 0;
    std::vector<std::string> m_ratingExamples;
    // Records of several lines that did not yield a row: how many, line number of the first, lines after their first.
    std::int64_t m_unfinished = 0, m_firstUnfinished = 0, m_linesOfUnfinished = 0;
};

}  // namespace

std::string_view withoutZeroFraction(std::string_view id) {
    const std::size_t point = id.find('.');
    if (point == std::string_view::npos || point == 0 || point + 1 == id.size()) return id;
    if (id.find_first_not_of("0123456789") != point || id.find_first_not_of('0', point + 1) != std::string_view::npos) {
        return id;
    }
    return id.substr(0, point);
}

void readRows(const ImportSource& source, const ImportOptions& options, ImportReport& report, RowIds& ids,
              RowSink& sink, const std::function<void(std::int64_t, std::int64_t)>& progress,
              const std::stop_token& stop) {
    RowReader(source, options, report, ids, sink).readAll(progress, stop);
}

}  // namespace recscope
