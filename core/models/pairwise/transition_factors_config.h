// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/models/pairwise/initializer.h"
#include "core/models/pairwise/transition_rules.h"

namespace recscope {

/// The config keys of FMC and FPMC; the defaults are those of the McAuley lab's code.
struct TransitionFactorsConfig {
    std::int64_t dim = 10;                  ///< d: width of every table
    double decay = 0.01;                    ///< weight decay (lambda) of all vectors of a sample
    Initializer start = Initializer::Unit;  ///< initial values of the vectors
    TransitionRules rules;

    bool operator==(const TransitionFactorsConfig&) const = default;
};

inline TransitionFactorsConfig& transitionFactorsOf(RunConfig& config) {
    return config.own.as<TransitionFactorsConfig>();
}
inline const TransitionFactorsConfig& transitionFactorsOf(const RunConfig& config) {
    return config.own.as<TransitionFactorsConfig>();
}

/// The config of FMC or FPMC, with the schema that they share: SGD with learning rate 0.05.
RunConfig transitionFactorsConfig(const std::string& model, const TransitionRules& rules);

}  // namespace recscope
