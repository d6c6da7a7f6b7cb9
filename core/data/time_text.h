// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// How a file writes its times. A time without a zone is taken as UTC.
enum class TimeFormat {
    Auto,          ///< any of the others, value by value; seconds, milliseconds and microseconds are told apart by size
    Seconds,       ///< since 1970
    Milliseconds,  ///< since 1970
    Date,          ///< ISO 8601: "2017-12-17", "2017-12-17T20:15:00Z", "2017-12-17 20:15:00.5+01:00"
    MonthDayYear,  ///< "09 13, 2009"
    Posted,        ///< "Posted November 5, 2011."
};

const char* timeFormatName(
    TimeFormat format);  ///< "auto", "seconds", "milliseconds", "date", "month-day-year", "posted"
/// Throws Error(Usage) with the names there are.
TimeFormat timeFormatFromName(const std::string& name);
/// All of them, for a list to choose from.
std::vector<TimeFormat> timeFormats();

/// Milliseconds since 1970, UTC; nothing if the text is no time of this format.
std::optional<std::int64_t> parseTime(std::string_view text, TimeFormat format = TimeFormat::Auto);

/// "Posted November 5.": Steam leaves the year out in the running one, and nothing in a file tells which that was.
bool isDateWithoutYear(std::string_view text);

}  // namespace recscope
