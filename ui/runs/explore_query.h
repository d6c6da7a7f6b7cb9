// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/removal_test.h"
#include "core/sequence/dataset.h"
#include "core/sequence/history_input.h"
#include "ui/runs/inference_cache.h"
#include "ui/runs/popularity.h"

namespace recscope::ui {

/// Which item of a history the model predicts.
enum class Predicted {
    Test,   ///< the run's test item, predicted from all earlier items (from all earlier orders, if the run predicts
            ///< orders)
    Valid,  ///< the run's validation item, predicted in the same way
    Next,   ///< the unknown item that follows the whole history
};

/// The part of the history that the model reads for this prediction.
HistoryInput historyInputOf(Predicted predicted);

/// What the Explore page asks for: the user, the run, and the item to predict.
struct ExploreRequest {
    DatasetId dataset = 0;  ///< the run's dataset
    std::int32_t user = 0;  ///< the user's index in `laterVersion` if that is set, else in `dataset`
    /// The version of the dataset to which `user` belongs if that version is newer than `dataset`.
    std::optional<DatasetId> laterVersion = {};
    Predicted predicted = Predicted::Test;
    std::optional<LoadedRun> run;  ///< none: only the history is read
    std::int32_t topK = 20;
    bool operator==(const ExploreRequest&) const = default;
};

/// Everything the Explore page shows for one request. Immutable once made.
struct ExploreAnswer {
    ExploreRequest request;  ///< as requested, but `predicted` is Next if the history is too short to hold an item out
    UserInfo user;           ///< in the version of the dataset that was requested
    /// The user's index in the run's dataset; none if that dataset does not have the user.
    std::optional<std::int32_t> runUser;
    std::int64_t skippedInteractions = 0;   ///< interactions with items that the run's dataset does not have
    std::vector<Interaction> interactions;  ///< the history without these interactions, oldest first
    std::int32_t given = 0;                 ///< the oldest `given` interactions are the model's input
    /// The number of held-out interactions, which follow the input: usually 1. If the run predicts the next order,
    /// these are all interactions of the held-out order, and the first one is the target. 0 if `predicted` is Next.
    std::int32_t heldOut = 0;
    std::vector<PlantedCause> plantedCauses;  ///< in position order; only the sample dataset has any
    std::optional<Explanation> explanation;
    Capabilities capabilities;  ///< of the run's model; set only if there is an explanation
    /// For a model whose scores do not depend on the history: a sentence that says so. Empty for any other model.
    std::string unreadHistory;
    /// Ranks of the recommended items and the held-out item; 1 = most interactions.
    std::map<Token, std::int64_t> popularity;

    /// The planted cause of the held-out item; null if none is known.
    const PlantedCause* heldOutCause() const;
    std::vector<Token> givenTokens() const;
    std::vector<Token> heldOutTokens() const;  ///< the held-out items, see heldOut
    OwnedHistory modelHistory() const;         ///< the model's input with its times, if there are any
    /// Time of the interaction to predict, in Unix seconds; none if the dataset has no times or `predicted` is Next.
    std::optional<std::int64_t> predictedTime() const;
    /// `inference`, set to this answer's user and to the time of the interaction to predict.
    InferenceSession sessionOf(const InferenceSession& inference) const {
        return inference.forUser(runUser).atTime(predictedTime());
    }
    bool isBidirectional() const { return capabilities.predictsMaskedItems; }
    /// True if there are attention maps.
    bool hasAttention() const { return explanation && explanation->attention.layers > 0; }
    /// True if there are attention maps whose rows sum to 1, so that their weights can be compared as shares.
    bool hasAttentionShares() const { return hasAttention() && !explanation->attention.isPointwise; }
    /// True if there is a weight or a contribution for each item that the model read (`Explanation::parts`).
    bool hasItemParts() const { return explanation && explanation->parts; }
    /// The history index of the item at an attention-map position; -1 for the mask token.
    std::int32_t historyIndex(std::int32_t position) const;
    /// The attention-map position of the item at a history index; -1 if the model does not read that item.
    std::int32_t mapPosition(std::int32_t index) const;
};

/// Call in a job of `WorkerQueue::Model`. Throws the errors of the dataset store and of the inference session, and
/// Error(Input) if the run's dataset has none of the user's items.
ExploreAnswer explore(Workspace& workspace, InferenceCache& cache, const ExploreRequest& request,
                      const std::stop_token& stop);

/// Explains the history of `answer` with another run. Throws Error(Input) if the two runs cannot be compared.
Explanation explainWith(Workspace& workspace, InferenceCache& cache, const LoadedRun& run, const ExploreAnswer& answer);

/// The recommended items, and the held-out item if it is not among them.
std::vector<Token> shownItems(const Explanation& explanation);
/// Sets `answer.popularity`.
void addPopularity(ExploreAnswer& answer, Workspace& workspace, Popularity& popularity);

/// The removal tests by target item: one for each of `shownItems`.
using Removals = std::map<Token, std::shared_ptr<const RemovalTest>>;
Removals removalsOf(const InferenceSession& inference, const Explanation& explanation, const RemovalOptions& options,
                    const std::stop_token& stop);
/// For each target, the effects of at most `maxReasons` history items whose removal lowers its log-probability most,
/// strongest first. If no removal lowers it, the removal that lowers the target's rank most. Empty if the removal of no
/// single item changes the target's recommendation enough (`Strongest::carriesRecommendation`).
std::map<Token, std::vector<RemovalEffect>> strongestReasons(const Removals& removals, std::size_t maxReasons);

}  // namespace recscope::ui
