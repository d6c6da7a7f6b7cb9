// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

inline constexpr std::uint64_t kMaxSeed = 9007199254740991;  ///< 2^53 - 1: up to here, every JSON reader is exact

}  // namespace recscope
