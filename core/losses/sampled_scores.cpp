// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/sampled_scores.h"

#include <algorithm>
#include <limits>

#include "core/kernels/product.h"
#include "core/sequence/token.h"

namespace recscope {

torch::Tensor positionWeights(const MicroBatch& microBatch) {
    const std::int64_t M = microBatch.targets.size(0);
    if (!microBatch.scored.defined())
        return torch::full({M}, 1.0 / static_cast<double>(M), microBatch.targets.options().dtype(torch::kFloat));
    return microBatch.targets.ne(kPadToken) / microBatch.scored;
}

namespace {

/// The scores of K chosen tokens at each of M positions: tokens (M, K) -> scores (M, K).
torch::Tensor scoresOf(const OutputTensors& output, const torch::Tensor& tokens) {
    const torch::Tensor vectors = torch::embedding(output.vectors, tokens);                        // (M, K, C)
    const torch::Tensor scores = torch::matmul(vectors, output.states.unsqueeze(-1)).squeeze(-1);  // (M, K)
    return output.bias.defined() ? scores + output.bias.index({tokens}) : scores;
}

}  // namespace

torch::Tensor targetScores(const OutputTensors& output, const MicroBatch& microBatch) {
    return scoresOf(output, microBatch.targets.unsqueeze(1));
}

torch::Tensor negativeScores(const OutputTensors& output, const MicroBatch& microBatch) {
    if (microBatch.negatives.dim() == 2) return scoresOf(output, microBatch.negatives);
    torch::Tensor scores = torch::matmul(output.states, torch::embedding(output.vectors, microBatch.negatives).t());
    if (output.bias.defined()) scores = scores + output.bias.index({microBatch.negatives});
    return scores.masked_fill(microBatch.excluded, -std::numeric_limits<float>::infinity());
}

torch::Tensor weightedSum(const torch::Tensor& losses, const MicroBatch& microBatch) {
    return (losses.squeeze(1) * positionWeights(microBatch)).sum();
}

namespace kernels {

namespace {
constexpr float kExcludedScore = -1e30F;  // score of an excluded negative; its exponential is 0
}

SampledScores::SampledScores(Tape& tape, const PackedOutput& output, Variable& states, const PackedTargets& targets,
                             std::int64_t k)
    : m_tape(tape),
      m_items(output.vectors),
      m_bias(output.bias),
      m_states(states),
      m_targets(targets),
      m_k(k),
      m_sharesNegatives(!targets.excluded.empty()),
      positive(tape.arena().floats(rows())),
      negative(tape.arena().matrix(rows(), k)) {
    for (std::int64_t m = 0; m < rows(); ++m) positive[m] = score(m, targetOf(m));
    if (m_sharesNegatives) {
        scoreShared();
    } else {
        for (std::int64_t m = 0; m < rows(); ++m) {
            for (std::int64_t j = 0; j < k; ++j) negative.row(m)[j] = score(m, negativeOf(m, j));
        }
    }
}

void SampledScores::backward() {
    if (!m_tape.recordsGradients()) return;
    const Matrix& gradient = m_tape.gradientOf(m_states);
    for (std::int64_t m = 0; m < rows(); ++m) {
        propagate(m, targetOf(m), positive[m], gradient);
        if (m_sharesNegatives) continue;
        for (std::int64_t j = 0; j < m_k; ++j) propagate(m, negativeOf(m, j), negative.row(m)[j], gradient);
    }
    if (m_sharesNegatives) propagateShared(gradient);
}

float SampledScores::score(std::int64_t m, std::int64_t token) const {
    return static_cast<float>(dot(m_states.value.row(m), m_items.value + token * columns(), columns())) + biasOf(token);
}

void SampledScores::propagate(std::int64_t m, std::int64_t token, float scoreGradient,
                              const Matrix& stateGradient) const {
    addScaled(stateGradient.row(m), m_items.value + token * columns(), columns(), scoreGradient);
    addScaled(m_items.gradient + token * columns(), m_states.value.row(m), columns(), scoreGradient);
    if (m_bias) m_bias.gradient[token] += scoreGradient;
}

void SampledScores::scoreShared() {
    m_vectors = m_tape.arena().matrix(m_k, columns());
    for (std::int64_t j = 0; j < m_k; ++j)
        std::copy_n(m_items.value + negativeOf(0, j) * columns(), columns(), m_vectors.row(j));
    product({m_states.value.data, columns()}, {m_vectors.data, columns(), /*transposed=*/true}, negative.data, m_k,
            rows(), m_k, columns());
    for (std::int64_t m = 0; m < rows(); ++m) {
        const std::uint8_t* const excluded = m_targets.excluded.data() + m * m_k;
        float* const row = negative.row(m);
        for (std::int64_t j = 0; j < m_k; ++j)
            row[j] = excluded[j] != 0 ? kExcludedScore : row[j] + biasOf(negativeOf(0, j));
    }
}

void SampledScores::propagateShared(const Matrix& stateGradient) const {
    product({negative.data, m_k}, {m_vectors.data, columns()}, stateGradient.data, columns(), rows(), columns(), m_k,
            /*alpha=*/1, /*beta=*/1);
    const Matrix vectorGradients = m_tape.arena().matrix(m_k, columns());
    product({negative.data, m_k, /*transposed=*/true}, {m_states.value.data, columns()}, vectorGradients.data,
            columns(), m_k, columns(), rows());
    const Matrix biasGradients = m_tape.arena().zeros(1, m_k);
    addRowSum(negative, biasGradients.data);
    for (std::int64_t j = 0; j < m_k; ++j) {
        const std::int64_t token = negativeOf(0, j);
        addScaled(m_items.gradient + token * columns(), vectorGradients.row(j), columns(), 1);
        if (m_bias) m_bias.gradient[token] += biasGradients.data[j];
    }
}

}  // namespace kernels

}  // namespace recscope
