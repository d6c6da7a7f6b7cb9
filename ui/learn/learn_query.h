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

/// The history that the chapters show. A bundle is a planted group of items that users choose together, in any order.
struct LearnHistory {
    std::int32_t user = 0;                     ///< index in the dataset
    std::string id;                            ///< id in the data
    std::int64_t length = 0;                   ///< number of items in the whole history
    std::vector<Token> items;                  ///< the newest items, at most `kMaxCards`, oldest first
    bool knowsCauses = false;                  ///< true if the dataset has planted causes
    std::optional<std::int32_t> bundleMiddle;  ///< position in `items` of an item between others of its bundle
};

/// Which user to show.
struct LearnChoice {
    DatasetId dataset = 0;
    /// Id in the dataset; empty = a suitable user: one with about 12 items and, if causes are known, with a bundle.
    std::string userId;
    std::uint64_t skip = 0;  ///< with an empty id: number of suitable users to skip, wrapping around
    std::string notId;       ///< a user to exclude if there is another suitable one
    bool operator==(const LearnChoice&) const = default;
};

/// Reads the history of the chosen user. Call in a job. Throws Error(Input) for an unknown user id or a dataset without
/// users.
LearnHistory findLearnHistory(Workspace& workspace, const LearnChoice& choice);

/// The two models' guesses at the covered positions; empty for a model that is not trained.
struct LearnGuesses {
    std::vector<MaskedPrediction> bidirectional, causal;
};

/// The run that is used for each model; empty if the model is not trained.
struct LearnRuns {
    std::optional<LoadedRun> bidirectional, causal;
    bool operator==(const LearnRuns&) const = default;
};

/// Lets both models guess the items at `positions` of `items`. Call in a job of `WorkerQueue::Model`.
LearnGuesses fillPositions(Workspace& workspace, InferenceCache& cache, const LearnRuns& runs,
                           const std::vector<Token>& items, const std::vector<std::int32_t>& positions);

}  // namespace recscope::ui
