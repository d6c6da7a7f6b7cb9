// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/time_text.h"

namespace recscope {

/// Reads a date that is written differently from the other dates of its column, as milliseconds since 1970:
/// "02/14/2020" among dates with the day first, "2020-02-13" or the number of a day in a spreadsheet among others.
/// Unset if the text is not a date, if it could be two dates, or if `format`, the format of the column, is not a format
/// of dates.
std::optional<std::int64_t> readOtherDate(std::string_view text, TimeFormat format);

/// True for "02/14/2020", which can have only the month first, in a column with the day first, and the other way round.
bool hasOtherOrder(std::string_view text, TimeFormat format);

/// The numbers of dates in a column that can be read only with the day first, and only with the month first.
struct DateOrders {
    std::size_t dayFirst = 0, monthFirst = 0;

    /// True if both orders are common, so that nothing shows how to read the dates that fit both.
    bool areMixed() const;
};
DateOrders dateOrdersOf(const std::vector<std::string>& texts);

}  // namespace recscope
