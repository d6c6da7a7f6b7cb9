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

/// Where the item that really came next stands, when it is known.
struct HeldOut {
    Token token = kPadToken;
    std::int32_t rank = 0;  ///< under the run's protocol, `full` candidates
    float score = 0, probability = 0;
};

/// Which vector a model that reads the user answers with.
enum class UserVector {
    NotRead,     ///< it reads no user
    Trained,     ///< the one it learned for the user who asks
    Unknown,     ///< nobody it knows asks: what `Capabilities::unknownUser` says
    Refitted,    ///< learned anew from one history, everything else of the model as it is
    Mean,        ///< the same was asked for, and the history has no sample to learn from: the mean of all users
    Popularity,  ///< the same was asked for, and the history is empty
};
const char* userVectorName(UserVector vector);  ///< "trained", "refitted", …

/// Everything one click needs, from one pass over one history. Immutable once made.
struct Explanation {
    std::vector<Token> history;      ///< the whole history given, oldest first
    std::vector<Token> positions;    ///< what the model read, oldest first; BERT4Rec ends with MASK
    std::int32_t firstPosition = 0;  ///< index in `history` of positions[0]
    AttentionMaps attention;         ///< size = positions.size(); no layers if the model has no attention
    std::optional<ItemParts> parts;  ///< by position read, for the recommendations and heldOut; if the model has such
    std::vector<float> state;        ///< (dim) what the history became: scores are its products with the item vectors;
                                     ///< empty if the model has no attention
    std::vector<Recommendation> recommendations;
    std::optional<HeldOut> heldOut;
};

/// The best guesses at one position.
struct Guess {
    std::int32_t position = 0;  ///< index in the given history
    std::vector<Recommendation> top;
    std::int32_t truthRank = 0;  ///< of the item that stood there, among all items
    float truthProbability = 0;
};

/// What is taken away at once where an item stands in a history more than once.
enum class EqualItems {
    Together,  ///< all of them: the history of somebody who never had the item
    OneByOne,  ///< one position at a time: the others of its item stay, and may say the same
};

/// Effect of taking one item out of the history on a target. The one sign of every removal effect, on screens, in JSON
/// and in files: with the item minus without it, so that above 0 the item speaks for the target.
struct RemovalEffect {
    std::int32_t position = 0;  ///< index in the given history: of equal items that went together, the newest
    float effect = 0;           ///< log p(target | history) - log p(target | history without the item), nats
    std::int32_t rank = 0;      ///< of the target without the item, as `RemovalTest::rank` counts
    std::vector<std::int32_t> earlier = {};  ///< the positions of its equals that went with it, rising

    /// All positions that went, rising.
    std::vector<std::int32_t> positions() const;
    bool takes(std::int32_t at) const;  ///< this position is among them
};

/// A run's best weights, loaded on the CPU, ready to answer. Not thread-safe: one thread uses it. Copies share the
/// weights.
class InferenceSession {
public:
    /// Throws Error(Input) if the run has no weights yet.
    static InferenceSession load(Workspace& workspace, RunId run);
    /// A copy of a run's model as it is now, in the middle of its training, on the CPU.
    static InferenceSession copyOf(const Recommender& recommender, const RunRecord& run);

    /// The same, asked by a user of the dataset (index), or by nobody it knows. Only models that read the user answer
    /// otherwise.
    InferenceSession forUser(std::optional<std::int32_t> user) const;

    /// The same model, asked by somebody whose vector is learned from this history alone (`foldIn`); an empty history
    /// is answered by popularity, counted in the run's dataset. Throws Error(Usage) where no user is read, Error(Input)
    /// for tokens that are neither items nor `kBlank`, and Error(Cancelled).
    InferenceSession refitted(Workspace& workspace, std::span<const Token> history,
                              const std::stop_token& stop = {}) const;
    UserVector userVector() const;

