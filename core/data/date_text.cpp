// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/date_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "core/data/time_units.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr int kFirstShortYear = 70;  // "70" is 1970, "69" is 2069, as in POSIX

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The offset of a named time zone in minutes east of Greenwich; unset if the word is not a zone.
std::optional<int> zoneNamed(const std::string& word) {
    struct Zone {
        const char* name;
        int minutes;
    };
    static constexpr Zone kZones[] = {{"utc", 0},    {"gmt", 0},    {"z", 0},      {"est", -300}, {"edt", -240},
                                      {"cst", -360}, {"cdt", -300}, {"mst", -420}, {"mdt", -360}, {"pst", -480},
                                      {"pdt", -420}, {"cet", 60},   {"cest", 120}, {"bst", 60},   {"jst", 540}};
    for (const Zone& zone : kZones) {
        if (word == zone.name) return zone.minutes;
    }
    return std::nullopt;
}

/// Scans the words and numbers of a date, whatever their order.
class DateScanner {
public:
    explicit DateScanner(std::string_view text) : m_text(trimmed(text)) {}

    /// False if the text contains anything that does not belong to a date.
    bool scan() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == ' ' || c == ',') {
                ++m_at;
            } else if (isDigit(c)) {
                if (!scanNumber()) return false;
            } else if (isLetter(c)) {
                if (!scanWord()) return false;
            } else if ((c == '+' || c == '-') && hasClock && !m_hasZone) {
                if (!scanZone(c == '+' ? 1 : -1)) return false;
            } else if ((c == '-' || c == '/' || c == '.') && (count > 0 || month > 0)) {
                if (++m_at == m_text.size()) return c == '.';  // "Posted November 5, 2011."
                if (!isDigit(m_text[m_at]) && !isLetter(m_text[m_at]) && m_text[m_at] != ' ') return false;
            } else {
                return false;
            }
        }
        return true;
    }

    struct Number {
        int value = 0;
        std::size_t digits = 0;
    };
    std::array<Number, 3> numbers{};
    std::size_t count = 0;
    int month = 0;  ///< month given by its name
    bool hasClock = false;
    std::int64_t clock = 0;  ///< time of day, converted to UTC

private:
    bool readNumber(std::size_t maxDigits, Number& number) {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isDigit(m_text[m_at]) && m_at - begin < maxDigits) ++m_at;
        number.digits = m_at - begin;
        std::from_chars(m_text.data() + begin, m_text.data() + m_at, number.value);
        return number.digits > 0 && (m_at == m_text.size() || !isDigit(m_text[m_at]));
    }

    bool scanNumber() {
        Number number;
        if (!readNumber(4, number)) return false;
        if (m_at < m_text.size() && m_text[m_at] == ':') return scanClock(number);
        for (const std::string_view ordinal : {"st", "nd", "rd", "th"}) {
            const std::string_view left = m_text.substr(m_at);
            if (!left.starts_with(ordinal) || (left.size() > 2 && isLetter(left[2]))) continue;
            m_at += ordinal.size();
        }
        if (count == numbers.size()) return false;
        numbers[count++] = number;
        return true;
    }

    bool scanClock(const Number& hours) {
        Number minutes, seconds;
        if (hasClock || hours.digits > 2 || hours.value > 24) return false;
        ++m_at;
        if (!readNumber(2, minutes) || minutes.value > 59) return false;
        std::int64_t ms = 0;
        if (m_at < m_text.size() && m_text[m_at] == ':') {
            ++m_at;
            if (!readNumber(2, seconds) || seconds.value > 60) return false;
            if (m_at + 1 < m_text.size() && (m_text[m_at] == '.' || m_text[m_at] == ',') && isDigit(m_text[m_at + 1])) {
                std::int64_t scale = 100;
                for (++m_at; m_at < m_text.size() && isDigit(m_text[m_at]); ++m_at, scale /= 10)
                    ms += scale * (m_text[m_at] - '0');
            }
        }
        hasClock = true;
        m_hours = hours.value;
        clock += hours.value * kMsPerHour + minutes.value * kMsPerMinute + seconds.value * kMsPerSecond + ms;
        return true;
    }

    bool scanZone(int sign) {
        ++m_at;
        Number hours, minutes;
        const std::size_t begin = m_at;
        if (!readNumber(4, hours)) return false;
        if (m_at - begin == 4) {
            minutes.value = hours.value % 100;
            hours.value /= 100;
        } else if (m_at - begin != 2) {
            return false;
        } else if (m_at < m_text.size() && m_text[m_at] == ':') {
            ++m_at;
            if (!readNumber(2, minutes)) return false;
        }
        return setZone(sign * (hours.value * 60 + minutes.value));
    }

    bool setZone(int minutes) {
        if (m_hasZone) return false;
        m_hasZone = true;
        clock -= minutes * kMsPerMinute;
        return true;
    }

    bool scanWord() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isLetter(m_text[m_at])) ++m_at;
        const std::string word = folded(m_text.substr(begin, m_at - begin));
        if (isWeekday(word) || word == "posted" || word == "on" || word == "at") return true;
        if (word == "t" && count == 3) return m_at < m_text.size() && isDigit(m_text[m_at]);
        if ((word == "am" || word == "pm") && hasClock && !m_hasAmPm && m_hours >= 1 && m_hours <= 12) {
            m_hasAmPm = true;
            clock += ((m_hours == 12 ? -12 : 0) + (word == "pm" ? 12 : 0)) * kMsPerHour;
            return true;
        }
        if (const int named = monthNamed(word); named > 0 && month == 0) {
            month = named;
            return true;
        }
        const auto zone = zoneNamed(word);
        return zone && hasClock && setZone(*zone);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_hours = 0;
    bool m_hasZone = false, m_hasAmPm = false;
};

