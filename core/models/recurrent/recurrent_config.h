// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"

namespace recscope {

/// The activation function of DREAM's recurrent layer.
enum class StateActivation { Sigmoid, Tanh };
constexpr std::array<EnumName<StateActivation>, 2> enumNames(StateActivation) {
    return {{{StateActivation::Sigmoid, "sigmoid"}, {StateActivation::Tanh, "tanh"}}};
}

/// What reads the history: DREAM's simple recurrent layer, the user-based GRU or the LSTM.
enum class RecurrentLayer { Simple, UserGru, Lstm };

/// Models that read a history with a recurrent layer and score items by its state.
struct RecurrentConfig {
    std::int64_t dim = 100;        ///< d: units of the layer and width of the vectors of items and users
    std::int64_t maxLength = 100;  ///< number of newest items that are read; 0 = all
    double inputDropout = 0;       ///< dropout probability of the vectors that the layer reads
    double stateDropout = 0;       ///< dropout probability of the states that items are scored with
    StateActivation activation = StateActivation::Sigmoid;
    std::int64_t negatives = 1;  ///< k: negatives of each target; not for the loss ce
    double scorePenalty = 1;     ///< for the loss bpr_max: weight of the score penalty ("bpreg")

    bool operator==(const RecurrentConfig&) const = default;
};

inline RecurrentConfig& recurrentOf(RunConfig& config) {
    return config.own.as<RecurrentConfig>();
}
inline const RecurrentConfig& recurrentOf(const RunConfig& config) {
    return config.own.as<RecurrentConfig>();
}

const ConfigSchema& dreamSchema();
/// The schema of the user-based GRU and of the LSTM.
const ConfigSchema& gatedSchema();

RecurrentLayer layerOf(const RunConfig& config);
/// Only the user-based GRU has a vector for each user, and only DREAM has no bias for each item.
inline bool readsUsers(const RunConfig& config) {
    return layerOf(config) == RecurrentLayer::UserGru;
}
inline bool hasItemBiases(const RunConfig& config) {
    return layerOf(config) != RecurrentLayer::Simple;
}

}  // namespace recscope
