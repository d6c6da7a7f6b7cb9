// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// AutoRec, CDAE and RBM, which read the set of items of a user.
struct AutoencoderConfig {
    std::int64_t dim = 500;      ///< d: units of the hidden layer
    double inputDropout = 0;     ///< AutoRec and CDAE: q, probability that an item is left out of the input in training
    std::int64_t negatives = 5;  ///< CDAE: items that the user does not have, for each item that the user has

    bool operator==(const AutoencoderConfig&) const = default;
};

inline AutoencoderConfig& autoencoderOf(RunConfig& config) {
    return config.own.as<AutoencoderConfig>();
}
inline const AutoencoderConfig& autoencoderOf(const RunConfig& config) {
    return config.own.as<AutoencoderConfig>();
}

/// Whether the model has a vector for each user. Only CDAE has, and only CDAE draws negatives.
inline bool hasUserVectors(const RunConfig& config) {
    return config.model == "cdae";
}

/// The restricted Boltzmann machine, which uses one matrix in both directions and samples its units.
inline bool isRbm(const RunConfig& config) {
    return config.model == "rbm";
}

const ConfigSchema& autoRecSchema();
const ConfigSchema& cdaeSchema();
const ConfigSchema& rbmSchema();

}  // namespace recscope
