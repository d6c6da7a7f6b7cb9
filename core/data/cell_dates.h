// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace recscope {

/// What a number format of a spreadsheet shows of a number that counts days.
struct DateParts {
    bool hasDate = false, hasClock = false;
    bool isDate() const { return hasDate || hasClock; }
};

/// What a built-in number format shows (ECMA-376 part 1, 18.8.30 lists the identifiers).
DateParts builtInFormat(int id);

/// What a number format such as "dd/mm/yyyy hh:mm" or "[$-409]mmm-yy" shows; nothing for "0.00" and "General".
DateParts formatParts(std::string_view code);

/// The day on which a spreadsheet begins to count. In the 1900 system, day 60 is the 29 February 1900, which did not
/// exist; days before it are off by one.
enum class DateSystem { From1900, From1904 };

/// The days since the beginning as text, rounded to seconds; the number itself if it is no date before the year 10000.
std::string dateText(double days, DateParts parts, DateSystem system);

}  // namespace recscope
