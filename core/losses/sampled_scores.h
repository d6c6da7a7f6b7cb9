// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/losses/losses.h"
#include "core/losses/packed_losses.h"

namespace recscope {

// Helpers shared by the losses that compare each target with drawn negatives: M positions to predict, k negatives for
// each.

/// The weight of each of the M positions in the mean loss, (M): 0 for a position with the target PAD, otherwise 1 /
/// number of the other positions.
torch::Tensor positionWeights(const MicroBatch& microBatch);
/// The scores of the targets, (M, 1).
torch::Tensor targetScores(const OutputTensors& output, const MicroBatch& microBatch);
/// The scores of the negatives, (M, k); minus infinity where `MicroBatch::excluded` is set.
torch::Tensor negativeScores(const OutputTensors& output, const MicroBatch& microBatch);
/// The sum of the losses (M, 1) of the positions, weighted by `positionWeights`.
torch::Tensor weightedSum(const torch::Tensor& losses, const MicroBatch& microBatch);

namespace kernels {

/// The scores of each row's target and of its k negatives, with a backward pass to the states and the item vectors.
class SampledScores {
public:
    SampledScores(Tape& tape, const PackedOutput& output, Variable& states, const PackedTargets& targets,
                  std::int64_t k);

    std::int64_t rows() const { return m_states.value.rows; }

    /// Propagates the gradients of the scores, which the caller has written to `positive` and `negative`, to the
    /// states, the item vectors and the bias.
    void backward();

private:
    std::int64_t columns() const { return m_items.columns; }
    std::int64_t targetOf(std::int64_t m) const { return m_targets.targets[static_cast<std::size_t>(m)]; }
    std::int64_t negativeOf(std::int64_t m, std::int64_t j) const {
        return m_targets.negatives[static_cast<std::size_t>(m * m_k + j)];
    }
    float biasOf(std::int64_t token) const { return m_bias ? m_bias.value[token] : 0; }
    float score(std::int64_t m, std::int64_t token) const;
    /// Propagates the gradient of row m's score for `token` to the item vector, the bias and `stateGradient`.
    void propagate(std::int64_t m, std::int64_t token, float scoreGradient, const Matrix& stateGradient) const;
    void scoreShared();
    void propagateShared(const Matrix& stateGradient) const;

    Tape& m_tape;
    Parameter m_items, m_bias;
    Variable& m_states;
    const PackedTargets& m_targets;
    std::int64_t m_k;
    bool m_sharesNegatives;  ///< all rows have the same k negatives
    Matrix m_vectors;        ///< (k, C) item vectors of shared negatives

public:
    float* positive;  ///< (M) the targets' scores; the caller replaces them with their gradients
    Matrix negative;  ///< (M, k) the negatives' scores; the caller replaces them with their gradients
};

}  // namespace kernels

}  // namespace recscope
