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

#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::int64_t kMsPerSecond = 1000, kMsPerMinute = 60 * kMsPerSecond, kMsPerHour = 60 * kMsPerMinute,
                       kMsPerDay = 24 * kMsPerHour;
// Seconds reach 1e11 in the year 5138, milliseconds did so in 1973; the same again from milliseconds to microseconds.
constexpr std::int64_t kBeyond = std::int64_t{1} << 50;  // in the year 37648: a time, but none that is kept
constexpr double kSecondsEnd = 1e11, kMillisecondsEnd = 1e14, kMicrosecondsEnd = 1e17;

std::optional<std::int64_t> fromNumber(double value) {
    const double size = std::abs(value);
    if (size >= kMicrosecondsEnd) return std::nullopt;
    const double ms = size < kSecondsEnd ? value * 1000 : size < kMillisecondsEnd ? value : value / 1000;
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

std::optional<std::int64_t> fromDate(int year, int month, int day) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count() * kMsPerDay;
}

/// What may follow the date: "T20:15", " 20:15:00.5Z", "+01:00". Nothing at all is midnight.
std::optional<std::int64_t> clockOffset(Scanner& scanner) {
    if (scanner.atEnd()) return 0;
    int hour = 0, minute = 0, second = 0, ms = 0;
    if (!scanner.skip('T') && !scanner.skip(' ')) return std::nullopt;
    if (!scanner.number(2, hour) || !scanner.skip(':') || !scanner.number(2, minute)) return std::nullopt;
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

std::optional<std::int64_t> parseNumberOf(std::string_view text, TimeFormat format) {
    std::int64_t whole = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), whole);
    const bool isWhole = failure == std::errc() && end == text.data() + text.size();
    if (!isWhole) {
        const auto number = parseNumber(text);
        if (!number) return std::nullopt;
        if (format == TimeFormat::Auto) return fromNumber(*number);
        const double ms = format == TimeFormat::Seconds ? *number * 1000 : *number;
        return std::abs(ms) < kMicrosecondsEnd ? std::optional(std::llround(ms)) : std::nullopt;
    }
    const bool isHuge =
        whole >= static_cast<std::int64_t>(kMicrosecondsEnd) || whole <= -static_cast<std::int64_t>(kMicrosecondsEnd);
    if (format == TimeFormat::Milliseconds) return isHuge ? std::nullopt : std::optional(whole);
    const bool areSeconds = std::abs(static_cast<double>(whole)) < kSecondsEnd;
    if (format == TimeFormat::Seconds || areSeconds) {
        return areSeconds ? std::optional(whole * kMsPerSecond) : isHuge ? std::nullopt : std::optional(kBeyond);
    }
    return fromNumber(static_cast<double>(whole));
}

std::optional<std::int64_t> parseDate(std::string_view text) {
    int year = 0, month = 0, day = 0;
    Scanner scanner(text);
    const auto separator = [&] { return scanner.skip('-') || scanner.skip('/'); };
    if (!scanner.number(4, year) || !separator() || !scanner.number(2, month) || !separator() ||
        !scanner.number(2, day)) {
        return std::nullopt;
    }
    const auto date = fromDate(year, month, day);
    const auto clock = clockOffset(scanner);
    if (!date || !clock) return std::nullopt;
    return *date + *clock;
}

/// "13, 2009" behind a month.
std::optional<std::int64_t> parseDayYear(Scanner& scanner, int month) {
    int day = 0, year = 0;
    if (!scanner.skip(' ') || !scanner.number(2, day) || !scanner.skip(',') || !scanner.skip(' ') ||
        !scanner.number(4, year) || !scanner.atEnd()) {
        return std::nullopt;
    }
    return fromDate(year, month, day);
}

std::optional<std::int64_t> parseMonthDayYear(std::string_view text) {
    int month = 0;
    Scanner scanner(text);
    if (!scanner.number(2, month)) return std::nullopt;
    return parseDayYear(scanner, month);
}

/// The month (1…12) that a text like "Posted November 5, 2011." names, and what stands behind it: " 5, 2011".
std::optional<std::pair<int, std::string_view>> postedMonth(std::string_view text) {
    constexpr std::array kMonths = {"january", "february", "march",     "april",   "may",      "june",
                                    "july",    "august",   "september", "october", "november", "december"};
    constexpr std::string_view kPosted = "Posted ";
    if (text.starts_with(kPosted)) text.remove_prefix(kPosted.size());
    if (text.ends_with('.')) text.remove_suffix(1);
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string name = folded(text.substr(0, end));
    const auto month = std::find(kMonths.begin(), kMonths.end(), name);
    if (month == kMonths.end()) return std::nullopt;
    return std::pair(static_cast<int>(month - kMonths.begin()) + 1, text.substr(end));
}

std::optional<std::int64_t> parsePosted(std::string_view text) {
    const auto month = postedMonth(text);
    if (!month) return std::nullopt;
    Scanner scanner(month->second);
    return parseDayYear(scanner, month->first);
}

constexpr std::array kFormatNames = {"auto",        "seconds",      "milliseconds", "date",     "month-day-year",
                                     "posted",      "microseconds", "nanoseconds",  "yyyymmdd", "day-first",
                                     "month-first", "words",        "pattern"};

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
    throw Error(ErrorKind::Usage, fmt::format("There is no time format named \"{}\".", name),
                fmt::format("Time formats: {}.", listed({kFormatNames.begin(), kFormatNames.end()})));
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
            return parseNumberOf(text, format);
        case TimeFormat::Date:
            return parseDate(text);
        case TimeFormat::MonthDayYear:
            return parseMonthDayYear(text);
        case TimeFormat::Posted:
            return parsePosted(text);
        case TimeFormat::Microseconds:
        case TimeFormat::Nanoseconds:
        case TimeFormat::CompactDate:
        case TimeFormat::DayFirst:
        case TimeFormat::MonthFirst:
        case TimeFormat::Words:
        case TimeFormat::Pattern:
            return std::nullopt;
        case TimeFormat::Auto:
            break;
    }
    if (const auto number = parseNumberOf(text, format)) return number;
    if (const auto date = parseDate(text)) return date;
    if (const auto date = parseMonthDayYear(text)) return date;
    return parsePosted(text);
}

}  // namespace recscope
