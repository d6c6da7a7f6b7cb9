// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"
#include "core/kernels/tape.h"

namespace recscope::kernels {

/// The prediction targets of the states of some rows.
struct PackedTargets {
    std::vector<std::int32_t> rows;       ///< M: which of the requested rows predicts
    std::vector<std::int64_t> targets;    ///< M item tokens
    std::vector<std::int64_t> negatives;  ///< (M, k) item tokens, or k for all rows; empty for ce
    std::vector<std::uint8_t> excluded;   ///< (M, k), with shared negatives only: 1 where one does not count
};

/// The tensors that turn states into scores.
struct PackedOutput {
    Parameter vectors;  ///< (V + 2, C), rows = tokens
    Parameter bias;     ///< (V + 2), or none
};

/// trainingLoss of losses.h on packed rows: the mean over M. The backward pass propagates `weight` times its gradient.
double packedLoss(Tape& tape, const PackedOutput& output, const LossConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight);

}  // namespace recscope::kernels
