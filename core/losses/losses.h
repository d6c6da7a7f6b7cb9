// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/batch/training_batches.h"

namespace recscope {

/// The input of a loss: states at the scored positions and the tensors that turn them into scores.
struct OutputTensors {
    torch::Tensor states;   ///< (M, C), after the output layers
    torch::Tensor vectors;  ///< (V + 2, C), rows = tokens
    torch::Tensor bias;     ///< (V + 2), or undefined: none
};

/// The mean loss in nats over those scored positions of a micro-batch that count, a scalar with a gradient. config.kind
/// selects the loss; each loss has its own file with this form and the packed one.
torch::Tensor trainingLoss(const OutputTensors& output, const LossConfig& config, const MicroBatch& microBatch);

/// Log-probabilities over the items: logits (M, V + 2) -> (M, V), column i = token i + 1. PAD and MASK are excluded.
torch::Tensor itemLogProbabilities(const torch::Tensor& logits);

}  // namespace recscope
