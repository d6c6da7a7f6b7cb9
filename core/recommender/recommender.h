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
struct SafeTensors;

/// What a model is made for.
struct ModelShape {
    std::int32_t itemCount = 0;  ///< V
    std::int32_t userCount = 0;  ///< U
};

/// The weights a recommender is made with. Given: they are set before anything is asked, and drawing them, seconds for
/// many items, would be for nothing.
enum class Initialization {
    Drawn,  ///< from the config's seed
    Given,
};

/// A model with its weights: it turns queries into scores of all items. What else it can do is behind interfaces of
/// their own, null where it cannot, in agreement with its capabilities. One thread asks at a time.
class Recommender {
public:
    virtual ~Recommender() = default;
    Recommender() = default;
    Recommender(const Recommender&) = delete;
    Recommender& operator=(const Recommender&) = delete;

    virtual Capabilities capabilities() const = 0;
    virtual ModelShape shape() const = 0;
    virtual std::unique_ptr<Recommender> copy() const = 0;
    virtual void to(Device device) = 0;

    /// A query's index and its (V + 2) scores, by token; only entries 1…V have a meaning.
    using Take = std::function<void(std::size_t, std::span<const float>)>;
    /// Gives each query's scores to `take`, from several threads at once. The same queries give the same bits. Throws
    /// Error(Cancelled) soon after a stop was asked for.
    virtual void score(std::span<const Query> queries, const Take& take, const std::stop_token& stop) = 0;
    /// So many items of histories are worth asking about at once: a tenth of a second's work.
    virtual std::int64_t itemsAtOnce() const = 0;

    /// Named tensors, those of `export`, without metadata.
    SafeTensors weights() const;
    /// The same, added to `to`.
    virtual void putWeights(SafeTensors& to) const = 0;
    /// Throws Error(Input) naming the first tensor that is missing or has another shape.
    virtual void setWeights(const SafeTensors& weights) = 0;

    virtual AttentionReader* attention() { return nullptr; }
    virtual MaskedItemPredictor* maskedItemPredictor() { return nullptr; }
    virtual ItemPartReader* itemParts() { return nullptr; }
    /// Names of the tensors with a row for each user: user u has row u + 1, row 0 is that of everybody unknown. Empty
    /// where who asks is not read.
    virtual std::vector<std::string> userTensors() const { return {}; }
    /// The vectors that scores are products with: (V, dim), item token t in row t - 1. Empty if it has none.
    virtual std::vector<float> itemVectors() const { return {}; }
    /// What is added to the products, (V). Empty if nothing is.
    virtual std::vector<float> itemOffsets() const { return {}; }
};

/// Gives a model the weights of another one of the same config.
void copyWeights(const Recommender& from, Recommender& to);

/// What one history is answered with, and what was looked at on the way.
struct AttendedAnswer {
    std::vector<Token> positions;    ///< what was read, oldest first; BERT4Rec's ends with [MASK]
    std::int32_t firstPosition = 0;  ///< index in the history of positions[0]
    AttentionMaps maps;              ///< size = positions.size()
    std::vector<float> scores;       ///< (V + 2)
    std::vector<float> state;        ///< (dim) what the item vectors are multiplied with to give the scores
};

/// A recommender that has attention.
class AttentionReader {
public:
    virtual ~AttentionReader() = default;
    /// One forward pass of batch 1 in the calling thread.
    virtual AttendedAnswer attend(const Query& query) = 0;
    /// The inner numbers of one head for one of the positions `attend` reads, from the same forward pass. Throws
    /// Error(Usage) for a head or row that does not exist.
    virtual HeadSteps headSteps(const Query& query, HeadId head, std::int32_t row) = 0;
    /// The same model with some heads switched off: what they mix is multiplied by 0. All other weights are shared with
    /// this one, so it is for asking alone. Throws Error(Usage) for a head that does not exist.
    virtual std::unique_ptr<Recommender> withoutHeads(std::span<const HeadId> heads) const = 0;
};

/// A recommender that can say in one number what each item of a history has to do with an answer.
class ItemPartReader {
public:
    virtual ~ItemPartReader() = default;
    virtual ItemPartKind kind() const = 0;
    /// One number for each position that is read, oldest first; blank ones 0. One pass in the calling thread. Where it
    /// is a Weight, it is the same for every candidate.
    virtual std::vector<float> partsFor(const Query& query, Token candidate) = 0;
};

/// A recommender that can say what stands in the middle of a history.
class MaskedItemPredictor {
public:
    virtual ~MaskedItemPredictor() = default;
    /// Scores (V + 2) at each of the positions, read from both sides; empty for one that is older than what it reads.
    virtual std::vector<std::vector<float>> fill(std::span<const Token> history,
                                                 std::span<const std::int32_t> positions) = 0;
};

}  // namespace recscope
