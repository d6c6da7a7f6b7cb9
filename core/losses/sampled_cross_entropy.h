// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/losses/losses.h"
#include "core/losses/sampled_scores.h"

namespace recscope {

/// The mean of -log softmax over each target and its k negatives (Klenitskiy & Vasilev, RecSys 2023).
torch::Tensor sampledCrossEntropy(const OutputTensors& output, const MicroBatch& microBatch);

namespace kernels {

/// sampledCrossEntropy above, computed on packed rows: returns the mean loss and replaces the scores with `weight`
/// times their gradients.
double sampledCrossEntropy(SampledScores& scores, Tape& tape, double weight);

}  // namespace kernels

}  // namespace recscope
