// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attention/attention_views.h"
#include "core/explain/scores/inference_session.h"

namespace recscope {

/// Attention of one run minus that of another that read the same history, in the positions of the first. Rows are
/// matched from the newest one back, which predicts in both; columns from the newest item back, so that an item stands
/// against itself also where one run closes the history with [MASK]. NaN where the other run has no such position.
/// Throws Error(Input) if the histories differ, Error(Usage) for a head that does not exist.
AttentionView runDifference(const Explanation& one, HeadId ofOne, const Explanation& other, HeadId ofOther);

}  // namespace recscope
