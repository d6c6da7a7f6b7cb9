// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "core/data/date_text.h"
#include "core/data/time_units.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// TimeFormat::Auto derives the unit of a number from its magnitude: 1e11 is the year 5138 in seconds, but 1973 in
// milliseconds. The higher limits separate milliseconds, microseconds and nanoseconds in the same way. kTooLate
// replaces all later times; imports reject it.
constexpr std::int64_t kTooLate = std::int64_t{1} << 50;  // milliseconds: the year 37648
constexpr double kSecondsEnd = 1e11, kMillisecondsEnd = 1e14, kMicrosecondsEnd = 1e17, kNanosecondsEnd = 9e18;

std::optional<std::int64_t> fromNumber(double value) {
    const double size = std::abs(value);
    if (size >= kNanosecondsEnd) return std::nullopt;
    const double ms = size < kSecondsEnd        ? value * 1e3
                      : size < kMillisecondsEnd ? value
                      : size < kMicrosecondsEnd ? value / 1e3
                                                : value / 1e6;
    return std::llround(ms);
}

/// Reads numbers and fixed characters from the front of a text.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_text(text) {}

    bool atEnd() const { return m_text.empty(); }
    bool skip(char c) {
        if (!m_text.starts_with(c)) return false;
        m_text.remove_prefix(1);
        return true;
    }
    /// A number of at least one and at most `digits` digits.
    bool number(std::size_t digits, int& value) {
        const auto [end, failure] =
            std::from_chars(m_text.data(), m_text.data() + std::min(digits, m_text.size()), value);
        if (failure != std::errc() || m_text.front() == '-') return false;
        m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
        return true;
    }
    /// ".25" as milliseconds; 0 if there is no fraction.
    int fraction() {
        if (!skip('.') && !skip(',')) return 0;
        int ms = 0, scale = 100;
        while (!m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9') {
            ms += scale * (m_text.front() - '0');
            scale /= 10;
            m_text.remove_prefix(1);
        }
        return ms;
    }

private:
    std::string_view m_text;
};

/// Reads what may follow the date: "T20:15", " 20:15:00.5Z", " 20:15+01:00". Returns the milliseconds between midnight
/// UTC of that date and the time; 0 if nothing follows.
std::optional<std::int64_t> clockOffset(Scanner& scanner) {
    if (scanner.atEnd()) return 0;
    int hour = 0, minute = 0, second = 0, ms = 0;
    if (!scanner.skip('T') && !scanner.skip(' ')) return std::nullopt;
    if (!scanner.number(2, hour)) return std::nullopt;
    const bool isHourAlone = scanner.atEnd();  // "2014-12-06 02"
    if (!isHourAlone && (!scanner.skip(':') || !scanner.number(2, minute))) return std::nullopt;
    if (scanner.skip(':')) {
        if (!scanner.number(2, second)) return std::nullopt;
        ms = scanner.fraction();
    }
    if (hour > 24 || minute > 59 || second > 60) return std::nullopt;
    std::int64_t offset = hour * kMsPerHour + minute * kMsPerMinute + second * kMsPerSecond + ms;
    scanner.skip(' ');
    const bool east = scanner.skip('+');
    if (east || scanner.skip('-')) {
        int zoneHour = 0, zoneMinute = 0;
        if (!scanner.number(2, zoneHour)) return std::nullopt;
        scanner.skip(':');
        if (!scanner.atEnd() && !scanner.number(2, zoneMinute)) return std::nullopt;
        const std::int64_t zone = zoneHour * kMsPerHour + zoneMinute * kMsPerMinute;
        offset += east ? -zone : zone;
    } else if (!scanner.skip('Z') && !scanner.atEnd()) {
        scanner.skip('U') && scanner.skip('T') && scanner.skip('C');
    }
    if (!scanner.atEnd()) return std::nullopt;
    return offset;
}

/// Milliseconds in one unit of a numeric format.
double unitOf(TimeFormat format) {
    switch (format) {
        case TimeFormat::Seconds:
            return 1e3;
        case TimeFormat::Microseconds:
            return 1e-3;
        case TimeFormat::Nanoseconds:
            return 1e-6;
        default:
            return 1;
    }
}

