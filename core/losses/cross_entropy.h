// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/losses/losses.h"
#include "core/losses/packed_losses.h"

namespace recscope {

/// The mean of -log softmax over all V items, tokens 1…V (BERT4Rec, equation 8).
torch::Tensor crossEntropy(const OutputTensors& output, const MicroBatch& microBatch);

/// Returns the sum over the M states of weight times -log softmax(states vectors^T + bias)[target]. Never stores all
/// (M, V) scores: a few states are scored at a time, and their gradients are computed immediately. Shapes, with C
/// values per vector: states (M, C), vectors (V, C), bias (V) or undefined, targets (M) int64 in 0…V-1, weights (M).
torch::Tensor linearCrossEntropy(const torch::Tensor& states, const torch::Tensor& vectors, const torch::Tensor& bias,
                                 const torch::Tensor& targets, const torch::Tensor& weights);

namespace kernels {

/// crossEntropy above, computed on packed rows: returns the mean loss; the backward pass propagates `weight` times the
/// gradient of that mean.
double crossEntropy(Tape& tape, const PackedOutput& output, Variable& states, const PackedTargets& targets,
                    double weight);

}  // namespace kernels

}  // namespace recscope
