// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/recommender/attention_maps.h"
#include "core/recommender/capabilities.h"
#include "core/recommender/head_steps.h"
#include "core/recommender/item_parts.h"
#include "core/recommender/score_table.h"
#include "core/sequence/dataset.h"
#include "core/store/run_store.h"

namespace recscope {

class Recommender;
class Workspace;

/// Rank and score of the held-out item, the true next item.
struct HeldOut {
    Token token = kPadToken;
    std::int32_t rank = 0;  ///< rank under the run's protocol, but with `full` candidates
    float score = 0, probability = 0;
};

/// The user vector from which a model that reads the user predicts.
enum class UserVector {
    NotRead,     ///< the model does not read the user
    Trained,     ///< the vector learned in training for this user
    Unknown,     ///< the user is not known: see `Capabilities::unknownUser`
    Refitted,    ///< learned anew from one history with all other weights frozen
    Mean,        ///< a refit was requested, but the history has no training sample: mean of all user vectors
    Popularity,  ///< a refit was requested, but the history is empty: popularity
};
const char* userVectorName(UserVector vector);  ///< "trained", "refitted", …

/// Everything the views of one history need, from one forward pass. Immutable once created.
struct Explanation {
    std::vector<Token> history;      ///< the whole input history, oldest first
    std::vector<Token> positions;    ///< tokens that the model read, oldest first; for BERT4Rec, the last is [MASK]
    std::int32_t firstPosition = 0;  ///< index in `history` of positions[0]
    AttentionMaps attention;         ///< size = positions.size(); no layers if the model has no attention
    /// Numbers by position read, for the recommendations and `heldOut`; none if the model does not have any.
    std::optional<ItemParts> parts;
    /// Hidden state, shape (dim): the scores are its products with the item vectors. Empty if the model has no
    /// attention.
    std::vector<float> state;
    std::vector<Recommendation> recommendations;
    std::optional<HeldOut> heldOut;
};

/// The best predictions for one hidden position.
struct Guess {
    std::int32_t position = 0;  ///< index in the given history
    std::vector<Recommendation> top;
    std::int32_t truthRank = 0;  ///< rank of the true item at this position, among all items
    float truthProbability = 0;
};

/// Which occurrences are removed together if an item occurs more than once in a history.
enum class EqualItems {
    Together,  ///< all occurrences: the history of a user who never had the item
    OneByOne,  ///< one position at a time: other occurrences stay and may carry the same information
};

/// Effect on a target of removing one item from the history. On screen, in JSON and in files, a removal effect is
/// always the value with the item minus the value without it: above 0, the item supports the target.
struct RemovalEffect {
    std::int32_t position = 0;  ///< index in the given history; the newest of equal items removed together
    float effect = 0;           ///< log p(target | history) - log p(target | history without the item), nats
    std::int32_t rank = 0;      ///< rank of the target without the item, among the same items as `RemovalTest::rank`
    std::vector<std::int32_t> earlier = {};  ///< earlier positions of the same item removed with it, ascending

    /// All removed positions, ascending.
    std::vector<std::int32_t> positions() const;
    bool takes(std::int32_t at) const;  ///< whether `at` is one of the removed positions
};

/// A run's best weights, loaded on the CPU for inference. Not thread-safe: use it from one thread. Copies share the
/// weights.
class InferenceSession {
public:
    /// Throws Error(Input) if the run has no weights yet.
    static InferenceSession load(Workspace& workspace, RunId run);
    /// A CPU copy of a run's model in its current state, for use during training.
    static InferenceSession copyOf(const Recommender& recommender, const RunRecord& run);

    /// A session of the same model for a user of the dataset (index), or for an unknown user. The predictions differ
    /// only if the model reads the user.
    InferenceSession forUser(std::optional<std::int32_t> user) const;

    /// A session of the same model with a user vector learned from this history alone (`foldIn`). For an empty history,
    /// the session scores items by their popularity in the run's dataset. Throws Error(Usage) if the model does not
    /// read the user, Error(Input) for tokens that are neither items nor `kBlank`, and Error(Cancelled).
    InferenceSession refitted(Workspace& workspace, std::span<const Token> history,
                              const std::stop_token& stop = {}) const;
    UserVector userVector() const;

