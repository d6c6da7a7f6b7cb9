// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "core/batch/batch_rules.h"
#include "core/sequence/histories.h"
#include "core/util/random.h"

namespace recscope {

/// The second key of a run's random streams: Random({seed, stream, …}). 3 is the training modules' kDropoutStream.
enum BatchStream : std::uint64_t { kOrderStream = 1, kSampleStream = 2, kNegativeStream = 4, kReplacementStream = 5 };

/// A part of a batch that goes through the model in one pass: histories of similar length, to keep the padding small.
/// B histories of T positions. The model predicts an item at only M of the B x T positions, called the scored
/// positions, and only these go through the output layer. k is the number of negatives per position.
struct MicroBatch {
    torch::Tensor tokens;     ///< (B, T) int64, left-padded
    torch::Tensor positions;  ///< (M) int64: index b * T + t of each scored position
    torch::Tensor targets;    ///< (M) int64 item tokens
    torch::Tensor negatives;  ///< drawn item tokens, int64: (M, k), or (k) for all positions; undefined for ce
    torch::Tensor excluded;   ///< (M, k) bool, only if `negatives` is (k): true where a position ignores a negative
    /// How many of the M positions count: an int64 scalar on the device of the micro-batch. The others have the target
    /// PAD and weight 0. Undefined if all M count.
    torch::Tensor scored = {};

    MicroBatch to(const torch::Device& device) const;  ///< asynchronous if the device differs
};

/// The batch of one optimizer step.
struct TrainingBatch {
    std::vector<MicroBatch> microBatches;
    std::int64_t sequences = 0;  ///< sum of B over all micro-batches
    std::int64_t scored = 0;  ///< sum of M over all micro-batches; 0 if only the device knows it (`MicroBatch::scored`)

    TrainingBatch to(const torch::Device& device) const;
};

/// For the mask policy `bert` (Devlin et al. 2019, section 3.1): the shares of the masked positions whose input becomes
/// [MASK] or a random item. The others keep their item.
inline constexpr double kMaskShare = 0.8, kReplacedShare = 0.1;

/// The items of one training sample: begin…end-1 of a user's training part.
struct TrainingSpan {
    std::int32_t user = 0;
    std::int32_t begin = 0, end = 0;
};

/// The batches of one run. Batch i of epoch e is a function of (rules.seed, e, i): resuming in the middle of an epoch
/// needs no stored state.
class TrainingBatches {
public:
    /// `histories` must outlive this. Only the training part of each history is used. A micro-batch holds at most
    /// `microBatchTokens` tokens including padding, or a single longer history. `microBatchTokens` bounds the memory
    /// used and the delay until a stop request is noticed, and otherwise affects only the dropout, which is drawn per
    /// micro-batch. A batch has at least `workers` micro-batches if it has enough histories.
    TrainingBatches(const Histories& histories, const BatchRules& rules, std::int64_t microBatchTokens,
                    int workers = 1);

    std::int64_t sequences() const;  ///< number of samples per epoch
    std::int64_t batchesPerEpoch() const;

    /// Shuffles the samples for this epoch (1-based).
    void startEpoch(std::int64_t epoch);
    /// Pre: startEpoch was called, 0 <= index < batchesPerEpoch().
    TrainingBatch batch(std::int64_t index) const;

    std::span<const TrainingSpan> spans() const { return m_spans; }  ///< one per sample of an epoch
    std::span<const std::int32_t> order() const { return m_order; }  ///< indices of spans() in this epoch's order
    std::int64_t epoch() const { return m_epoch; }

private:
    struct Sample {
        std::vector<Token> tokens;            ///< input of the model
        std::vector<std::int64_t> positions;  ///< indices in `tokens` of the scored positions
        std::vector<Token> targets;           ///< target of each entry of `positions`
        std::vector<std::int64_t> negatives;  ///< k for each entry of `positions`, if negatives are drawn per position
        std::int32_t user = 0;
    };
    void addSpans(std::int32_t user);
    std::span<const Token> training(std::int32_t user) const;
    std::vector<std::int64_t> drawnPositions(std::int64_t length, Random& random) const;
    Sample clozeSample(std::span<const Token> items, std::int32_t spanIndex, Random& random) const;
    Token maskedInput(std::int32_t spanIndex, std::int64_t position, Token item) const;
    Sample nextItemSample(std::span<const Token> items) const;
    void drawNegatives(Sample& sample, Random& random) const;
    torch::Tensor drawSharedNegatives(std::int64_t index) const;
    torch::Tensor excludedOf(std::span<const Sample> samples, const torch::Tensor& negatives) const;
    MicroBatch microBatchOf(std::span<Sample> samples, const torch::Tensor& sharedNegatives) const;

    const Histories& m_histories;
    BatchRules m_rules;
    std::int64_t m_microBatchTokens;
    int m_workers;
    std::vector<TrainingSpan> m_spans;
    std::vector<std::int32_t> m_order;
    std::int64_t m_epoch = 0;
};

}  // namespace recscope
