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
#include "core/recommender/query.h"
#include "core/recommender/score_table.h"
#include "core/sequence/dataset.h"
#include "core/store/run_store.h"

namespace recscope {

class Recommender;
class Workspace;

/// Rank and score of the held-out item, the true next item.
struct HeldOut {
    Token token = kPadToken;
    std::int32_t rank = 0;  ///< rank under the run's protocol, but with all items as candidates (`full`)
    float score = 0, probability = 0;
};

/// Which user vector the predictions are based on, for models that read the user.
enum class UserVector {
    NotRead,     ///< the model does not read the user
    Trained,     ///< the vector learned in training for this user
    Unknown,     ///< the user is unknown to the model: see `Capabilities::unknownUser`
    Refitted,    ///< trained again from one history with all other weights frozen
    Mean,        ///< mean of all user vectors, used because the history gives no training sample to refit on
    Popularity,  ///< no vector; items are scored by popularity, because the history to refit on is empty
};
const char* userVectorName(UserVector vector);  ///< "trained", "refitted", …

/// The result of one forward pass for one history: everything that the views of this history need. Immutable once
/// created.
struct Explanation {
    std::vector<Token> history;            ///< the whole input history, oldest first
    std::vector<std::int64_t> times = {};  ///< Unix seconds, parallel to `history`; empty if the model reads no times
    std::vector<Token> positions;    ///< tokens that the model read, oldest first; for BERT4Rec, the last is [MASK]
    std::int32_t firstPosition = 0;  ///< index in `history` of positions[0]
    AttentionMaps attention;         ///< size = positions.size(); no layers if the model has no attention
    /// One number per position read (see ItemParts): either its weight, or, for each recommendation and for `heldOut`,
    /// its contribution to the score. Nothing if the model provides no such numbers.
    std::optional<ItemParts> parts;
    /// Hidden state of the predicting position, shape (dim). The scores are its dot products with the item vectors,
    /// plus the items' biases (`InferenceSession::itemOffsets`). Empty if the model has no attention.
    std::vector<float> state;
    std::vector<Recommendation> recommendations;
    std::optional<HeldOut> heldOut;

    History given() const { return {history, times}; }  ///< the input history with its times
};

/// The model's best predictions for one hidden position of a history.
struct MaskedPrediction {
    std::int32_t position = 0;  ///< index in the given history
    std::vector<Recommendation> top;
    std::int32_t truthRank = 0;  ///< rank of the true item at this position, among all items
    float truthProbability = 0;
};

/// How the occurrences of an item that occurs more than once in a history are removed.
enum class RepeatedItems {
    Together,  ///< all occurrences together, as if the user never had the item
    OneByOne,  ///< one occurrence at a time; the other occurrences stay and may carry the same information
};

/// The effect on a target item of removing one item from the history. A removal effect is always the target's
/// log-probability with the item minus its log-probability without the item, also on screen, in JSON and in files. An
/// effect above 0 means that the item supports the target.
struct RemovalEffect {
    std::int32_t position = 0;  ///< index in the given history; of several occurrences removed together, the newest
    float effect = 0;           ///< log p(target | history) - log p(target | history without the item), nats
    std::int32_t rank = 0;      ///< rank of the target without the item, among the same items as `RemovalTest::rank`
    std::vector<std::int32_t> earlier = {};  ///< earlier positions of the same item removed with it, ascending

    /// All removed positions, ascending.
    std::vector<std::int32_t> positions() const;
    bool removesPosition(std::int32_t at) const;  ///< whether `at` is one of the removed positions
};

/// A run's best weights, loaded on the CPU for inference. Not thread-safe: use it from one thread. Copies share the
/// weights.
class InferenceSession {
public:
    /// Throws Error(Input) if the run has no weights yet.
    static InferenceSession load(Workspace& workspace, RunId run);
    /// A CPU copy of a run's model in its current state, for use during training.
    static InferenceSession copyOf(const Recommender& recommender, const RunRecord& run);

    /// A session of the same model for a user of the dataset (index), or for an unknown user, without this session's
    /// time and stop token. The predictions differ only if the model reads the user.
    InferenceSession forUser(std::optional<std::int32_t> user) const;

    /// A session of the same model that predicts for this time (Unix seconds), for models that read times. Without one,
    /// the predictions are for the time of the newest item.
    InferenceSession atTime(std::optional<std::int64_t> time) const;

    /// A session of the same model whose `explain` throws Error(Cancelled) soon after a stop request, for models that
    /// may take long (`Capabilities::isExternalModel`).
    InferenceSession withStop(std::stop_token stop) const;

    /// A session of the same model with a user vector learned from this history alone (`foldIn`). For an empty history,
    /// the session scores items by their popularity in the run's dataset. Throws Error(Usage) if the model does not
    /// read the user, Error(Input) for tokens that are neither items nor `kHiddenItem`, and Error(Cancelled).
    InferenceSession refitted(Workspace& workspace, const History& history, const std::stop_token& stop = {}) const;
    UserVector userVector() const;

