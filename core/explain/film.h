// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sequence/histories.h"
#include "core/store/film_store.h"

namespace recscope {

class SequenceModel;

/// Keeps what the model now makes of the dataset's pinned users: attention and the first ten, read as Explore reads
/// them, without the test target. Does nothing if nobody is pinned.
void recordFilm(Workspace& workspace, const RunRecord& run, const SequenceModel& model, const Histories& histories,
                std::int64_t epoch);

}  // namespace recscope
