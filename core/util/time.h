// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace recscope {

/// Now in UTC as ISO 8601, to the second: "2026-11-21T09:30:00Z".
std::string utcNow();

/// The day in UTC as ISO 8601: "2001-08-05".
std::string dateText(std::int64_t unixSeconds);

}  // namespace recscope
