// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/other_dates.h"

#include <algorithm>

#include "core/data/date_text.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kLongest = 48;

bool isOfDates(TimeFormat format) {
    switch (format) {
        case TimeFormat::Auto:
        case TimeFormat::Date:
        case TimeFormat::MonthDayYear:
        case TimeFormat::Posted:
        case TimeFormat::CompactDate:
        case TimeFormat::DayFirst:
        case TimeFormat::MonthFirst:
        case TimeFormat::Words:
        case TimeFormat::ExcelDays:
            return true;
        default:
            return false;
    }
}

/// In a column of dates, "20200213" and "43874.5" are dates, too; other numbers are not.
std::optional<std::int64_t> dateOfNumber(std::string_view text, double number) {
    constexpr double kExcel1982 = 30000, kExcel2064 = 60000;  // days since 30 December 1899
    constexpr double kCompact1950 = 19500000, kCompact2050 = 20500000;
    if (number >= kExcel1982 && number < kExcel2064) return parseTime(text, TimeFormat::ExcelDays);
    if (number < kCompact1950 || number >= kCompact2050) return std::nullopt;
    return parseTime(text, TimeFormat::CompactDate);
}

}  // namespace

std::optional<std::int64_t> readOtherDate(std::string_view text, TimeFormat format) {
    text = trimmed(text);
    if (text.empty() || text.size() > kLongest || !isOfDates(format)) return std::nullopt;
    if (const auto number = parseNumber(text))
        return format == TimeFormat::Auto ? std::nullopt : dateOfNumber(text, *number);
    std::optional<std::int64_t> only;
    for (const TimeFormat other : {TimeFormat::Date, TimeFormat::MonthDayYear, TimeFormat::Posted, TimeFormat::Words,
                                   TimeFormat::CompactDate, TimeFormat::DayFirst, TimeFormat::MonthFirst}) {
        const auto time = parseTime(text, other);
        if (!time) continue;
        if (only && only != time) return std::nullopt;
        only = time;
    }
    return only;
}

bool hasOtherOrder(std::string_view text, TimeFormat format) {
    const bool isDayFirst = parseNumericDate(text, DateOrder::DayFirst).has_value();
    const bool isMonthFirst = parseNumericDate(text, DateOrder::MonthFirst).has_value();
    return format == TimeFormat::DayFirst     ? isMonthFirst && !isDayFirst
           : format == TimeFormat::MonthFirst ? isDayFirst && !isMonthFirst
                                              : false;
}

bool DateOrders::areMixed() const {
    // At least one date in this many; fewer, or a single one, are taken for typing errors.
    constexpr std::size_t kCommon = 50;
    const std::size_t fewer = std::min(dayFirst, monthFirst);
    return fewer > 1 && fewer * kCommon >= dayFirst + monthFirst;
}

DateOrders dateOrdersOf(const std::vector<std::string>& texts) {
    DateOrders orders;
    for (const std::string& text : texts) {
        orders.monthFirst += hasOtherOrder(text, TimeFormat::DayFirst);
        orders.dayFirst += hasOtherOrder(text, TimeFormat::MonthFirst);
    }
    return orders;
}

}  // namespace recscope
