// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_text.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <system_error>

#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::int64_t kMsPerSecond = 1000, kMsPerMinute = 60 * kMsPerSecond, kMsPerHour = 60 * kMsPerMinute,
                       kMsPerDay = 24 * kMsPerHour;
// Seconds reach 1e11 in the year 5138, milliseconds did so in 1973; the same again from milliseconds to microseconds.
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

}  // namespace

std::optional<std::int64_t> parseTime(std::string_view text) {
    text = trimmed(text);
    std::int64_t whole = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (failure == std::errc() && end == text.data() + text.size()) return fromNumber(static_cast<double>(whole));
    if (const auto number = parseNumber(text)) return fromNumber(*number);

    int first = 0, second = 0, third = 0;
    Scanner scanner(text);
    if (!scanner.number(4, first)) return std::nullopt;
    if (scanner.skip('-') || scanner.skip('/')) {
        if (!scanner.number(2, second) || (!scanner.skip('-') && !scanner.skip('/')) || !scanner.number(2, third)) {
            return std::nullopt;
        }
        const auto date = fromDate(first, second, third);
        const auto clock = clockOffset(scanner);
        if (!date || !clock) return std::nullopt;
        return *date + *clock;
    }
    if (!scanner.skip(' ') || !scanner.number(2, second) || !scanner.skip(',') || !scanner.skip(' ') ||
        !scanner.number(4, third) || !scanner.atEnd()) {
        return std::nullopt;
    }
    return fromDate(third, first, second);
}

}  // namespace recscope
