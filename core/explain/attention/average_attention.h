// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attention/attention_views.h"
#include "core/explain/scores/user_study.h"

namespace recscope {

/// The mean attention at each position over the studied users of a run. Progress counts users. Throws Error(Cancelled).
AttentionProfile averageAttention(const InferenceSession& inference, const Histories& histories,
                                  const StudyOptions& options, const ProgressSink& progress,
                                  const std::stop_token& stop);

}  // namespace recscope
