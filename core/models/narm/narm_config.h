// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/kernels/gates.h"

namespace recscope {

constexpr std::array<EnumName<Gate>, 2> enumNames(Gate) {
    return {{{Gate::Sigmoid, "sigmoid"}, {Gate::HardSigmoid, "hard_sigmoid"}}};
}

/// NARM (Li et al., CIKM 2017).
struct NarmConfig {
    std::int64_t dim = 50;               ///< d: width of the item vectors
    std::int64_t units = 100;            ///< H: number of units of the GRU
    std::int64_t maxLength = 50;         ///< number of newest items that are read; 0 = all
    double inputDropout = 0.25;          ///< dropout probability of the input item vectors
    double stateDropout = 0.5;           ///< dropout probability of the vector c (narm_net.h)
    Gate gruGate = Gate::HardSigmoid;    ///< function of the GRU's gates
    Gate attentionGate = Gate::Sigmoid;  ///< function in the attention weights (narm_net.h)
    bool attentionSoftmax = false;       ///< normalises the attention weights to sum to 1

    bool operator==(const NarmConfig&) const = default;
};

inline NarmConfig& narmOf(RunConfig& config) {
    return config.own.as<NarmConfig>();
}
inline const NarmConfig& narmOf(const RunConfig& config) {
    return config.own.as<NarmConfig>();
}

const ConfigSchema& narmSchema();

}  // namespace recscope
