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

/// The frames (epoch snapshots) of one user in a run's timeline.
struct TimelineUser {
    std::int32_t user = 0;
    std::string id;                    ///< the user's id in the data
    std::vector<std::int64_t> epochs;  ///< epochs with a frame, ascending
};

/// The contents of a run's timeline, and the number of users who are pinned for future timelines.
struct TimelineIndex {
    RunId run = 0;
    std::vector<TimelineUser> users;  ///< each with at least one frame
    std::size_t pinned = 0;           ///< number of pinned users of the dataset
};
TimelineIndex timelineIndex(Workspace& workspace, DatasetId dataset, RunId run);

/// One frame: what a run recommended to a user after an epoch, and the attention of its heads. Immutable once made.
struct TimelineFrame {
    RunId run = 0;
    std::int32_t user = 0;
    std::int64_t epoch = 0, step = 0;  ///< step 0 = unknown
    bool bidirectional = false;        ///< each position attends to all others
    Explanation explanation;           ///< `history` is only the part that the model read

    /// Memory of the attention weights.
    std::size_t bytes() const { return sizeof(float) * explanation.attention.weights.size(); }
};
/// Throws Error(Input) if the frame does not exist or no longer exists.
TimelineFrame readTimelineFrame(Workspace& workspace, RunId run, std::int32_t user, std::int64_t epoch);

}  // namespace recscope::ui
