// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/data/missing_value.h"
#include "core/data/record_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::int64_t kLinesPerProgress = 50000;
constexpr std::int64_t kYear2100 = 4102444800000;  // milliseconds
constexpr double kLargestRating = 1e6;             // a float still counts to here; no scale is longer

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
        if (options.minRating) m_tooLow = fmt::format("rating below {}", *options.minRating);
    }

    void readAll(const std::function<void(std::int64_t, std::int64_t)>& progress, const std::stop_token& stop) {
        RecordReader reader(readAhead(openPart(m_source.part)), layout().delimiter);
        std::string_view line;
        bool headerIsNext = layout().hasHeader;
        for (std::int64_t read = 1; reader.next(line); ++read) {
            m_line = reader.lineNumber();
            if (read % kLinesPerProgress == 0) {
                throwIfStopped(stop);
                if (progress) progress(reader.source().consumed(), reader.source().size());
            }
            if (line.empty() || trimmed(line).empty()) {
                ++m_report.rowsRead;
                m_report.drop("empty line", m_line);
            } else if (headerIsNext) {
                headerIsNext = false;
                reader.join(line);
            } else {
                readLine(line, reader);
            }
        }
        throwIfStopped(stop);
        m_report.rowsDamaged = m_damaged;
        if (2 * m_damaged >= m_report.rowsRead && m_damaged > 0 && !m_options.keepDamaged) failDamaged();
    }

private:
    const TableLayout& layout() const { return m_source.recognition.layout; }

    void readLine(std::string_view line, RecordReader& reader) {
        const char* damage = reader.isTooLong() ? "longer than 16 MiB" : parse(line);
        if (damage && reader.join(line)) damage = parse(line);
        if (damage) {
            ++m_report.rowsRead;
            drop(damage);
            return;
        }
        for (const RawRow& raw : m_rows) {
            ++m_report.rowsRead;
            if (const char* wrong = add(raw)) drop(wrong);
        }
    }

    const char* parse(std::string_view line) {
        return std::memchr(line.data(), '\0', line.size()) ? "zero bytes in it" : m_parser->parse(line, m_rows);
    }

    void drop(const char* damage) {
        ++m_damaged;
        m_report.drop(damage, m_line);
    }

    /// Null, or why the row is damaged.
    const char* add(const RawRow& raw) {
        const std::string_view user = trimmed(raw.user), item = trimmed(raw.item);
        if (isMissing(user)) return "no user";
        if (isMissing(item)) return "no item";
        Row row;
        row.line = static_cast<std::uint32_t>(m_line);
        if (layout().time) {
            const auto time = parseTime(raw.time, m_source.timeFormat);
            if (!time) return whyNoTime(raw.time);
            if (*time < 0) return "a time before 1970";
            if (*time >= kYear2100) return "a time after 2099";
            row.time = *time;
        }
        row.rating = std::numeric_limits<float>::quiet_NaN();
        if (layout().rating) {
            if (const char* wrong = readRating(trimmed(raw.rating), row.rating)) return wrong;
        }
        if (m_options.minRating && !(static_cast<double>(row.rating) >= *m_options.minRating)) {
            m_report.drop(std::isnan(row.rating) ? "no rating" : m_tooLow, m_line);
            return nullptr;
        }
        row.user = numberOf(m_ids.users, user, m_source.hasWholeUsers);
        row.item = numberOf(m_ids.items, item, m_source.hasWholeItems);
        m_sink.add(row);
        return nullptr;
    }

    static const char* whyNoTime(std::string_view text) {
        if (isMissing(text)) return "no time";
        return isDateWithoutYear(text) ? "a date without a year" : "the time cannot be read";
    }

    static const char* readRating(std::string_view text, float& rating) {
        if (isMissing(text)) return nullptr;
        // "4", "4.0" and "4.5" without the way through a general parser: they are nearly all there are.
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        if (text.size() == 3 && isDigit(text[0]) && text[1] == '.' && isDigit(text[2])) {
            rating = static_cast<float>((text[0] - '0') * 10 + (text[2] - '0')) / 10.0F;
            return nullptr;
        }
        const auto number = parseNumber(text);
        if (!number) return "the rating is not a number";
        if (std::abs(*number) > kLargestRating) return "the rating is out of range";
        rating = static_cast<float>(*number);
        return nullptr;
    }

    std::int32_t numberOf(IdTable& table, std::string_view id, bool isWhole) {
        if (isWhole) id = withoutZeroFraction(id);
        if (isAscii(id)) return table.indexOf(id);
        if (m_source.encoding == "UTF-8" && isUtf8(id)) return table.indexOf(id);
        m_report.encodingErrors += m_source.encoding == "UTF-8";
        return table.indexOf(latin1ToUtf8(id));
    }

    [[noreturn]] void failDamaged() const {
        std::vector<std::string> reasons;
        for (const DroppedRows& dropped : m_report.dropped) {
            std::vector<std::string> lines;
            for (const std::int64_t line : dropped.firstLines) lines.push_back(std::to_string(line));
            reasons.push_back(
                fmt::format("{} (line{} {})", dropped.reason, lines.size() == 1 ? "" : "s", listed(lines)));
        }
        throw Error(ErrorKind::Input,
                    fmt::format("{} of the {} rows of {} cannot be read: {}.", grouped(m_damaged),
                                grouped(m_report.rowsRead), m_source.part.name(), listed(reasons)),
                    "Look at these lines, or choose the columns if they were taken wrongly. Nothing was imported.");
    }

    const ImportSource& m_source;
    const ImportOptions& m_options;
    ImportReport& m_report;
    RowIds& m_ids;
    RowSink& m_sink;
    std::unique_ptr<RowParser> m_parser;
    std::vector<RawRow> m_rows;
    std::string m_tooLow;
    std::int64_t m_line = 0, m_damaged = 0;
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
