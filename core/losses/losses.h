// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/batch/training_batches.h"

namespace recscope {

/// What a loss is taken of: states at the scored positions and what makes scores of them.
struct OutputTensors {
    torch::Tensor states;   ///< (M, C), after the output layers
    torch::Tensor vectors;  ///< (V + 2, C), rows = tokens
    torch::Tensor bias;     ///< (V + 2), or undefined: none
};

/// The mean loss in nats over the scored positions of a micro-batch that count, a scalar that carries the gradient.
/// Which loss is config.kind's; each has a file of its own with this form and the packed one.
torch::Tensor trainingLoss(const OutputTensors& output, const LossConfig& config, const MicroBatch& microBatch);

/// Log-probabilities over the items: logits (M, V + 2) -> (M, V), column i = token i + 1. PAD and MASK take no part.
torch::Tensor itemLogProbabilities(const torch::Tensor& logits);

}  // namespace recscope
