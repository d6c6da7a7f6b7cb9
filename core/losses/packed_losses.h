// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"
#include "core/kernels/tape.h"

namespace recscope::kernels {

/// What the states of some rows are to predict.
struct PackedTargets {
    std::vector<std::int32_t> rows;       ///< M: which of the asked rows predicts
    std::vector<std::int64_t> targets;    ///< M item tokens
    std::vector<std::int64_t> negatives;  ///< (M, k) item tokens, or k for all rows; empty for ce
    std::vector<std::uint8_t> excluded;   ///< (M, k) beside shared negatives: 1 where one does not count
};

/// What makes scores of states.
struct PackedOutput {
    Parameter vectors;  ///< (V + 2, C), rows = tokens
    Parameter bias;     ///< (V + 2), or none
};

/// trainingLoss of losses.h on packed rows: the mean over M. `weight` times its gradient runs backward.
double packedLoss(Tape& tape, const PackedOutput& output, const LossConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight);

}  // namespace recscope::kernels
