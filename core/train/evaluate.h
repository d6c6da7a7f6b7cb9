// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/metrics/ranker.h"
#include "core/model/sequence_model.h"
#include "core/util/progress.h"

namespace recscope {

/// Ranks every user's target under a protocol, or that of `usersAtMost` drawn ones (`Ranker`; 0 = all). Progress counts
/// users. Throws Error(Numeric | Cancelled).
Evaluation evaluateModel(SequenceModel& model, const RunConfig& config, const Histories& histories,
                         const Protocol& protocol, Split split, std::int64_t usersAtMost, const torch::Device& device,
                         const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
