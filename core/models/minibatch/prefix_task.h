// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/batch/prefix_samples.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// Some samples of a batch: histories and what comes next.
struct PrefixBatch {
    PackedHistories histories;
    std::vector<Token> targets;
    std::int64_t batchSamples = 0;  ///< those of the whole batch, of which these are some
    std::uint64_t dropoutSeed = 0;  ///< 0: nothing is dropped
};

/// Samples in pieces of at most `mostPositions` that are read, so that what is remembered for the backward pass stays
/// small; a longer history is a piece of its own. What fits into one piece stays in its order, otherwise those of like
/// length come together: a net that goes position by position then has many of them side by side. `whole` has the
/// numbers of the batch; each piece drops by a seed of its own.
constexpr std::int64_t kPiecePositions = 8192;
std::vector<PrefixBatch> inPieces(std::vector<PrefixSamples::Sample> samples, std::int64_t maxLength,
                                  const PrefixBatch& whole, std::int64_t mostPositions = kPiecePositions);

/// What these samples add to the batch's mean of -log softmax(state . item vectors)[target]; adds the gradient of
/// `items` (V + 2, C) and makes that of `states` (N, C).
double nextItemLoss(const PrefixBatch& batch, const kernels::Parameter& items, kernels::Variable& states,
                    kernels::Arena& arena);

/// Every prefix of a training part is a sample, and a Net learns to say what comes next. Net(config, parameters) has
/// `double learn(const PrefixBatch&, kernels::Arena&)`.
template <class Net>
class PrefixTask : public MinibatchTask {
public:
    /// maxLength: so many of the newest items of a prefix are read; 0 = all.
    template <class OwnConfig>
    PrefixTask(const OwnConfig& config, std::int64_t maxLength, MinibatchStep& step) : m_maxLength(maxLength) {
        for (int worker = 0; worker < step.threads(); ++worker)
            m_nets.push_back(std::make_unique<Net>(config, step.parameters(worker)));
    }

    std::int64_t learnFrom(const Histories& histories) override { return m_samples.emplace(histories).count(); }

    double learn(const Share& share, kernels::Arena& arena) override {
        double loss = 0;
        for (const PrefixBatch& piece : piecesOf(share)) {
            arena.reset();
            loss += m_nets[static_cast<std::size_t>(share.worker)]->learn(piece, arena);
        }
        return loss;
    }

private:
    std::vector<PrefixBatch> piecesOf(const Share& share) const {
        std::vector<PrefixSamples::Sample> samples;
        for (const std::int64_t index : share.samples) samples.push_back(m_samples->at(index));
        PrefixBatch whole;
        whole.batchSamples = share.batchSamples;
        whole.dropoutSeed = share.dropoutSeed;
        return inPieces(std::move(samples), m_maxLength, whole);
    }

    std::int64_t m_maxLength;
    std::vector<std::unique_ptr<Net>> m_nets;  ///< one a thread
    std::optional<PrefixSamples> m_samples;
};

}  // namespace recscope
