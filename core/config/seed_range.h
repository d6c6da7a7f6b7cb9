// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// 2^53 - 1: JSON readers represent integers exactly up to here.
inline constexpr std::uint64_t kMaxSeed = 9007199254740991;

}  // namespace recscope
