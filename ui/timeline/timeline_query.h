// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/sequence/dataset.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// What there is of one user in a run's timeline.
struct TimelineUser {
    std::int32_t user = 0;
    std::string id;                    ///< in the data
    std::vector<std::int64_t> epochs;  ///< that have a frame, rising
};

/// What there is of a run's timeline, and who is pinned for those to come.
struct TimelineIndex {
    RunId run = 0;
    std::vector<TimelineUser> users;  ///< each with at least one frame
    std::size_t pinned = 0;           ///< users of the dataset
};
TimelineIndex timelineIndex(Workspace& workspace, DatasetId dataset, RunId run);

/// One frame as the views take it. Immutable once made.
struct TimelineShot {
    RunId run = 0;
    std::int32_t user = 0;
    std::int64_t epoch = 0, step = 0;  ///< step 0 = not known
    bool bidirectional = false;
    Explanation explanation;  ///< `history` is what the model read of it

    std::size_t bytes() const { return sizeof(float) * explanation.attention.weights.size(); }
};
/// Throws Error(Input) if there is no such frame (any more).
TimelineShot timelineShot(Workspace& workspace, RunId run, std::int32_t user, std::int64_t epoch);

}  // namespace recscope::ui