    const RunRecord& run() const;
    const RunConfig& config() const;
    std::int32_t itemCount() const;
    const Capabilities& capabilities() const;
    /// True for masked-item models with a bidirectional attention mask; false for causal models.
    bool isBidirectional() const { return capabilities().predictsMaskedItems; }

    /// The `topK` best items after this history; seen items are excluded if the run's protocol removes them. Throws
    /// Error(Input) for tokens that are not items, and for an empty history if the model needs one (causal models).
    Explanation explain(std::span<const Token> history, std::int32_t topK, std::optional<Token> truth = {}) const;
    /// Like `explain`, with the best item as the only recommendation and as `heldOut`. Neither is set if there is no
    /// candidate.
    Explanation explainBest(std::span<const Token> history) const;

    /// The model's predictions for the given positions, all of which are hidden together. Bidirectional models read all
    /// other positions. For each position, causal models read the positions before it and predict at the newest visible
    /// item. There is no guess (empty `top`, `truthRank` 0) if a causal model has no visible item before the position,
    /// or if the position is older than the newest N items that a bidirectional model reads.
    std::vector<Guess> fillIn(std::span<const Token> history, std::span<const std::int32_t> positions,
                              std::int32_t topK) const;

    /// The scores of all items after each history, in one batched pass. Histories hold items or `kBlank`; a causal
    /// model predicts at the newest item that is not blank. Throws Error(Input) for other tokens, and for a history
    /// without any item if the model needs one, and Error(Cancelled) soon after a stop request, so that long passes do
    /// not block the window.
    ScoreTable scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop = {}) const;
    /// Like the overload above, with one user (index) per history.
    ScoreTable scores(std::span<const std::vector<Token>> histories, std::span<const std::int32_t> users,
                      const std::stop_token& stop = {}) const;
    /// Throws Error(Input) naming the first token that is not an item.
    void requireItems(std::span<const Token> history) const;
    /// Index of the oldest item that the model reads in a history of this length.
    std::int32_t firstRead(std::size_t historyLength) const;

    /// A session of the same model with some heads switched off: their output is multiplied by 0 before the output
    /// projection. This session is unchanged. Throws Error(Usage) for a head that does not exist.
    InferenceSession withoutHeads(std::span<const HeadId> heads) const;

    /// The intermediate values of one head at one position. `row`: an index in Explanation::positions of the same
    /// history. Histories hold items or `kBlank`. Throws Error(Usage) for a head or row that does not exist and for
    /// models without attention, and Error(Input) for other tokens or an empty history if the model needs one.
    HeadSteps headSteps(std::span<const Token> history, HeadId head, std::int32_t row) const;

    /// The item vectors from which the scores are computed, shape (V, dim); item token t is in row t - 1.
    std::vector<float> itemVectors() const;
    /// The bias added to each item's score, shape (V); item token t is at index t - 1. Empty if the model has no bias.
    std::vector<float> itemOffsets() const;

    /// The effect on `target` of removing each item that the model reads in turn, in one batched pass. Equal items are
    /// removed together, and later items move up. Empty if the history of a causal model has only one item, because
    /// that item cannot be removed.
    std::vector<RemovalEffect> removalEffects(std::span<const Token> history, Token target) const;

private:
    struct Impl;
    explicit InferenceSession(std::shared_ptr<Impl> impl, std::optional<std::int32_t> user = {})
        : m_impl(std::move(impl)), m_user(user) {}
    /// Adds the item parts for the recommendations and for `heldOut`.
    void addParts(Explanation& explanation) const;
    /// Runs the model, fills positions and attention, and writes the scores to row 0 of `scores`.
    Explanation answered(std::span<const Token> history, ScoreTable& scores) const;
    /// Rank and score of an item in row 0 of `scores`.
    HeldOut standing(std::span<const Token> history, const ScoreTable& scores, Token token) const;
    /// The seen items that are excluded as candidates.
    std::span<const Token> removed(std::span<const Token> history) const;
    std::shared_ptr<Impl> m_impl;
    std::optional<std::int32_t> m_user;
    std::optional<UserVector> m_refit;  ///< kind of vector that the refit produced; none = not refitted
};

}  // namespace recscope
