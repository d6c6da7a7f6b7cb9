// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"
#include "core/kernels/tape.h"

namespace recscope::kernels {

/// The M rows that predict an item, and the item that each of them predicts. Packed rows are the positions of a
/// micro-batch's histories, one after the other, without padding. k is the number of negatives.
struct PackedTargets {
    std::vector<std::int32_t> rows;       ///< (M) row indices in `outputStates` of packedLoss()
    std::vector<std::int64_t> targets;    ///< (M) item tokens
    std::vector<std::int64_t> negatives;  ///< (M, k) item tokens, or (k) shared by all rows; empty for cross-entropy
    std::vector<std::uint8_t> excluded;   ///< (M, k), only if negatives are shared: 1 where a row ignores a negative
};

/// The tensors that turn states of width C into scores of the V items.
struct PackedOutput {
    Parameter vectors;  ///< (V + 2, C), rows = tokens
    Parameter bias;     ///< (V + 2); null if the model has no bias
};

/// trainingLoss of losses.h, computed on packed rows: returns the mean loss over the M rows. The backward pass
/// propagates `weight` times the gradient of that mean.
double packedLoss(Tape& tape, const PackedOutput& output, const LossConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight);

}  // namespace recscope::kernels
