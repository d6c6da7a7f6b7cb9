// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attention/attention_views.h"
#include "core/explain/scores/inference_session.h"

namespace recscope {

/// The attention of one run minus the attention of another run on the same history, at the positions that the first run
/// reads. Rows are aligned at the newest position, which predicts in both runs. Columns are aligned at the newest item,
/// so that each item is compared with itself even if only one run appends [MASK]. The difference is NaN at positions
/// that only the first run reads. Throws Error(Input) if the histories differ, and Error(Usage) for a head that does
/// not exist.
AttentionView runDifference(const Explanation& first, HeadId firstHead, const Explanation& second, HeadId secondHead);

}  // namespace recscope
