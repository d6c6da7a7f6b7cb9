// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace recscope {

/// Sets `order` to a permutation of the sample indices 0 … samples - 1 that is a function of (seed, epoch). Throws
/// Error(Usage) for more than 2^31 - 1 samples.
void shuffleEpoch(std::vector<std::int32_t>& order, std::int64_t samples, std::uint64_t seed, std::int64_t epoch);

}  // namespace recscope