std::optional<std::int64_t> parseNumberOf(std::string_view text, TimeFormat format) {
    std::int64_t whole = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), whole);
    const bool isWhole = failure == std::errc() && end == text.data() + text.size();
    if (isWhole && format == TimeFormat::Auto && std::abs(static_cast<double>(whole)) < kSecondsEnd)
        return whole * kMsPerSecond;  // fast path for nearly all values
    const auto number = isWhole ? std::optional(static_cast<double>(whole)) : parseNumber(text);
    if (!number) return std::nullopt;
    if (format == TimeFormat::Auto) return fromNumber(*number);
    if (isWhole && format == TimeFormat::Milliseconds)
        return std::abs(*number) < kMicrosecondsEnd ? std::optional(whole) : std::nullopt;
    const double ms = *number * unitOf(format);
    if (std::abs(ms) < static_cast<double>(kTooLate)) return std::llround(ms);
    return std::abs(*number) < kMicrosecondsEnd ? std::optional(kTooLate) : std::nullopt;
}

std::optional<std::int64_t> parseDate(std::string_view text) {
    int year = 0, month = 0, day = 0;
    Scanner scanner(text);
    const auto separator = [&] { return scanner.skip('-') || scanner.skip('/'); };
    if (!scanner.number(4, year) || !separator() || !scanner.number(2, month) || !separator() ||
        !scanner.number(2, day) || year < 1000) {  // "07/12/15" does not begin with a year
        return std::nullopt;
    }
    const auto date = dayTime(year, month, day);
    const auto clock = clockOffset(scanner);
    if (!date || !clock) return std::nullopt;
    return *date + *clock;
}

std::optional<std::int64_t> parseExcelDays(std::string_view text) {
    constexpr double kOf1970 = 25569, kMaxDays = 3e6, kMsPerDay = 24.0 * static_cast<double>(kMsPerHour);
    const auto days = parseNumber(text);
    if (!days || std::abs(*days) > kMaxDays) return std::nullopt;
    return std::llround((*days - kOf1970) * kMsPerDay);
}

std::optional<std::int64_t> parseDateAndMs(std::string_view text) {
    // The milliseconds count from the beginning of a session, which is at most this long.
    constexpr std::int64_t kMaxSession = 100 * 24 * kMsPerHour;
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    const auto day = parseDate(text.substr(0, space));
    const std::string_view number = trimmed(text.substr(space));
    std::int64_t ms = 0;
    const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), ms);
    if (!day || failure != std::errc() || end != number.data() + number.size() || ms < 0 || ms > kMaxSession)
        return std::nullopt;
    return *day + ms;
}

/// Reads "13, 2009" after a month.
std::optional<std::int64_t> parseDayYear(Scanner& scanner, int month) {
    int day = 0, year = 0;
    if (!scanner.skip(' ') || !scanner.number(2, day) || !scanner.skip(',') || !scanner.skip(' ') ||
        !scanner.number(4, year) || !scanner.atEnd()) {
        return std::nullopt;
    }
    return dayTime(year, month, day);
}

std::optional<std::int64_t> parseMonthDayYear(std::string_view text) {
    int month = 0;
    Scanner scanner(text);
    if (!scanner.number(2, month)) return std::nullopt;
    return parseDayYear(scanner, month);
}

/// The month (1…12) in a text such as "Posted November 5, 2011.", and the rest after it: " 5, 2011".
std::optional<std::pair<int, std::string_view>> postedMonth(std::string_view text) {
    constexpr std::string_view kPosted = "Posted ";
    if (text.starts_with(kPosted)) text.remove_prefix(kPosted.size());
    if (text.ends_with('.')) text.remove_suffix(1);
    const std::size_t end = std::min(text.find(' '), text.size());
    const int month = end > 3 || text.substr(0, end) == "May" ? monthNamed(text.substr(0, end)) : 0;
    if (month == 0) return std::nullopt;
    return std::pair(month, text.substr(end));
}

std::optional<std::int64_t> parsePosted(std::string_view text) {
    const auto month = postedMonth(text);
    if (!month) return std::nullopt;
    Scanner scanner(month->second);
    return parseDayYear(scanner, month->first);
}

