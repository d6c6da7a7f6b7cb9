// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_schema.h"
#include "core/kernels/gru.h"
#include "core/losses/ranking_rows.h"

namespace recscope {

constexpr std::array<EnumName<ResetGate>, 2> enumNames(ResetGate) {
    return {{{ResetGate::After, "after"}, {ResetGate::Before, "before"}}};
}

/// GRU4Rec (Hidasi et al., ICLR 2016) and GRU4Rec+ (Hidasi & Karatzoglou, CIKM 2018).
struct Gru4RecConfig {
    std::int64_t dim = 100;           ///< units of each layer and width of the item vectors
    std::int64_t layers = 1;          ///< number of GRU layers
    std::int64_t extraNegatives = 0;  ///< negatives drawn per step, in addition to the targets of the other histories
    double popularityPower = 0.5;     ///< alpha: items are drawn in proportion to count^alpha
    double scorePenalty = 1;          ///< for loss bpr_max: weight of the score penalty ("bpreg")
    double elu = 0;                   ///< for loss bpr_max: alpha of the ELU on the scores; 0 = no ELU
    double logQ = 0;                  ///< for loss ce: weight of log(chance to be a candidate), subtracted from scores
    double inputDropout = 0;          ///< dropout probability of the input item vectors
    double hiddenDropout = 0;  ///< dropout probability of the states; the next step reads the states after dropout
    double momentum = 0;       ///< momentum coefficient of Adagrad's updates
    bool tiedOutput = true;    ///< scores use the input vectors ("constrained embedding")
    ResetGate reset = ResetGate::After;

    bool operator==(const Gru4RecConfig&) const = default;
};

inline Gru4RecConfig& gru4RecOf(RunConfig& config) {
    return config.own.as<Gru4RecConfig>();
}
inline const Gru4RecConfig& gru4RecOf(const RunConfig& config) {
    return config.own.as<Gru4RecConfig>();
}

const ConfigSchema& gru4RecSchema();
RankingLoss rankingLossOf(const RunConfig& config);
/// The sizes and the variant of each GRU layer.
GruShape gruShapeOf(const RunConfig& config);

}  // namespace recscope
