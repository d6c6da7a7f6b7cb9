// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/losses/losses.h"
#include "core/losses/packed_losses.h"

namespace recscope {

/// -log softmax over the items 1…V (BERT4Rec, equation 8).
torch::Tensor crossEntropy(const OutputTensors& output, const MicroBatch& microBatch);

/// Returns the sum over M of weight times -log softmax(states E^T + bias)[target] without ever holding the (M, V)
/// scores: rows are scored a few at a time, and their gradients are computed immediately. states (M, C), vectors (V,
/// C), bias (V) or undefined, targets (M) int64 in 0…V-1, weights (M).
torch::Tensor linearCrossEntropy(const torch::Tensor& states, const torch::Tensor& vectors, const torch::Tensor& bias,
                                 const torch::Tensor& targets, const torch::Tensor& weights);

namespace kernels {

/// crossEntropy above, computed on packed rows; `weight` as in `packedLoss`.
double crossEntropy(Tape& tape, const PackedOutput& output, Variable& states, const PackedTargets& targets,
                    double weight);

}  // namespace kernels

}  // namespace recscope
