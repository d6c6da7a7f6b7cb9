// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/average_attention.h"

#include "core/explain/attention/require_attention.h"

namespace recscope {

AttentionProfile averageAttention(const InferenceSession& inference, const Histories& histories,
                                  const StudyOptions& options, const ProgressSink& progress,
                                  const std::stop_token& stop) {
    requireAttention(inference);
    AttentionProfile profile;
    const auto add = [&](std::int32_t, const Explanation& explanation) { profile.add(explanation.attention); };
    forEachStudied(inference, histories, options, /*topK=*/0, add, progress, stop);
    return profile;
}

}  // namespace recscope
