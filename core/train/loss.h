// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/batch/training_batches.h"
#include "core/model/sequence_model.h"

namespace recscope {

/// The mean loss in nats over the scored positions of a slice that count, a scalar that carries the gradient. s+ is the
/// target's score, s- that of a drawn negative.
///   ce          -log softmax over the items 1…V (BERT4Rec, equation 8)
///   sampled_ce  -log softmax over the target and its k negatives (Klenitskiy & Vasilev, RecSys 2023)
///   bce         -log sigmoid(s+) - mean over the negatives of log(1 - sigmoid(s-)) (SASRec, equation 7, k averaged)
///   gbce        -1/(k + 1) [beta log sigmoid(s+) + sum over the negatives of log(1 - sigmoid(s-))] with
///               beta = alpha (t (1 - 1/alpha) + 1/alpha), alpha = k / (V - 1) (Petrov & Macdonald, RecSys 2023)
torch::Tensor trainingLoss(SequenceModel& model, const RunConfig& config, const BatchSlice& slice,
                           const ForwardPass& pass);

/// The sum over M of weight times -log softmax(states E^T + bias)[target] without ever holding the (M, V) scores: rows
/// are scored a few at a time, and their gradients are taken at once. states (M, C), vectors (V, C), bias (V) or
/// undefined, targets (M) int64 in 0…V-1, weights (M).
torch::Tensor linearCrossEntropy(const torch::Tensor& states, const torch::Tensor& vectors, const torch::Tensor& bias,
                                 const torch::Tensor& targets, const torch::Tensor& weights);

/// Log-probabilities over the items: logits (M, V + 2) -> (M, V), column i = token i + 1. PAD and MASK take no part.
torch::Tensor itemLogProbabilities(const torch::Tensor& logits);

}  // namespace recscope