    const RunRecord& run() const;
    const RunConfig& config() const;
    std::int32_t itemCount() const;
    const Capabilities& capabilities() const;
    /// True for models that read both sides and fill in gaps; false for those that read what stands before.
    bool isBidirectional() const { return capabilities().predictsMaskedItems; }

    /// The `topK` best items after this history; seen items are left out as the run's protocol says. Throws
    /// Error(Input) for tokens that are no items, and for an empty history where the model reads only what stands
    /// before (causal models).
    Explanation explain(std::span<const Token> history, std::int32_t topK, std::optional<Token> truth = {}) const;
    /// The same with the best item as the only recommendation and as `heldOut`; neither if there is none to recommend.
    Explanation explainBest(std::span<const Token> history) const;

    /// What the model puts at the given positions, none of which it reads: bidirectional models read all others, causal
    /// ones those before each position, and answer at the newest of them. Where nothing is left to read, for a causal
    /// model because all before is asked for, for a bidirectional one before its newest N items, there is no guess:
    /// `top` is empty and `truthRank` 0.
    std::vector<Guess> fillIn(std::span<const Token> history, std::span<const std::int32_t> positions,
                              std::int32_t topK) const;

    /// Scores after each history, in one batched pass. Histories hold items or `kBlank`; a causal model answers at
    /// the newest item that is not blank. Throws Error(Input) for other tokens, and for a history without any item
    /// where the model is causal, and Error(Cancelled) soon after a stop was asked for: long passes stand in the way of
    /// clicks.
    ScoreTable scores(std::span<const std::vector<Token>> histories, const std::stop_token& stop = {}) const;
    /// The same, each history that of another user (index).
    ScoreTable scores(std::span<const std::vector<Token>> histories, std::span<const std::int32_t> users,
                      const std::stop_token& stop = {}) const;
    /// Throws Error(Input) naming the first token that is no item.
    void requireItems(std::span<const Token> history) const;
    /// Index of the oldest item the model reads of a history of this length.
    std::int32_t firstRead(std::size_t historyLength) const;

    /// The same model with some heads switched off: what they mix is multiplied by 0 before the output projection. This
    /// one stays as it is. Throws Error(Usage) for a head that does not exist.
    InferenceSession withoutHeads(std::span<const HeadId> heads) const;

    /// The inner numbers of one head at one position: `row` is an index in Explanation::positions of the same history.
    /// Histories hold items or `kBlank`. Throws Error(Usage) for a head or row that does not exist and for models
    /// without attention, Error(Input) as `explain`.
    HeadSteps headSteps(std::span<const Token> history, HeadId head, std::int32_t row) const;

    /// One vector per item, those the scores are made with: (V, dim), item token t in row t - 1.
    std::vector<float> itemVectors() const;
    /// What is added to an item's product, (V), item token t at t - 1. Empty if nothing is.
    std::vector<float> itemOffsets() const;

    /// One batched pass: each item of what the model reads is removed in turn, equal ones together, and the gap closed
    /// up. An item that is the whole history of a causal model cannot be removed: then the list is empty.
    std::vector<RemovalEffect> removalEffects(std::span<const Token> history, Token target) const;

private:
    struct Impl;
    explicit InferenceSession(std::shared_ptr<Impl> impl, std::optional<std::int32_t> user = {})
        : m_impl(std::move(impl)), m_user(user) {}
    /// For what is listed, and the item that was asked for.
    void addParts(Explanation& explanation) const;
    /// What the model reads and looks at; the scores go to row 0.
    Explanation answered(std::span<const Token> history, ScoreTable& scores) const;
    /// Where an item stands in row 0.
    HeldOut standing(std::span<const Token> history, const ScoreTable& scores, Token token) const;
    /// What is no candidate.
    std::span<const Token> removed(std::span<const Token> history) const;
    std::shared_ptr<Impl> m_impl;
    std::optional<std::int32_t> m_user;
    std::optional<UserVector> m_refit;  ///< what a refit came to, if this is one
};

}  // namespace recscope
