// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/time_pattern.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "core/data/date_text.h"
#include "core/data/time_units.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::string_view kLetters = "YymbBdjHIMSfNpaAzs%";
constexpr std::int64_t kMaxSeconds = 100'000'000'000;  // the year 5138

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The parts of a time, filled in while the pattern is read letter by letter. `ms` is the fraction of a second, `added`
/// the milliseconds of %N, and `zone` the offset from UTC in minutes.
struct Parts {
    std::int64_t year = -1, month = 1, day = 1, dayOfYear = -1, hour = 0, minute = 0, second = 0, ms = 0, added = 0,
                 zone = 0, epoch = 0;
    bool hasEpoch = false;      // `epoch` is set: seconds since 1970, which replace all parts but `ms` and `added`
    bool isTwelveHour = false;  // `hour` is of the 12-hour clock
    bool isAfternoon = false;
};

class PatternReader {
public:
    explicit PatternReader(std::string_view text) : m_text(trimmed(text)) {}

    bool atEnd() const { return m_text.empty(); }
    void skipSpaces() {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '\t')) m_text.remove_prefix(1);
    }
    bool skip(char c) {
        if (!m_text.starts_with(c)) return false;
        m_text.remove_prefix(1);
        return true;
    }

    bool read(char letter, Parts& parts) {
        switch (letter) {
            case 'Y':
                return number(4, parts.year);
            case 'y':
                if (!number(2, parts.year)) return false;
                parts.year += parts.year < 70 ? 2000 : 1900;
                return true;
            case 'm':
                return number(2, parts.month);
            case 'd':
                skipSpaces();  // "Apr  3"
                return number(2, parts.day);
            case 'j':
                return number(3, parts.dayOfYear);
            case 'H':
            case 'I':
                skipSpaces();
                parts.isTwelveHour = letter == 'I';
                return number(2, parts.hour) && parts.hour <= (letter == 'I' ? 12 : 24);
            case 'M':
                return number(2, parts.minute) && parts.minute < 60;
            case 'S':
                return number(2, parts.second) && parts.second <= 60;
            case 'N':
                return number(15, parts.added);
            case 's':
                parts.hasEpoch = true;
                return number(12, parts.epoch) && parts.epoch < kMaxSeconds;
            case 'f':
                return fraction(parts.ms);
            case 'z':
                return zone(parts.zone);
            case '%':
                return skip('%');
            default:
                return word(letter, parts);
        }
    }

private:
    bool number(std::size_t digits, std::int64_t& value) {
        std::size_t length = 0;
        while (length < digits && length < m_text.size() && isDigit(m_text[length])) ++length;
        if (length == 0) return false;
        std::from_chars(m_text.data(), m_text.data() + length, value);
        m_text.remove_prefix(length);
        return true;
    }

    bool fraction(std::int64_t& ms) {
        std::int64_t scale = 100;
        if (m_text.empty() || !isDigit(m_text.front())) return false;
        for (; !m_text.empty() && isDigit(m_text.front()); scale /= 10) {
            ms += scale * (m_text.front() - '0');
            m_text.remove_prefix(1);
        }
        return true;
    }

    bool zone(std::int64_t& minutes) {
        if (skip('Z')) return true;
        const bool isEast = skip('+');
        if (!isEast && !skip('-')) return false;
        std::int64_t hours = 0, extraMinutes = 0;
        if (!number(2, hours)) return false;
        skip(':');
        number(2, extraMinutes);
        minutes = (isEast ? 1 : -1) * (60 * hours + extraMinutes);
        return true;
    }

    bool word(char letter, Parts& parts) {
        std::size_t length = 0;
        const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        while (length < m_text.size() && isLetter(m_text[length])) ++length;
        const std::string name = folded(m_text.substr(0, length));
        m_text.remove_prefix(length);
        if (letter == 'b' || letter == 'B') return (parts.month = monthNamed(name)) > 0;
        if (letter == 'a' || letter == 'A') return isWeekday(name);
        parts.isAfternoon = name == "pm";
        return name == "pm" || name == "am";
    }

    std::string_view m_text;
};

}  // namespace

const char* TimePattern::letters() {
    return translatable(
        "%Y year, %y its last two digits, %m month, %b its name, %d day, %j day of the year, %H hour, %I hour of "
        "twelve, %p AM or PM, %M minute, %S second, %f fraction of a second, %N milliseconds to add, %a weekday, %z "
        "zone, %s seconds since 1970");
}

TimePattern::TimePattern(std::string pattern) {
    std::string letters;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            m_pattern += pattern[i];
            continue;
        }
        const char letter = ++i < pattern.size() ? pattern[i] : '\0';
        if (letter == 'F' || letter == 'T') {
            m_pattern += letter == 'F' ? "%Y-%m-%d" : "%H:%M:%S";
            letters += letter == 'F' ? "Ymd" : "HMS";
        } else if (letter != '\0' && kLetters.find(letter == 'e'   ? 'd'
                                                   : letter == 'h' ? 'b'
                                                                   : letter) != std::string_view::npos) {
            m_pattern += {'%', letter == 'e' ? 'd' : letter == 'h' ? 'b' : letter};
            letters += m_pattern.back();
        } else {
            throw Error(ErrorKind::Usage, translated("The time pattern \"{}\" has an unknown letter.", pattern),
                        translated("Letters: {}.", translated(TimePattern::letters())));
        }
    }
    const auto has = [&](const char* any) { return letters.find_first_of(any) != std::string::npos; };
    if (has("s") || (has("Yy") && (has("j") || (has("mbB") && has("d"))))) return;
    throw Error(
        ErrorKind::Usage, translated("The time pattern \"{}\" names no day.", pattern),
        translated("A pattern needs a year, a month and a day, for example \"%d.%m.%Y %H:%M\", or %s for seconds since "
                   "1970."));
}

std::optional<std::int64_t> TimePattern::parse(std::string_view text) const {
    Parts parts;
    PatternReader reader(text);
    for (std::size_t i = 0; i < m_pattern.size(); ++i) {
        if (m_pattern[i] == '%') {
            if (!reader.read(m_pattern[++i], parts)) return std::nullopt;
        } else if (m_pattern[i] == ' ') {
            reader.skipSpaces();
        } else if (!reader.skip(m_pattern[i])) {
            return std::nullopt;
        }
    }
    if (!reader.atEnd()) return std::nullopt;
    if (parts.hasEpoch) return parts.epoch * 1000 + parts.ms + parts.added;
    auto day = dayTime(static_cast<int>(parts.year), static_cast<int>(parts.month), static_cast<int>(parts.day));
    if (parts.dayOfYear >= 0) {
        if (parts.dayOfYear < 1 || parts.dayOfYear > 366) return std::nullopt;
        day = dayTime(static_cast<int>(parts.year), 1, 1);
        if (day) *day += (parts.dayOfYear - 1) * kMsPerDay;
    }
    if (!day) return std::nullopt;
    if (parts.isTwelveHour) parts.hour = parts.hour % 12 + (parts.isAfternoon ? 12 : 0);
    return *day + parts.hour * kMsPerHour + (parts.minute - parts.zone) * kMsPerMinute + parts.second * 1000 +
           parts.ms + parts.added;
}

}  // namespace recscope
