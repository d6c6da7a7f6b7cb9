// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"
#include "core/sequence/history_input.h"
#include "ui/runs/inference_cache.h"
#include "ui/runs/popularity.h"

namespace recscope::ui {

/// Which item of a history the model is asked for.
enum class Predicted {
    Test,   ///< the last one, from all before it
    Valid,  ///< the one before the last, from all before it
    Next,   ///< the unknown one after the whole history
};

/// What the model reads for it.
HistoryInput historyInputOf(Predicted predicted);

/// One click: whose history, which run, what is predicted.
struct ExploreRequest {
    DatasetId dataset = 0;
    std::int32_t user = 0;
    Predicted predicted = Predicted::Test;
    std::optional<LoadedRun> run;  ///< none: only the history is read
    std::int32_t topK = 20;
    bool operator==(const ExploreRequest&) const = default;
};

/// Everything the Explore page shows of one click. Immutable once made.
struct ExploreAnswer {
    ExploreRequest request;  ///< `predicted` is Next if the history is too short to hold an item out
    UserInfo user;
    std::vector<Interaction> interactions;    ///< the whole history, oldest first
    std::int32_t given = 0;                   ///< how many of them the model is given
    std::vector<PlantedCause> plantedCauses;  ///< by position; empty where nothing was planted
    std::optional<Explanation> explanation;
    Capabilities capabilities;  ///< of the run, where there is an explanation
    /// One sentence where the scores are the same after every history; else empty.
    std::string unreadHistory;
    std::map<Token, std::int64_t> popularity;  ///< rank of the listed items and of the truth, 1 = most interactions

    /// The held-out item's planted cause, if the data knows it.
    const PlantedCause* heldOutCause() const;
    std::vector<Token> givenTokens() const;
    bool isBidirectional() const { return capabilities.predictsMaskedItems; }
    /// There are maps to show.
    bool hasAttention() const { return explanation && explanation->attention.layers > 0; }
    /// There is a number for each item of the history.
    bool hasParts() const { return explanation && explanation->parts; }
    /// Index in the history of a position of the maps; -1 for the mask.
    std::int32_t historyIndex(std::int32_t position) const;
    /// Position in the maps of an index in the history; -1 if the model does not read it.
    std::int32_t mapPosition(std::int32_t index) const;
};

/// Runs in a job of `WorkerQueue::Model`. Throws as the store and the inference session do.
ExploreAnswer explore(Workspace& workspace, InferenceCache& cache, const ExploreRequest& request);

/// What another run makes of the same history. Throws Error(Input) where the two cannot be compared.
Explanation explainWith(Workspace& workspace, InferenceCache& cache, const LoadedRun& run, const ExploreAnswer& answer);

/// The listed items and, if it is not among them, the held-out one.
std::vector<Token> shownItems(const Explanation& explanation);
void addPopularity(ExploreAnswer& answer, Workspace& workspace, Popularity& popularity);

/// The removal test of every shown item, by item.
using Removals = std::map<Token, std::shared_ptr<const RemovalTest>>;
Removals removalsOf(const InferenceSession& inference, const Explanation& explanation, const RemovalOptions& options,
                    const std::stop_token& stop);
/// The `most` items of each test that speak most for its target; none where no single item carries it.
std::map<Token, std::vector<RemovalEffect>> strongestReasons(const Removals& removals, std::size_t most);

}  // namespace recscope::ui
