// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/time_pattern.h"

namespace recscope {

/// How times are written in a file. A time without a zone is taken as UTC.
enum class TimeFormat {
    Auto,          ///< for each value: number since 1970 (unit by magnitude), Date, MonthDayYear, Posted or Words
    Seconds,       ///< number of seconds since 1970
    Milliseconds,  ///< number of milliseconds since 1970
    Date,          ///< ISO 8601: "2017-12-17", "2017-12-17T20:15:00Z", "2017-12-17 20:15:00.5+01:00"
    MonthDayYear,  ///< "09 13, 2009"
    Posted,        ///< "Posted November 5, 2011."
    Microseconds,  ///< number of microseconds since 1970
    Nanoseconds,   ///< number of nanoseconds since 1970
    CompactDate,   ///< "20171217", "20171217201500"
    DayFirst,      ///< "17/12/2017", "17.12.2017 20:15", "17-Dec-2017"
    MonthFirst,    ///< "12/17/2017", "12/17/2017 8:15:00 PM"
    Words,         ///< dates with the month's name: "Tue Apr 03 18:00:06 +0000 2012", "17 Dec 2017"
    ExcelDays,     ///< days since 30 December 1899, as in spreadsheets: "43101", "43101.75"
    DateAndMs,     ///< a day and milliseconds to add to it: "2016-05-09 526309"
    Pattern,       ///< as described by a TimePattern
};

/// "auto", "seconds", "milliseconds", "date", "month-day-year", "posted", "microseconds", "nanoseconds", "yyyymmdd",
/// "day-first", "month-first", "words", "excel-days", "date-and-ms", "pattern"
const char* timeFormatName(TimeFormat format);
/// Throws Error(Usage), listing the known names, if the name is unknown.
TimeFormat timeFormatFromName(const std::string& name);
/// All formats but Pattern, for a list to choose from.
std::vector<TimeFormat> timeFormats();

/// Milliseconds since 1970, UTC; unset if the text is not a time in this format. Not for Pattern: see TimeReader.
std::optional<std::int64_t> parseTime(std::string_view text, TimeFormat format = TimeFormat::Auto);

/// Reads the times of one file, whose format is known.
class TimeReader {
public:
    /// Throws Error(Usage) for a wrong pattern.
    explicit TimeReader(TimeFormat format, const std::string& pattern = {});
    std::optional<std::int64_t> read(std::string_view text) const {
        return m_pattern ? m_pattern->parse(text) : parseTime(text, m_format);
    }

private:
    TimeFormat m_format;
    std::optional<TimePattern> m_pattern;
};

/// A description for use in a sentence: "dates as 2017-12-17", "seconds since 1970".
std::string timeFormatText(TimeFormat format, const std::string& pattern);

/// True for "Posted November 5.": Steam omits the current year, and nothing in a file states which year that was.
bool isDateWithoutYear(std::string_view text);

}  // namespace recscope
