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
    std::int32_t rank = 0;  ///< under the run's protocol, `full` candidates
    float score = 0, probability = 0;
};

/// Which user vector a model that reads the user predicts with.
enum class UserVector {
    NotRead,     ///< the model does not read the user
    Trained,     ///< the vector learned in training for this user
    Unknown,     ///< no known user: as `Capabilities::unknownUser` states
    Refitted,    ///< learned anew from one history with all other weights frozen
    Mean,        ///< refit requested, but the history has no training sample: mean of all users
    Popularity,  ///< refit requested, but the history is empty: popularity
};
const char* userVectorName(UserVector vector);  ///< "trained", "refitted", …

/// Everything the views of one history need, from one forward pass. Immutable once created.
struct Explanation {
    std::vector<Token> history;      ///< the whole input history, oldest first
    std::vector<Token> positions;    ///< what the model read, oldest first; BERT4Rec ends with [MASK]
    std::int32_t firstPosition = 0;  ///< index in `history` of positions[0]
    AttentionMaps attention;         ///< size = positions.size(); no layers if the model has no attention
    std::optional<ItemParts> parts;  ///< by position read, for the recommendations and heldOut; none if not supported
    std::vector<float> state;  ///< (dim) hidden state: scores are its products with the item vectors; empty if the
                               ///< model has no attention
    std::vector<Recommendation> recommendations;
    std::optional<HeldOut> heldOut;
};

/// The best predictions for one hidden position.
struct Guess {
    std::int32_t position = 0;  ///< index in the given history
    std::vector<Recommendation> top;
    std::int32_t truthRank = 0;  ///< of the true item at this position, among all items
    float truthProbability = 0;
};

/// What is removed at once if an item occurs in a history more than once.
enum class EqualItems {
    Together,  ///< all occurrences: the history of a user who never had the item
    OneByOne,  ///< one position at a time: the other occurrences stay, and may carry the same information
};

/// Effect on a target of removing one item from the history. Every removal effect on screen, in JSON and in files has
/// this sign: with the item minus without it, so that above 0 the item supports the target.
struct RemovalEffect {
    std::int32_t position = 0;  ///< index in the given history; the newest of equal items removed together
    float effect = 0;           ///< log p(target | history) - log p(target | history without the item), nats
    std::int32_t rank = 0;      ///< of the target without the item, counted like `RemovalTest::rank`
    std::vector<std::int32_t> earlier = {};  ///< earlier positions of the same item removed with it, ascending

    /// All removed positions, ascending.
    std::vector<std::int32_t> positions() const;
    bool takes(std::int32_t at) const;  ///< `at` is among the removed positions
};

/// A run's best weights, loaded on the CPU for inference. Not thread-safe: use it from one thread. Copies share the
/// weights.
class InferenceSession {
public:
    /// Throws Error(Input) if the run has no weights yet.
    static InferenceSession load(Workspace& workspace, RunId run);
    /// A CPU copy of a run's model in its current state, for use during training.
    static InferenceSession copyOf(const Recommender& recommender, const RunRecord& run);

    /// The same model for a user of the dataset (index), or for an unknown user. Only changes the output of models that
    /// read the user.
    InferenceSession forUser(std::optional<std::int32_t> user) const;

    /// The same model with a user vector learned from this history alone (`foldIn`); for an empty history, popularity
    /// in the run's dataset. Throws Error(Usage) if the model does not read the user, Error(Input) for tokens that are
    /// neither items nor `kBlank`, and Error(Cancelled).
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
    /// The same with the best item as the only recommendation and as `heldOut`; neither is set if there is no
    /// candidate.
    Explanation explainBest(std::span<const Token> history) const;

    /// What the model predicts at the given positions, all of which are hidden: bidirectional models read all other
    /// positions, causal models those before each position, and predict at the newest of them. There is no guess (empty
    /// `top`, `truthRank` 0) if a causal model has no visible item before the position, or if the position is older
    /// than the newest N items that a bidirectional model reads.
    std::vector<Guess> fillIn(std::span<const Token> history, std::span<const std::int32_t> positions,
                              std::int32_t topK) const;

    /// Scores after each history, in one batched pass. Histories hold items or `kBlank`; a causal model predicts at the
    /// newest item that is not blank. Throws Error(Input) for other tokens, and for a history without any item if the
    /// model needs one, and Error(Cancelled) soon after a stop request, so that long passes do not block the window.
    ScoreTable scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop = {}) const;
    /// The same, with one user (index) per history.
    ScoreTable scores(std::span<const std::vector<Token>> histories, std::span<const std::int32_t> users,
                      const std::stop_token& stop = {}) const;
    /// Throws Error(Input) naming the first token that is not an item.
    void requireItems(std::span<const Token> history) const;
    /// Index of the oldest item the model reads of a history of this length.
    std::int32_t firstRead(std::size_t historyLength) const;

    /// The same model with some heads switched off: their output is multiplied by 0 before the output projection. This
    /// session is unchanged. Throws Error(Usage) for a head that does not exist.
    InferenceSession withoutHeads(std::span<const HeadId> heads) const;

    /// The intermediate values of one head at one position. `row`: an index in Explanation::positions of the same
    /// history. Histories hold items or `kBlank`. Throws Error(Usage) for a head or row that does not exist and for
    /// models without attention, Error(Input) as `explain`.
    HeadSteps headSteps(std::span<const Token> history, HeadId head, std::int32_t row) const;

    /// The item vectors that the scores are computed with: (V, dim), item token t in row t - 1.
    std::vector<float> itemVectors() const;
    /// The bias added to each item's score, (V), item token t at t - 1. Empty if the model has none.
    std::vector<float> itemOffsets() const;

    /// One batched pass: each item the model reads is removed in turn, equal items together, and later items move up.
    /// The only item of a history cannot be removed for a causal model: the list is then empty.
    std::vector<RemovalEffect> removalEffects(std::span<const Token> history, Token target) const;

private:
    struct Impl;
    explicit InferenceSession(std::shared_ptr<Impl> impl, std::optional<std::int32_t> user = {})
        : m_impl(std::move(impl)), m_user(user) {}
    /// Adds the item parts for the recommendations and for `heldOut`.
    void addParts(Explanation& explanation) const;
    /// Runs the model: fills positions and attention; writes the scores to row 0.
    Explanation answered(std::span<const Token> history, ScoreTable& scores) const;
    /// Rank and score of an item in row 0.
    HeldOut standing(std::span<const Token> history, const ScoreTable& scores, Token token) const;
    /// The seen items that are excluded as candidates.
    std::span<const Token> removed(std::span<const Token> history) const;
    std::shared_ptr<Impl> m_impl;
    std::optional<std::int32_t> m_user;
    std::optional<UserVector> m_refit;  ///< result of the refit, if this session is refitted
};

}  // namespace recscope
