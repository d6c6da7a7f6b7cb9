// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// STAMP (Liu et al., KDD 2018).
struct StampConfig {
    std::int64_t dim = 100;       ///< d: width of the item vectors and of every layer
    std::int64_t maxLength = 50;  ///< number of newest items that are read; 0 = all
    bool biases = false;          ///< adds the biases of the paper's equations 4 to 7; the official code has none
    bool addsMean = true;         ///< adds the mean of the history to the attention output, as the official code does

    bool operator==(const StampConfig&) const = default;
};

inline StampConfig& stampOf(RunConfig& config) {
    return config.own.as<StampConfig>();
}
inline const StampConfig& stampOf(const RunConfig& config) {
    return config.own.as<StampConfig>();
}

const ConfigSchema& stampSchema();

}  // namespace recscope
