// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/batch/training_batches.h"

namespace recscope {

/// The input of a loss: states at the M positions to predict, and the tensors that turn the states into scores. V is
/// the number of items, C the width of the states.
struct OutputTensors {
    torch::Tensor states;   ///< (M, C), after the output layers
    torch::Tensor vectors;  ///< (V + 2, C), rows = tokens
    torch::Tensor bias;     ///< (V + 2); undefined if the model has no bias
};

/// Returns the mean loss in nats over the positions to predict of a micro-batch, as a scalar with a gradient. Positions
/// with the target PAD are left out (see `MicroBatch::scored`). config.kind selects the loss. The file of each loss
/// contains two implementations: with LibTorch, for this function, and for packed rows (packed_losses.h).
torch::Tensor trainingLoss(const OutputTensors& output, const LossConfig& config, const MicroBatch& microBatch);

/// Returns the log-probabilities of the items: logits (M, V + 2) -> (M, V), where column i is token i + 1. PAD and MASK
/// are excluded.
torch::Tensor itemLogProbabilities(const torch::Tensor& logits);

}  // namespace recscope
