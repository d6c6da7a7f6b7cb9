// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/batch/prefix_samples.h"
#include "core/models/minibatch/minibatch_training_module.h"

namespace recscope {

/// Some samples of a batch: histories and their next items.
struct PrefixBatch {
    PackedHistories histories;
    std::vector<Token> targets;
    std::int64_t batchSamples = 0;  ///< number of samples of the whole batch
    std::uint64_t dropoutSeed = 0;  ///< 0: nothing is dropped
};

constexpr std::int64_t kPiecePositions = 8192;  // default largest number of positions of a piece, see splitIntoPieces()
/// Splits samples into pieces that read at most `maxPositions` positions each, so that the backward pass needs little
/// memory. A history with more positions becomes a separate piece. If all samples fit into one piece, they keep their
/// order. Otherwise, samples of similar length are grouped, so that a recurrent net, which goes from position to
/// position, processes many samples at once at each position. `whole` holds the size and the dropout seed of the batch;
/// each piece gets its own dropout seed.
std::vector<PrefixBatch> splitIntoPieces(std::vector<PrefixSamples::Sample> samples, std::int64_t maxLength,
                                         const PrefixBatch& whole, std::int64_t maxPositions = kPiecePositions);

/// Returns the contribution of N samples to the batch's mean of -log softmax(state . item vectors)[target]. `items` (V
/// + 2, C) are the vectors of all tokens, `states` (N, C) those of the histories. The gradients
/// are added by tape.backward(), which the caller calls.
double nextItemLoss(kernels::Tape& tape, const PrefixBatch& batch, const kernels::Parameter& items,
                    kernels::Variable& states);

/// Returns nextItemLoss() for the states that `net` (see PrefixTask) computes, and adds the gradients of all its
/// parameters.
template <class Net>
double computePrefixGradients(Net& net, const PrefixBatch& batch, kernels::Arena& arena) {
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    const double loss = nextItemLoss(tape, batch, net.items(), net.states(tape, batch.histories, batch.dropoutSeed));
    tape.backward();
    return loss;
}

/// The training task of a Net that predicts the next item: every prefix of a training part is a sample. Net is
/// constructed as Net(config, parameters) and has `const kernels::Parameter& items()`, the vectors of all tokens, and
/// `kernels::Variable& states(kernels::Tape&, const PackedHistories&, std::uint64_t dropoutSeed)`.
template <class Net>
class PrefixTask : public MinibatchTask {
public:
    /// `maxLength`: number of newest items of a prefix that are read; 0 = all.
    template <class OwnConfig>
    PrefixTask(const OwnConfig& config, std::int64_t maxLength, MinibatchStep& step) : m_maxLength(maxLength) {
        for (int worker = 0; worker < step.threads(); ++worker)
            m_nets.push_back(std::make_unique<Net>(config, step.parameters(worker)));
    }

    std::int64_t setTrainingData(const Histories& histories) override { return m_samples.emplace(histories).count(); }

    double computeGradients(const Share& share, kernels::Arena& arena) override {
        double loss = 0;
        for (const PrefixBatch& piece : piecesOf(share)) {
            arena.reset();
            loss += computePrefixGradients(*m_nets[static_cast<std::size_t>(share.worker)], piece, arena);
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
        return splitIntoPieces(std::move(samples), m_maxLength, whole);
    }

    std::int64_t m_maxLength;                  ///< number of newest items of a prefix that are read; 0 = all
    std::vector<std::unique_ptr<Net>> m_nets;  ///< one per thread
    std::optional<PrefixSamples> m_samples;
};

}  // namespace recscope
