// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "core/batch/training_batches.h"
#include "core/model/sequence_model.h"

namespace recscope {

/// The mean loss in nats over the M scored positions of a slice, a scalar that carries the gradient.
/// ce: -log softmax over the items 1…V (paper BERT4Rec, equation 8). bce: -log sigmoid(s+) - mean over negatives of
/// log(1 - sigmoid(s-)) (SASRec, equation 7, with k negatives averaged).
torch::Tensor trainingLoss(SequenceModel& model, const RunConfig& config, const BatchSlice& slice,
                           const ForwardPass& pass);

/// Log-probabilities over the items: logits (M, V + 2) -> (M, V), column i = token i + 1. PAD and MASK take no part.
torch::Tensor itemLogProbabilities(const torch::Tensor& logits);

}  // namespace recscope
