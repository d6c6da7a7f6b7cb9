// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace recscope {

/// Milliseconds since 1970 (UTC) from what data files write: unix seconds, milliseconds or microseconds (told apart by
/// size), "2017-12-17", "2017-12-17T20:15:00Z", "2017-12-17 20:15:00.5+01:00", "09 13, 2009" (month day, year).
/// A time without a zone is taken as UTC.
std::optional<std::int64_t> parseTime(std::string_view text);

}  // namespace recscope
