// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/cell_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "core/data/table_text.h"

namespace recscope {

DateParts builtInFormat(int id) {
    if (id >= 14 && id <= 17) return {.hasDate = true};
    if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return {.hasClock = true};
    if (id == 22) return {.hasDate = true, .hasClock = true};
    // The meaning of the other identifiers depends on the language of Excel (Chinese, Japanese, Korean, Thai).
    if (id == 32 || id == 33) return {.hasClock = true};
    if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return {.hasDate = true};
    return {};
}

DateParts formatParts(std::string_view code) {
    bool hasMonthOrMinute = false;
    DateParts parts;
    if (code == "General" || code == "@") return parts;
    for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {  // ';' ends the format of positive numbers
        const char c = code[i];
        if (c == '"') {
            i = std::min(code.find('"', i + 1), code.size());
        } else if (c == '\\' || c == '_' || c == '*') {
            ++i;  // the next character is written as it is
        } else if (c == '[') {
            // "[h]" is an elapsed time; "[Red]" is a colour, "[$-409]" a language.
            const std::size_t end = std::min(code.find(']', i), code.size());
            const std::string_view inside = code.substr(i + 1, end - i - 1);
            if (inside.find_first_not_of("hHmMsS") == std::string_view::npos) parts.hasClock = true;
            i = end;
        } else if (c == 'y' || c == 'Y' || c == 'd' || c == 'D') {
            parts.hasDate = true;
        } else if (c == 'h' || c == 'H' || c == 's' || c == 'S') {
            parts.hasClock = true;
        } else if (c == 'm' || c == 'M') {
            hasMonthOrMinute = true;
        } else if (c == '0' || c == '#' || c == '?') {
            if (!parts.isDate()) return {};  // digits of a number; after "s." they are fractions of a second
        }
    }
    if (hasMonthOrMinute && !parts.isDate()) parts.hasDate = true;  // "mmm"
    return parts;
}

std::string dateText(double days, DateParts parts, DateSystem system) {
    using namespace std::chrono;
    constexpr double kYear10000 = 2958466;  // the number of 1 January 10000 in the 1900 system
    if (!(days >= 0 && days < kYear10000)) return cellText(days);
    const auto seconds = static_cast<std::int64_t>(std::llround(days * 86400));
    const std::int64_t clock = seconds % 86400;
    const std::string time = fmt::format("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60);
    if (!parts.hasDate) return time;
    const sys_days begin =
        system == DateSystem::From1904 ? sys_days(year(1904) / January / 1) : sys_days(year(1899) / December / 30);
    const year_month_day day(begin + std::chrono::days(seconds / 86400));
    const std::string date = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                                         static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
    return parts.hasClock ? date + " " + time : date;
}

}  // namespace recscope
