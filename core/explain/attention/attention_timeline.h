// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/histories.h"
#include "core/store/timeline_store.h"

namespace recscope {

class Recommender;

/// Records an epoch snapshot for each user who is pinned for the attention timeline. A snapshot contains the attention,
/// the top ten recommendations, and the rank of the test target, all computed as on the Explore page. The model does
/// not read the test target. The epoch is `run.epochsDone`; `step` is the number of training steps so far. Does nothing
/// if no user is pinned.
void recordSnapshots(Workspace& workspace, const RunRecord& run, const Recommender& recommender,
                     const Histories& histories, std::int64_t step);

}  // namespace recscope
