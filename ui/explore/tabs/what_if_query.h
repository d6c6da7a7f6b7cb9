// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/what_if.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

inline constexpr std::int32_t kWhatIfRanks = 10;  ///< number of ranks in each list: before and after the edits

/// Which user vector is used by models that read one.
enum class RequestedVector {
    Kept,      ///< the vector learned in training, regardless of the edits
    Refitted,  ///< a vector fitted again to each of the two histories
};

/// A request to compare the recommendations for an edited history with those for the original.
struct WhatIfRequest {
    std::vector<LoadedRun> runs;       ///< one or two
    std::optional<std::int32_t> user;  ///< the histories' user, as an index in the runs' dataset; empty = unknown there
    /// Time of the interaction to predict, Unix seconds; empty = time of the newest item.
    std::optional<std::int64_t> time;
    OwnedHistory original, edited;
    std::vector<Token> alsoRequested;  ///< items whose ranks are always included
    RequestedVector vector = RequestedVector::Kept;
    bool operator==(const WhatIfRequest&) const = default;
};

/// One run's answer: every item that is among the first ten before or after the edits, and the requested items, sorted
/// by the rank before the edits.
struct WhatIfRun {
    LoadedRun run;
    std::vector<RankMove> moves;
    UserVector vector = UserVector::NotRead;  ///< the vector used for the edited history
    std::string about;   ///< the used vector in a sentence; empty if the model reads no user vector
    std::string unread;  ///< a sentence if the model reads none of the changes; else empty
};

struct WhatIfResult {
    WhatIfRequest request;
    std::vector<WhatIfRun> runs;
    double milliseconds = 0;  ///< duration of the computation
};

/// Computes the answer of each run. Call it only in a job of `WorkerQueue::Model`. Throws Error(Cancelled) and the
/// errors of the inference sessions.
WhatIfResult computeWhatIf(Workspace& workspace, InferenceCache& cache, const WhatIfRequest& request,
                           const std::stop_token& stop);

}  // namespace recscope::ui
