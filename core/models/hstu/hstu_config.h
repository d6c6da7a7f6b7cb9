// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// HSTU (Zhai et al., ICML 2024, "Actions Speak Louder than Words"). The defaults are those of RecTools' tutorial on
/// ML-1M.
struct HstuConfig {
    std::int64_t dim = 50;         ///< d: width of the item vectors and of every layer
    std::int64_t heads = 1;        ///< number of attention heads; must divide dim
    std::int64_t layers = 2;       ///< number of layers
    std::int64_t maxLength = 200;  ///< N: number of newest items that are read
    double hiddenDropout = 0.2;    ///< dropout probability of the input, and before each layer's output projection
    bool positionBias = true;      ///< a learned number for each distance is added to the attention scores
    bool timeBias = true;          ///< a learned number for each range of time gaps is added to the attention scores
    double temperature = 0.05;     ///< scores are cosines divided by this
    std::int64_t negatives = 128;  ///< k: negatives drawn for each position

    bool operator==(const HstuConfig&) const = default;
};

inline HstuConfig& hstuOf(RunConfig& config) {
    return config.own.as<HstuConfig>();
}
inline const HstuConfig& hstuOf(const RunConfig& config) {
    return config.own.as<HstuConfig>();
}

const ConfigSchema& hstuSchema();

/// Throws Error(Usage) if the heads do not divide the width.
void checkHstu(const RunConfig& config);

}  // namespace recscope
