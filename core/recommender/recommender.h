// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/recommender/attention_maps.h"
#include "core/recommender/capabilities.h"
#include "core/recommender/device_choice.h"
#include "core/recommender/head_steps.h"
#include "core/recommender/item_parts.h"
#include "core/recommender/query.h"

namespace recscope {

class AttentionReader;
class MaskedItemPredictor;
class ItemPartReader;
class TrainingModule;
struct RunConfig;
struct SafeTensors;

/// The sizes that a model is made for.
struct ModelShape {
    std::int32_t itemCount = 0;  ///< number of items, V
    std::int32_t userCount = 0;  ///< number of users, U
};

/// How the weights of a new recommender are initialized. Drawing random weights takes seconds if there are many items.
enum class InitialWeights {
    Random,  ///< drawn at random, with the config's seed
    Loaded,  ///< not drawn: the caller sets the weights before using the recommender
};

/// A model with its weights: it turns queries into scores of all items. Optional abilities are separate interfaces; an
/// accessor such as `attention` returns null if the model lacks the ability. Only one thread may use it at a time.
class Recommender {
public:
    virtual ~Recommender() = default;
    Recommender() = default;
    Recommender(const Recommender&) = delete;
    Recommender& operator=(const Recommender&) = delete;

    virtual Capabilities capabilities() const = 0;
    virtual ModelShape shape() const = 0;
    virtual std::unique_ptr<Recommender> copy() const = 0;
    /// Makes the training module that trains this recommender; the recommender must outlive it. `config` is the one
    /// from which this recommender was made, and `device` the one it is on. Throws Error(Usage) if this model cannot be
    /// trained.
    virtual std::unique_ptr<TrainingModule> makeTrainingModule(const RunConfig& config, Device device) = 0;
    virtual void to(Device device) = 0;

    /// Receives a query's index and its scores, indexed by token, shape (V + 2); only entries 1…V are meaningful.
    using ScoreSink = std::function<void(std::size_t, std::span<const float>)>;
    /// Calls `sink` once for each query, possibly from several threads concurrently. Equal queries give bitwise equal
    /// scores. Throws Error(Cancelled) soon after a stop request.
    virtual void score(std::span<const Query> queries, const ScoreSink& sink, const std::stop_token& stop) = 0;
    /// Number of history items that one call of `score` should cover, so that it takes about a tenth of a second.
    virtual std::int64_t maxItemsPerCall() const = 0;

    /// The named tensors as `export` writes them, without metadata.
    SafeTensors weights() const;
    /// Adds the tensors that `weights` returns to `to`.
    virtual void putWeights(SafeTensors& to) const = 0;
    /// Throws Error(Input) naming the first tensor that is missing or has another shape.
    virtual void setWeights(const SafeTensors& weights) = 0;

    virtual AttentionReader* attention() { return nullptr; }
    virtual MaskedItemPredictor* maskedItemPredictor() { return nullptr; }
    virtual ItemPartReader* itemParts() { return nullptr; }
    /// Names of the tensors with a row for each user: user u has row u + 1, row 0 is for unknown users. Empty if the
    /// model does not read the user.
    virtual std::vector<std::string> userTensors() const { return {}; }
    /// The item vectors whose dot products are the scores: (V, dim), item token t in row t - 1. Empty if the model has
    /// no such vectors.
    virtual std::vector<float> itemVectors() const { return {}; }
    /// The item biases added to the dot products, (V). Empty if there are none.
    virtual std::vector<float> itemOffsets() const { return {}; }
};

/// Copies the weights to a model with the same config.
void copyWeights(const Recommender& from, Recommender& to);

/// The prediction for one history with its attention maps.
struct AttentionResult {
    std::vector<Token> positions;    ///< tokens read, oldest first; for BERT4Rec, the last is [MASK]
    std::int32_t firstPosition = 0;  ///< index in the history of positions[0]
    AttentionMaps maps;              ///< size = positions.size()
    std::vector<float> scores;       ///< (V + 2)
    std::vector<float> state;        ///< (dim) hidden state; scores = its dot products with itemVectors + itemOffsets
};

/// Interface of a recommender with attention.
class AttentionReader {
public:
    virtual ~AttentionReader() = default;
    /// One forward pass with batch size 1 in the calling thread. Throws Error(Cancelled) soon after a stop request, if
    /// the pass takes long enough to be stopped.
    virtual AttentionResult attend(const Query& query, const std::stop_token& stop) = 0;
    /// The intermediate values of one head at one of the positions that `attend` reads, from the same forward pass.
    /// Throws Error(Usage) for a head or row that does not exist.
    virtual HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) = 0;
    /// A version of this model with some heads switched off: their output is multiplied by 0. It shares all other
    /// weights with this model and must not be trained. Throws Error(Usage) for a head that does not exist.
    virtual std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const = 0;
};

/// Interface of a recommender that can express the role of each history item in a prediction by one number;
/// `ItemPartKind` states its meaning.
class ItemPartReader {
public:
    virtual ~ItemPartReader() = default;
    virtual ItemPartKind kind() const = 0;
    /// One number for each position read, oldest first; 0 for blank positions. One forward pass in the calling thread.
    /// Numbers of kind Weight are the same for every candidate.
    virtual std::vector<float> partsFor(const Query& query, Token candidate) = 0;
};

/// Interface of a recommender that can predict items in the middle of a history.
class MaskedItemPredictor {
public:
    virtual ~MaskedItemPredictor() = default;
    /// Scores (V + 2) at each of the given positions, predicted from the items before and after it; empty for a
    /// position that is too old for the model to read.
    virtual std::vector<std::vector<float>> fill(std::span<const Token> history,
                                                 std::span<const std::int32_t> positions) = 0;
};

}  // namespace recscope
