// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace recscope {

/// Which of two numbers comes first in "03/04/2012".
enum class DateOrder { DayFirst, MonthFirst };

// The functions that parse dates return milliseconds since 1970, UTC; unset if the text is not such a date. A time of
// day ("20:15", "8:15:00.5 PM", "+0100", "UTC") may follow the date or be inside it. A weekday is ignored, and
// two-digit years mean 1970 to 2069.

/// "17/12/2017", "17.12.17 20:15", "12-17-2017 8:15 PM"; if the year comes first ("2017.12.17"), `order` does not
/// matter.
std::optional<std::int64_t> parseNumericDate(std::string_view text, DateOrder order);

/// A date with the month's English name: "Tue Apr 03 18:00:06 +0000 2012", "15-Mar-2010", "March 5th, 2011".
std::optional<std::int64_t> parseWordDate(std::string_view text);

/// "20171217", "20171217201500", "20171217T201500", "20171217 20:15".
std::optional<std::int64_t> parseCompactDate(std::string_view text);

/// A time of day, "20:15" or "8:15:00 PM", as milliseconds after midnight.
std::optional<std::int64_t> parseClock(std::string_view text);

/// 1…12 for "march" or "Mar"; 0 for any other word.
int monthNamed(std::string_view word);
/// True for "tuesday" and "Tue".
bool isWeekday(std::string_view word);

/// Midnight of a date; unset if the date does not exist.
std::optional<std::int64_t> dayTime(int year, int month, int day);

}  // namespace recscope
