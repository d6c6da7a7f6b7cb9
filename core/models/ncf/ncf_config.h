// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/config/config_schema.h"

namespace recscope {

/// How a user and an item are scored. NeuMf: by the element-wise product of two vectors and an MLP, joined in one
/// output layer (He et al., WWW 2017); Dot: by the dot product of two vectors plus biases (Rendle et al., RecSys 2020),
/// trained sample by sample with plain gradient descent.
enum class NcfScorer { NeuMf, Dot };
constexpr std::array<EnumName<NcfScorer>, 2> enumNames(NcfScorer) {
    return {{{NcfScorer::NeuMf, "neumf"}, {NcfScorer::Dot, "dot"}}};
}

/// NCF: NeuMF and its baseline, the dot product, both trained to distinguish the items that a user has from those that
/// the user does not have.
struct NcfConfig {
    NcfScorer scorer = NcfScorer::NeuMf;
    std::int64_t dim = 8;                ///< width of the vectors that are multiplied
    std::int64_t mlpDim = 32;            ///< width of each of the two vectors that are the input of the MLP
    std::int64_t layers = 3;             ///< layers of the MLP; each has half as many units as inputs
    std::int64_t negatives = 4;          ///< number of negatives per interaction
    std::int64_t pretrainingEpochs = 0;  ///< first epochs, which train GMF and MLP separately; later ones use plain SGD
    double startDeviation = 0.01;        ///< standard deviation of the vectors' initial values
    double decay = 0;                    ///< weight decay (lambda) of Dot

    bool operator==(const NcfConfig&) const = default;
};

inline NcfConfig& ncfOf(RunConfig& config) {
    return config.own.as<NcfConfig>();
}
inline const NcfConfig& ncfOf(const RunConfig& config) {
    return config.own.as<NcfConfig>();
}

/// The input width of each layer of the MLP and the output width of the last: by default 64, 32, 16, 8.
std::vector<std::int64_t> widthsOf(const NcfConfig& config);

const ConfigSchema& ncfSchema();
/// Throws Error(Usage) if the last layer would have no unit, if pretraining takes more epochs than the run, or if
/// pretraining is combined with retraining on the validation items.
void checkNcf(const RunConfig& config);

}  // namespace recscope
