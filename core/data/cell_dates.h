// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// The parts of a number of days that a number format of a spreadsheet shows: the date, the time of day or both;
/// neither if it is not a format for dates.
struct DateParts {
    bool hasDate = false, hasClock = false;
    bool isDate() const { return hasDate || hasClock; }
};

/// What a built-in number format shows (ECMA-376 part 1, 18.8.30 lists the identifiers).
DateParts builtInFormat(int id);

/// The parts that a number format such as "dd/mm/yyyy hh:mm" or "[$-409]mmm-yy" shows; none for "0.00" and "General".
DateParts formatParts(std::string_view code);

/// The day on which a spreadsheet begins to count. In the 1900 system, day 60 is 29 February 1900, which did not exist;
/// `dateText` gives the days before it one day too early.
enum class DateSystem { From1900, From1904 };

/// The time `days` after the beginning of `system` as text, rounded to seconds; the number itself if it is negative or
/// the date would be after the year 9999.
std::string dateText(double days, DateParts parts, DateSystem system);

}  // namespace recscope
