// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/time_text.h"

namespace recscope {

/// Reads a date that is not written as the others of its column, as milliseconds since 1970: "02/14/2020" among dates
/// with the day first, "2020-02-13" or the number of a day in a spreadsheet among others. Nothing if the text is no
/// date, if it could be two dates, or if `format`, that of the column, is not one of dates.
std::optional<std::int64_t> readOtherDate(std::string_view text, TimeFormat format);

/// True for "02/14/2020", which can have only the month first, in a column with the day first, and the other way round.
bool hasOtherOrder(std::string_view text, TimeFormat format);

/// The dates of a column that can have only the day first, and those that can have only the month first.
struct DateOrders {
    std::size_t dayFirst = 0, monthFirst = 0;

    /// Both orders are common, so that nothing shows how the dates are written that fit both.
    bool areMixed() const;
};
DateOrders dateOrdersOf(const std::vector<std::string>& texts);

}  // namespace recscope
