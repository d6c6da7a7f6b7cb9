// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/histories.h"
#include "core/store/timeline_store.h"

namespace recscope {

class Recommender;

/// Keeps what the model now makes of the dataset's pinned users: attention, the first ten and the rank of the test
/// target, which is not read, all as Explore shows them. `run.epochsDone` says which epoch, `step` how many steps it
/// took. Does nothing if nobody is pinned.
void recordSnapshots(Workspace& workspace, const RunRecord& run, const Recommender& recommender,
                     const Histories& histories, std::int64_t step);

}  // namespace recscope
