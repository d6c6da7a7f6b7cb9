// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fast/packed_loss.h"

#include <algorithm>

#include "core/fast/product.h"
#include "core/train/gbce.h"

namespace recscope::fast {

namespace {

constexpr float kNotCounted = -1e30F;  // a score whose exponential is nothing

/// Scores of each row's target and its k negatives, and their way back to states and item vectors.
class Sampled {
public:
    Sampled(Tape& tape, const PackedModel& model, Variable& states, const PackedTargets& targets, std::int64_t k)
        : m_tape(tape),
          m_items(model.itemVectors()),
          m_bias(model.itemBias()),
          m_states(states),
          m_targets(targets),
          m_k(k),
          m_shared(!targets.excluded.empty()),
          wanted(tape.arena().floats(rows())),
          unwanted(tape.arena().matrix(rows(), k)) {
        for (std::int64_t m = 0; m < rows(); ++m) wanted[m] = score(m, targetOf(m));
        if (m_shared) {
            scoreShared();
        } else {
            for (std::int64_t m = 0; m < rows(); ++m) {
                for (std::int64_t j = 0; j < k; ++j) unwanted.row(m)[j] = score(m, negativeOf(m, j));
            }
        }
    }

    std::int64_t rows() const { return m_states.value.rows; }

    /// `wanted` and `unwanted` hold the gradients of the scores by now.
    void backward() {
        if (!m_tape.learns()) return;
        const Matrix& gradient = m_tape.gradientOf(m_states);
        for (std::int64_t m = 0; m < rows(); ++m) {
            pass(m, targetOf(m), wanted[m], gradient);
            if (m_shared) continue;
            for (std::int64_t j = 0; j < m_k; ++j) pass(m, negativeOf(m, j), unwanted.row(m)[j], gradient);
        }
        if (m_shared) passShared(gradient);
    }

private:
    std::int64_t columns() const { return m_items.columns; }
    std::int64_t targetOf(std::int64_t m) const { return m_targets.targets[static_cast<std::size_t>(m)]; }
    std::int64_t negativeOf(std::int64_t m, std::int64_t j) const {
        return m_targets.negatives[static_cast<std::size_t>(m * m_k + j)];
    }
    float biasOf(std::int64_t token) const { return m_bias ? m_bias.value[token] : 0; }
    float score(std::int64_t m, std::int64_t token) const {
        return static_cast<float>(dot(m_states.value.row(m), m_items.value + token * columns(), columns())) +
               biasOf(token);
    }
    void pass(std::int64_t m, std::int64_t token, float by, const Matrix& gradient) const {
        addScaled(gradient.row(m), m_items.value + token * columns(), columns(), by);
        addScaled(m_items.gradient + token * columns(), m_states.value.row(m), columns(), by);
        if (m_bias) m_bias.gradient[token] += by;
    }

    void scoreShared() {
        m_vectors = m_tape.arena().matrix(m_k, columns());
        for (std::int64_t j = 0; j < m_k; ++j)
            std::copy_n(m_items.value + negativeOf(0, j) * columns(), columns(), m_vectors.row(j));
        product({m_states.value.data, columns()}, {m_vectors.data, columns(), /*transposed=*/true}, unwanted.data, m_k,
                rows(), m_k, columns());
        for (std::int64_t m = 0; m < rows(); ++m) {
            const std::uint8_t* const excluded = m_targets.excluded.data() + m * m_k;
            float* const row = unwanted.row(m);
            for (std::int64_t j = 0; j < m_k; ++j)
                row[j] = excluded[j] != 0 ? kNotCounted : row[j] + biasOf(negativeOf(0, j));
        }
    }

    void passShared(const Matrix& gradient) const {
        product({unwanted.data, m_k}, {m_vectors.data, columns()}, gradient.data, columns(), rows(), columns(), m_k,
                /*alpha=*/1, /*beta=*/1);
        const Matrix vectors = m_tape.arena().matrix(m_k, columns());
        product({unwanted.data, m_k, /*transposed=*/true}, {m_states.value.data, columns()}, vectors.data, columns(),
                m_k, columns(), rows());
        const Matrix biases = m_tape.arena().zeros(1, m_k);
        addRowSum(unwanted, biases.data);
        for (std::int64_t j = 0; j < m_k; ++j) {
            const std::int64_t token = negativeOf(0, j);
            addScaled(m_items.gradient + token * columns(), vectors.row(j), columns(), 1);
            if (m_bias) m_bias.gradient[token] += biases.data[j];
        }
    }

    Tape& m_tape;
    Parameter m_items, m_bias;
    Variable& m_states;
    const PackedTargets& m_targets;
    std::int64_t m_k;
    bool m_shared;
    Matrix m_vectors;

public:
    float* wanted;    ///< M
    Matrix unwanted;  ///< (M, k)
};

/// Mean of -log softmax of the target among itself and its negatives.
double sampledCrossEntropy(Sampled& scores, Tape& tape, double weight) {
    const std::int64_t M = scores.rows(), k = scores.unwanted.columns;
    float* const row = tape.arena().floats(k + 1);
    const auto share = static_cast<float>(weight / static_cast<double>(M));
    double sum = 0;
    for (std::int64_t m = 0; m < M; ++m) {
        row[0] = scores.wanted[m];
        std::copy_n(scores.unwanted.row(m), k, row + 1);
        sum += crossEntropyRow(row, nullptr, k + 1, /*target=*/0, share);
        scores.wanted[m] = row[0];
        std::copy_n(row + 1, k, scores.unwanted.row(m));
    }
    return sum / static_cast<double>(M);
}

/// hit times the mean of -log sigmoid(wanted) plus miss times the sum of -log(1 - sigmoid(unwanted)) over M.
double binaryCrossEntropy(Sampled& scores, double hit, double miss, double weight) {
    const std::int64_t M = scores.rows();
    const auto count = static_cast<double>(M);
    const auto negate = [&] {
        for (std::int64_t m = 0; m < M; ++m) scores.wanted[m] = -scores.wanted[m];
    };
    negate();
    const double hits = softplusRow(scores.wanted, M, static_cast<float>(hit * weight / count));
    negate();
    const double misses =
        softplusRow(scores.unwanted.data, scores.unwanted.size(), static_cast<float>(miss * weight / count));
    return (hit * hits + miss * misses) / count;
}

}  // namespace

double packedLoss(Tape& tape, const PackedModel& model, const RunConfig& config, Variable& outputStates,
                  const PackedTargets& targets, double weight) {
    Variable& states = tape.pick(outputStates, targets.rows);
    const Parameter vectors = model.itemVectors();
    const std::int64_t V = vectors.rows - 2;
    if (config.loss == "ce") {
        std::vector<std::int64_t> columns = targets.targets;
        for (std::int64_t& column : columns) column -= kFirstItemToken;
        const Parameter bias = model.itemBias();
        return tape.crossEntropy(states, vectors.slice(kFirstItemToken, V), bias.slice(kFirstItemToken, V), columns,
                                 weight);
    }
    const auto k = static_cast<double>(config.negatives);
    Sampled scores(tape, model, states, targets, config.negatives);
    double loss = 0;
    if (config.loss == "sampled_ce")
        loss = sampledCrossEntropy(scores, tape, weight);
    else if (config.loss == "bce")
        loss = binaryCrossEntropy(scores, 1, 1 / k, weight);
    else
        loss = binaryCrossEntropy(scores, gbceBeta(config, V) / (k + 1), 1 / (k + 1), weight);
    scores.backward();
    return loss;
}

}  // namespace recscope::fast