int fullYear(const DateScanner::Number& number) {
    if (number.digits > 2) return number.value;
    return number.value + (number.value < kFirstShortYear ? 2000 : 1900);
}

bool isYear(const DateScanner::Number& number) {
    return number.digits == 4;
}
bool canBeYear(const DateScanner::Number& number) {
    return number.digits == 4 || number.digits == 2;
}

std::optional<std::int64_t> withClock(std::optional<std::int64_t> day, const DateScanner& scanner) {
    if (!day) return std::nullopt;
    return *day + scanner.clock;
}

}  // namespace

std::optional<std::int64_t> dayTime(int year, int month, int day) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count() * kMsPerDay;
}

int monthNamed(std::string_view word) {
    static constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                                 "may",       "june",     "july",     "august",
                                                                 "september", "october",  "november", "december"};
    const std::string name = folded(word);
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
        if (name == kMonths[i] || name == kMonths[i].substr(0, 3)) return static_cast<int>(i) + 1;
    }
    return name == "sept" ? 9 : 0;
}

bool isWeekday(std::string_view word) {
    static constexpr std::array<std::string_view, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                                              "friday", "saturday", "sunday"};
    const std::string name = folded(word);
    return std::any_of(kDays.begin(), kDays.end(),
                       [&](std::string_view day) { return name == day || name == day.substr(0, 3); });
}

std::optional<std::int64_t> parseNumericDate(std::string_view text, DateOrder order) {
    DateScanner scanner(text);
    if (!scanner.scan() || scanner.month > 0 || scanner.count != 3) return std::nullopt;
    const auto& [first, second, third] = scanner.numbers;
    if (isYear(first)) return withClock(dayTime(first.value, second.value, third.value), scanner);
    if (first.digits > 2 || second.digits > 2 || !canBeYear(third)) return std::nullopt;
    const bool isDayFirst = order == DateOrder::DayFirst;
    return withClock(
        dayTime(fullYear(third), isDayFirst ? second.value : first.value, isDayFirst ? first.value : second.value),
        scanner);
}

std::optional<std::int64_t> parseWordDate(std::string_view text) {
    DateScanner scanner(text);
    if (!scanner.scan() || scanner.month == 0 || scanner.count != 2) return std::nullopt;
    const auto& first = scanner.numbers[0];
    const auto& second = scanner.numbers[1];
    if (isYear(first)) return withClock(dayTime(first.value, scanner.month, second.value), scanner);
    if (first.digits > 2 || !canBeYear(second)) return std::nullopt;
    return withClock(dayTime(fullYear(second), scanner.month, first.value), scanner);
}

std::optional<std::int64_t> parseCompactDate(std::string_view text) {
    text = trimmed(text);
    if (text.ends_with(".0")) text.remove_suffix(2);  // from tables of floating-point numbers
    const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto part = [&](std::size_t begin, std::size_t size) {
        int value = 0;
        std::from_chars(text.data() + begin, text.data() + begin + size, value);
        return value;
    };
    if (length != 8 && length != 12 && length != 14) return std::nullopt;
    const auto day = dayTime(part(0, 4), part(4, 2), part(6, 2));
    if (!day) return std::nullopt;
    std::string_view rest = text.substr(length);
    if (length == 8) {
        if (rest.empty()) return day;
        if (rest[0] != 'T' && rest[0] != ' ') return std::nullopt;
        rest.remove_prefix(1);
        std::string clock(rest);
        if (rest.size() >= 6 && rest.find_first_not_of("0123456789") >= 6) {
            clock = std::string(rest.substr(0, 2)) + ":" + std::string(rest.substr(2, 2)) + ":" +
                    std::string(rest.substr(4));
        }
        const auto time = parseClock(clock);
        return time ? std::optional(*day + *time) : std::nullopt;
    }
    const int hour = part(8, 2), minute = part(10, 2), second = length == 14 ? part(12, 2) : 0;
    if (!rest.empty() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    return *day + hour * kMsPerHour + minute * kMsPerMinute + second * kMsPerSecond;
}

std::optional<std::int64_t> parseClock(std::string_view text) {
    DateScanner scanner(text);
    if (!scanner.scan() || !scanner.hasClock || scanner.count > 0 || scanner.month > 0) return std::nullopt;
    return scanner.clock;
}

}  // namespace recscope
