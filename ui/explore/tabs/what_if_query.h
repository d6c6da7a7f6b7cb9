// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/what_if.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

inline constexpr std::int32_t kWhatIfRanks = 10;  ///< how many ranks the two lists have

/// With which vector of the user models answer that read one.
enum class RequestedVector {
    Kept,      ///< the one that was learned in training, whatever the history becomes
    Refitted,  ///< one learned anew from each of the two histories
};

/// What an edited history is compared by.
struct WhatIfRequest {
    std::vector<LoadedRun> runs;       ///< one or two
    std::optional<std::int32_t> user;  ///< index in the dataset: edits change the history and keep the user
    std::vector<Token> original, edited;
    std::vector<Token> alsoRequested;  ///< items whose ranks are wanted in any case
    RequestedVector vector = RequestedVector::Kept;
    bool operator==(const WhatIfRequest&) const = default;
};

/// One run's answer: every item that is among the first ten before or after, and the asked ones, by the rank before.
struct WhatIfRun {
    LoadedRun run;
    std::vector<RankMove> moves;
    UserVector vector = UserVector::NotRead;  ///< that answered the edited history
    std::string about;                        ///< the same as a sentence; empty where no user is read
    std::string unread;                       ///< one sentence where no change is in what it reads; else empty
};

struct WhatIfResult {
    WhatIfRequest request;
    std::vector<WhatIfRun> runs;
    double milliseconds = 0;
};

/// Runs in a job of `WorkerQueue::Model`. Throws as the inference sessions do, Error(Cancelled).
WhatIfResult askWhatIf(Workspace& workspace, InferenceCache& cache, const WhatIfRequest& request,
                       const std::stop_token& stop);

}  // namespace recscope::ui