constexpr std::array kFormatNames = {"auto",        "seconds",      "milliseconds", "date",        "month-day-year",
                                     "posted",      "microseconds", "nanoseconds",  "yyyymmdd",    "day-first",
                                     "month-first", "words",        "excel-days",   "date-and-ms", "pattern"};

}  // namespace

const char* timeFormatName(TimeFormat format) {
    return kFormatNames.at(static_cast<std::size_t>(format));
}

std::vector<TimeFormat> timeFormats() {
    std::vector<TimeFormat> all;
    for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
        if (static_cast<TimeFormat>(i) != TimeFormat::Pattern) all.push_back(static_cast<TimeFormat>(i));
    }
    return all;
}

TimeFormat timeFormatFromName(const std::string& name) {
    for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
        if (name == kFormatNames[i]) return static_cast<TimeFormat>(i);
    }
    throw Error(ErrorKind::Usage, translated("There is no time format named \"{}\".", name),
                translated("Time formats: {}.", listed({kFormatNames.begin(), kFormatNames.end()})));
}

bool isDateWithoutYear(std::string_view text) {
    const auto month = postedMonth(trimmed(text));
    if (!month) return false;
    Scanner scanner(month->second);
    int day = 0;
    return scanner.skip(' ') && scanner.number(2, day) && scanner.atEnd();
}

std::optional<std::int64_t> parseTime(std::string_view text, TimeFormat format) {
    text = trimmed(text);
    switch (format) {
        case TimeFormat::Seconds:
        case TimeFormat::Milliseconds:
        case TimeFormat::Microseconds:
        case TimeFormat::Nanoseconds:
            return parseNumberOf(text, format);
        case TimeFormat::Date:
            return parseDate(text);
        case TimeFormat::MonthDayYear:
            return parseMonthDayYear(text);
        case TimeFormat::Posted:
            return parsePosted(text);
        case TimeFormat::CompactDate:
            return parseCompactDate(text);
        case TimeFormat::DayFirst:
            return parseNumericDate(text, DateOrder::DayFirst);
        case TimeFormat::MonthFirst:
            return parseNumericDate(text, DateOrder::MonthFirst);
        case TimeFormat::Words:
            return parseWordDate(text);
        case TimeFormat::ExcelDays:
            return parseExcelDays(text);
        case TimeFormat::DateAndMs:
            return parseDateAndMs(text);
        case TimeFormat::Pattern:
            return std::nullopt;
        case TimeFormat::Auto:
            break;
    }
    if (const auto number = parseNumberOf(text, format)) return number;
    if (const auto date = parseDate(text)) return date;
    if (const auto date = parseMonthDayYear(text)) return date;
    if (const auto date = parsePosted(text)) return date;
    return parseWordDate(text);
}

TimeReader::TimeReader(TimeFormat format, const std::string& pattern) : m_format(format) {
    if (format == TimeFormat::Pattern) m_pattern.emplace(pattern);
}

std::string timeFormatText(TimeFormat format, const std::string& pattern) {
    switch (format) {
        case TimeFormat::Auto:
            return translated("seconds since 1970, or smaller units recognised by the size of the numbers");
        case TimeFormat::Seconds:
        case TimeFormat::Milliseconds:
        case TimeFormat::Microseconds:
        case TimeFormat::Nanoseconds:
            return translated("{} since 1970", timeFormatName(format));
        case TimeFormat::Date:
            return translated("dates as 2017-12-17, with the time of day if there is one");
        case TimeFormat::MonthDayYear:
            return translated("dates as 12 17, 2017");
        case TimeFormat::Posted:
            return translated("dates as November 5, 2011");
        case TimeFormat::CompactDate:
            return translated("dates as 20171217, with the time of day if there is one");
        case TimeFormat::DayFirst:
            return translated("the day before the month, as in 17/12/2017");
        case TimeFormat::MonthFirst:
            return translated("the month before the day, as in 12/17/2017");
        case TimeFormat::Words:
            return translated("dates as 17 Dec 2017, with the time of day if there is one");
        case TimeFormat::ExcelDays:
            return translated("days since 30 December 1899, as spreadsheets count them");
        case TimeFormat::DateAndMs:
            return translated("days as 2017-12-17 with milliseconds added to them");
        case TimeFormat::Pattern:
            break;
    }
    return translated("the pattern {}", pattern);
}

}  // namespace recscope
