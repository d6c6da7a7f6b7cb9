// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace recscope {

/// Now in UTC as ISO 8601, to the second: "2026-11-21T09:30:00Z".
std::string utcNow();

/// The day in UTC as ISO 8601: "2001-08-05".
std::string dateText(std::int64_t unixSeconds);
/// The beginning of a day in UTC, in Unix seconds, from a text such as "2001-08-05"; nothing for any other text and for
/// days that do not exist.
std::optional<std::int64_t> timeOfDate(std::string_view text);

}  // namespace recscope
