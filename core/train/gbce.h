// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/train/config.h"

namespace recscope {

/// beta of gbce: alpha (t (1 - 1/alpha) + 1/alpha) with alpha = k / (V - 1) (Petrov & Macdonald, RecSys 2023).
inline double gbceBeta(const RunConfig& config, std::int64_t itemCount) {
    const double alpha =
        static_cast<double>(config.negatives) / static_cast<double>(std::max<std::int64_t>(itemCount - 1, 1));
    return alpha * (config.gbceT * (1 - 1 / alpha) + 1 / alpha);
}

}  // namespace recscope
