// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

inline constexpr std::int64_t kMsPerSecond = 1000, kMsPerMinute = 60 * kMsPerSecond, kMsPerHour = 60 * kMsPerMinute,
                              kMsPerDay = 24 * kMsPerHour;

}  // namespace recscope
