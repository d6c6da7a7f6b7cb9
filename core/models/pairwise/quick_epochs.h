// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace recscope {

/// The number of epochs of a quick preset, which should take well under a minute: as many as process about
/// `totalInteractions` in all, but at least 5 and at most `maxEpochs`. `interactions`: those of one epoch.
inline std::int64_t quickEpochs(std::int64_t totalInteractions, std::int64_t maxEpochs, std::int64_t interactions) {
    constexpr std::int64_t kMinEpochs = 5;
    return std::clamp(totalInteractions / std::max<std::int64_t>(interactions, 1), kMinEpochs, maxEpochs);
}

}  // namespace recscope
