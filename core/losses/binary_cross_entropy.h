// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/losses/losses.h"
#include "core/losses/sampled_scores.h"

namespace recscope {

// Symbols: s+ is the target's score, s- the score of a drawn negative, k the number of negatives per target, V the
// number of items, and t the calibration `LossConfig::gbceT`.

/// bce: -log sigmoid(s+) - mean over the negatives of log(1 - sigmoid(s-)) (SASRec, equation 7, averaged over k
/// negatives).
torch::Tensor binaryCrossEntropy(const OutputTensors& output, const MicroBatch& microBatch);

/// gbce: -1/(k + 1) [beta log sigmoid(s+) + sum over the negatives of log(1 - sigmoid(s-))] with
/// beta = alpha (t (1 - 1/alpha) + 1/alpha), alpha = k / (V - 1) (Petrov & Macdonald, RecSys 2023).
torch::Tensor calibratedBinaryCrossEntropy(const OutputTensors& output, const LossConfig& config,
                                           const MicroBatch& microBatch);

namespace kernels {

// The two losses above, computed on packed rows. Each function returns the mean loss and replaces the scores with
// `weight` times their gradients.
double binaryCrossEntropy(SampledScores& scores, double weight);
double calibratedBinaryCrossEntropy(SampledScores& scores, const LossConfig& config, std::int64_t itemCount,
                                    double weight);

}  // namespace kernels

}  // namespace recscope
