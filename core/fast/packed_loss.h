// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/fast/packed_model.h"

namespace recscope::fast {

/// What the states of some rows are to predict.
struct PackedTargets {
    std::vector<std::int32_t> rows;       ///< M: which of the asked rows predicts
    std::vector<std::int64_t> targets;    ///< M item tokens
    std::vector<std::int64_t> negatives;  ///< (M, k) item tokens, or k for all rows; empty for ce
    std::vector<std::uint8_t> excluded;   ///< (M, k) beside shared negatives: 1 where one does not count
};

/// trainingLoss of core/train/loss.h on packed rows: the mean over M. `weight` times its gradient runs backward.
double packedLoss(Tape& tape, const PackedModel& model, const RunConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight);

}  // namespace recscope::fast
