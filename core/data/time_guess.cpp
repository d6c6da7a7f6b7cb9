// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/data/column_profile.h"
#include "core/data/date_text.h"
#include "core/data/other_dates.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr double kYear1990 = 631152000, kYear2040 = 2208988800;  // seconds since 1970
constexpr std::size_t kMaxTimeLength = 48;
constexpr double kNearlyAll = 0.98, kMost = 0.9, kHalf = 0.5;
constexpr double kExcel1982 = 30000, kExcel2064 = 60000;  // days since 30 December 1899

/// True for seconds, milliseconds, microseconds or nanoseconds between 1990 and 2040. Many ids have as many digits as
/// nanoseconds, so nanoseconds must be round numbers unless the column's name says that it holds times.
bool isPlausible(double value, std::string_view text, bool isNamed) {
    for (const double unit : {1.0, 1e3, 1e6}) {
        if (value >= kYear1990 * unit && value < kYear2040 * unit) return true;
    }
    return value >= kYear1990 * 1e9 && value < kYear2040 * 1e9 && (isNamed || text.ends_with("000"));
}

/// Numbers of values with certain properties; `plausible`: see isPlausible.
struct Counts {
    std::size_t values = 0, numbers = 0, plausible = 0, leadingZero = 0, excelDays = 0;
};

template <class Test>
std::size_t countOf(const std::vector<std::string_view>& values, Test test) {
    return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](std::string_view text) {
        return text.size() <= kMaxTimeLength && test(trimmed(text));
    }));
}

bool isBetween1950And2050(std::optional<std::int64_t> time) {
    constexpr std::int64_t kYear1950 = -631152000000, kYear2050 = 2524608000000;  // milliseconds
    return time && *time >= kYear1950 && *time < kYear2050;
}

std::optional<TimeGuess> guessNumbers(const std::vector<std::string_view>& values, const Counts& counts, bool isNamed) {
    const auto all = static_cast<double>(values.size());
    const std::size_t compact =
        countOf(values, [](std::string_view text) { return isBetween1950And2050(parseCompactDate(text)); });
    TimeGuess guess;
    if (static_cast<double>(compact) >= kMost * all) {
        guess.format = TimeFormat::CompactDate;
        guess.share = static_cast<double>(compact) / all;
        guess.hasClock = values[0].size() >= 12;
        return guess;
    }
    guess.hasClock = true;
    if (static_cast<double>(counts.plausible) >= (isNamed ? kHalf : kMost) * all &&
        10 * counts.leadingZero < counts.values) {
        guess.share = static_cast<double>(counts.plausible) / all;
        return guess;
    }
    // Spreadsheets keep dates that they could not convert as texts.
    const std::size_t texts = countOf(values, [](std::string_view text) {
        return !parseNumber(text) && readOtherDate(text, TimeFormat::ExcelDays).has_value();
    });
    if (isNamed && static_cast<double>(counts.excelDays + texts) >= kNearlyAll * all) {
        guess.format = TimeFormat::ExcelDays;
        guess.share = static_cast<double>(counts.excelDays) / all;
        guess.hasClock = std::any_of(values.begin(), values.end(), [](std::string_view text) {
            return text.find('.') != std::string_view::npos && !text.ends_with(".0");
        });
        return guess;
    }
    if (!isNamed) return std::nullopt;
    guess.isPlausible = false;  // but even negative numbers show the order of the rows in time
    guess.share = static_cast<double>(counts.numbers) / all;
    return guess;
}

bool hasClock(std::string_view text) {
    return text.find(':') != std::string_view::npos;
}

}  // namespace

std::optional<TimeGuess> guessTimeFormat(const std::vector<std::string_view>& values, bool isNamed) {
    if (values.empty()) return std::nullopt;
    Counts counts;
    for (const std::string_view value : values) {
        const std::string_view text = trimmed(value);
        const auto number = parseNumber(text);
        ++counts.values;
        if (!number) continue;
        ++counts.numbers;
        counts.leadingZero += text.size() > 1 && text[0] == '0' && text[1] != '.';
        counts.excelDays += *number >= kExcel1982 && *number < kExcel2064;
        counts.plausible += isPlausible(*number, text, isNamed);
    }
    const auto all = static_cast<double>(values.size());
    const double enough = (isNamed ? kHalf : kMost) * all;
    if (static_cast<double>(counts.numbers) >= enough) return guessNumbers(values, counts, isNamed);

    TimeGuess best;
    for (const TimeFormat format :
         {TimeFormat::Date, TimeFormat::MonthDayYear, TimeFormat::Posted, TimeFormat::Words, TimeFormat::CompactDate}) {
        const std::size_t passed =
            countOf(values, [&](std::string_view text) { return parseTime(text, format).has_value(); });
        if (static_cast<double>(passed) <= best.share * all) continue;
        best.format = format;
        best.share = static_cast<double>(passed) / all;
    }
    const auto dayFirst = [](std::string_view text) { return parseNumericDate(text, DateOrder::DayFirst); };
    const auto monthFirst = [](std::string_view text) { return parseNumericDate(text, DateOrder::MonthFirst); };
    const std::size_t days = countOf(values, [&](std::string_view text) { return dayFirst(text).has_value(); });
    const std::size_t months = countOf(values, [&](std::string_view text) { return monthFirst(text).has_value(); });
    if (static_cast<double>(std::max(days, months)) > best.share * all) {
        const std::size_t differing =
            countOf(values, [&](std::string_view text) { return dayFirst(text) != monthFirst(text); });
        best.format = days >= months ? TimeFormat::DayFirst : TimeFormat::MonthFirst;
        best.share = static_cast<double>(std::max(days, months)) / all;
        // In dates written with dots, the day comes first, so their order is not in doubt.
        const std::size_t dotted =
            countOf(values, [](std::string_view text) { return text.find('.') < text.find_first_of("/-: "); });
        best.fitsBothOrders = days == months && differing > 0 && 2 * dotted < values.size();
    }
    if (best.share * all < enough) return std::nullopt;
    best.hasClock = 2 * countOf(values, hasClock) >= values.size();
    return best;
}

}  // namespace recscope
