// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/sequence/dataset.h"
#include "ui/runs/inference_cache.h"

namespace recscope::ui {

/// The largest number of a history's items that are shown as cards; a longer history shows its newest items.
inline constexpr std::int32_t kMaxCards = 12;

/// The history of one lesson. A bundle is a planted group of items that users choose together, in any order.
struct LearnHistory {
    std::int32_t user = 0;
    std::string id;
    std::int64_t length = 0;                   ///< number of items in the whole history
    std::vector<Token> items;                  ///< the newest, at most `kMaxCards`, oldest first
    bool knowsCauses = false;                  ///< the dataset is the sample with planted causes
    std::optional<std::int32_t> bundleMiddle;  ///< position in `items` of an item between others of its bundle
};

/// Which user to show.
struct LearnChoice {
    DatasetId dataset = 0;
    /// Id in the dataset; empty = a suitable user: one with about 12 items and, if causes are known, with a bundle.
    std::string userId;
    std::uint64_t skip = 0;  ///< with an empty id: number of suitable users to skip, wrapping around
    std::string notId;       ///< exclude this user, unless there is no other
    bool operator==(const LearnChoice&) const = default;
};

/// Call in a job. Throws Error(Input) for an unknown user id or a dataset without users.
LearnHistory findLearnHistory(Workspace& workspace, const LearnChoice& choice);

/// The two models' guesses at the covered positions; empty for a model that is not trained.
struct LearnGuesses {
    std::vector<Guess> bidirectional, causal;
};

/// The run of each model, if any.
struct LearnRuns {
    std::optional<LoadedRun> bidirectional, causal;
    bool operator==(const LearnRuns&) const = default;
};

/// Call in a job of `WorkerQueue::Model`.
LearnGuesses fillPositions(Workspace& workspace, InferenceCache& cache, const LearnRuns& runs,
                           const std::vector<Token>& items, const std::vector<std::int32_t>& positions);

}  // namespace recscope::ui