    const RunRecord& run() const;
    const RunConfig& config() const;
    std::int32_t itemCount() const;
    const Capabilities& capabilities() const;
    /// True for masked-item models with a bidirectional attention mask; false for causal models.
    bool isBidirectional() const { return capabilities().predictsMaskedItems; }

    /// The `topK` best items after this history; seen items are excluded if the run's protocol removes them. `truth`:
    /// the item that came next, reported as `Explanation::heldOut`. Throws Error(Input) for tokens that are not items,
    /// and for an empty history if the model needs one (causal models).
    Explanation explain(const History& history, std::int32_t topK, std::optional<Token> truth = {}) const;
    /// Like `explain`, with the best item as the only recommendation and also as `heldOut`. If there is no candidate,
    /// there is neither a recommendation nor a `heldOut`.
    Explanation explainBest(const History& history) const;

    /// The model's predictions for the given positions, all of which are hidden together. Bidirectional models read all
    /// other positions. For each position, causal models read the positions before it and predict at the newest visible
    /// item. A prediction is empty (empty `top`, `truthRank` 0) in two cases: a causal model has no visible item before
    /// the position, or a bidirectional model does not read the position because it is too old.
    std::vector<MaskedPrediction> predictMasked(const History& history, std::span<const std::int32_t> positions,
                                                std::int32_t topK) const;

    /// The scores of all items after each history, in one batched pass. Histories contain items or `kHiddenItem`; a
    /// causal model predicts at the newest item that is not hidden. Throws Error(Input) for other tokens, and for a
    /// history without any item if the model needs one, and Error(Cancelled) soon after a stop request, so that long
    /// passes do not block the window.
    ScoreTable scores(std::span<const OwnedHistory> histories, const std::stop_token& stop = {}) const;
    /// Overload for models that read no times.
    ScoreTable scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop = {}) const;
    /// Overload for queries with their own users and times.
    ScoreTable scores(std::span<const Query> queries, const std::stop_token& stop = {}) const;
    /// Throws Error(Input) naming the first token that is not an item.
    void requireItems(std::span<const Token> history) const;
    /// Index of the oldest item that the model reads in a history of this length.
    std::int32_t firstReadPosition(std::size_t historyLength) const;

    /// A session of the same model with some heads switched off: their output is multiplied by 0 before the output
    /// projection. This session is unchanged. Throws Error(Usage) for a head that does not exist.
    InferenceSession withoutHeads(std::span<const HeadId> heads) const;

    /// The intermediate values of one head at one position. `row`: an index in Explanation::positions of the same
    /// history. Histories contain items or `kHiddenItem`. Throws Error(Usage) for a head or row that does not exist and
    /// for models without attention, and Error(Input) for other tokens or an empty history if the model needs one.
    HeadSteps headSteps(const History& history, HeadId head, std::int32_t row) const;

    /// The item vectors from which the scores are computed, shape (V, dim); item token t is in row t - 1.
    std::vector<float> itemVectors() const;
    /// The bias added to each item's score, shape (V); item token t is at index t - 1. Empty if the model has no bias.
    std::vector<float> itemOffsets() const;

    /// The effects on `target` of removing each item that the model reads, one item at a time, in one batched pass. All
    /// occurrences of an item are removed together, and later items move up. Empty if the history of a causal model has
    /// only one item, because that item cannot be removed.
    std::vector<RemovalEffect> removalEffects(const History& history, Token target) const;

private:
    struct Impl;
    explicit InferenceSession(std::shared_ptr<Impl> impl, std::optional<std::int32_t> user = {})
        : m_impl(std::move(impl)), m_user(user) {}
    /// Sets `Explanation::parts` for the recommendations and for `heldOut`.
    void addParts(Explanation& explanation) const;
    /// Runs the model, fills positions and attention, and writes the scores to row 0 of `scores`.
    Explanation runModel(const History& history, ScoreTable& scores) const;
    /// Rank, score and probability of an item in row 0 of `scores`.
    HeldOut heldOutOf(std::span<const Token> history, const ScoreTable& scores, Token token) const;
    /// The seen items that are not candidates after this history; empty if seen items stay candidates.
    std::span<const Token> removedSeenItems(std::span<const Token> history) const;
    /// This session's query for a history.
    Query query(const History& history) const { return {.history = history, .user = m_user, .time = m_time}; }

    std::shared_ptr<Impl> m_impl;
    std::optional<std::int32_t> m_user;
    std::optional<std::int64_t> m_time;
    std::stop_token m_stop;
    std::optional<UserVector> m_refit;  ///< kind of vector that the refit produced; nothing = not refitted
};

}  // namespace recscope
