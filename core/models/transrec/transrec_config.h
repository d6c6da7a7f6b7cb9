// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/models/pairwise/transition_rules.h"

namespace recscope {

/// TransRec (He et al., RecSys 2017); the defaults are those of the example in the authors' code.
struct TransRecConfig {
    std::int64_t dim = 10;          ///< d: width of all vectors
    double decay = 0.1;             ///< weight decay (lambda) of item vectors and global translation
    double translationDecay = 0.1;  ///< weight decay (lambda) of the user-specific translation vectors t_u
    double biasDecay = 0.1;         ///< weight decay (lambda) of the item biases
    TransitionRules rules = {.positives = TransitionPositives::Users, .negatives = TransitionNegatives::Unseen};

    bool operator==(const TransRecConfig&) const = default;
};

inline TransRecConfig& transRecOf(RunConfig& config) {
    return config.own.as<TransRecConfig>();
}
inline const TransRecConfig& transRecOf(const RunConfig& config) {
    return config.own.as<TransRecConfig>();
}

const ConfigSchema& transRecSchema();

}  // namespace recscope
