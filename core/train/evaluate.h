// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/metrics/ranker.h"
#include "core/model/sequence_model.h"
#include "core/util/progress.h"

namespace recscope {

/// Scores of the next item for several histories, cut and closed as in `predictionInput`: (B, V + 2) float32 on the
/// CPU. No gradient, no dropout. Evaluation, recommendation and the removal test all come here.
torch::Tensor scoreNext(SequenceModel& model, const RunConfig& config,
                        std::span<const std::span<const Token>> histories, std::int32_t itemCount,
                        const torch::Device& device);

/// Ranks every user's target under a protocol. Progress counts users. Throws Error(Numeric | Cancelled).
Evaluation evaluateModel(SequenceModel& model, const RunConfig& config, const Histories& histories,
                         const Protocol& protocol, Split split, const torch::Device& device,
                         const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
