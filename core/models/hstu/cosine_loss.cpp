// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/cosine_loss.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernels/loops.h"

namespace recscope {

namespace {

constexpr float kMinNorm = 1e-6F;  // a vector with a smaller norm is divided by this

float normOf(const float* row, std::int64_t count) {
    return std::max(static_cast<float>(std::sqrt(kernels::dot(row, row, count))), kMinNorm);
}

}  // namespace

void normalizeRows(const kernels::Matrix& rows) {
    for (std::int64_t r = 0; r < rows.rows; ++r)
        kernels::scale(rows.row(r), rows.row(r), rows.columns, 1 / normOf(rows.row(r), rows.columns));
}

double cosineLoss(kernels::Tape& tape, kernels::Variable& states, const kernels::Parameter& items,
                  std::span<const Token> targets, std::span<const Token> negatives, double temperature,
                  std::int64_t predictions) {
    const std::int64_t M = states.value.rows, C = states.value.columns;
    if (M == 0) return 0;
    const auto k = static_cast<std::int64_t>(negatives.size()) / M, count = k + 1;
    const auto gradientScale = static_cast<float>(1.0 / static_cast<double>(predictions));
    const auto scale = static_cast<float>(1 / temperature);
    kernels::Arena& arena = tape.arena();
    const kernels::Matrix& stateGradients = tape.gradientOf(states);
    const kernels::Matrix candidates = arena.matrix(count, C);  // normalized vectors of the target and the negatives
    float* const direction = arena.floats(C);                   // the normalized state
    float* const directionGradient = arena.floats(C);
    float *const cosines = arena.floats(count), *const norms = arena.floats(count), *const logits = arena.floats(count);
    std::vector<Token> tokens(static_cast<std::size_t>(count));
    double loss = 0;
    for (std::int64_t m = 0; m < M; ++m) {
        tokens[0] = targets[static_cast<std::size_t>(m)];
        std::copy_n(negatives.begin() + m * k, k, tokens.begin() + 1);
        const float norm = normOf(states.value.row(m), C);
        kernels::scale(states.value.row(m), direction, C, 1 / norm);
        for (std::int64_t c = 0; c < count; ++c) {
            const float* const vector = items.value + tokens[static_cast<std::size_t>(c)] * C;
            norms[c] = normOf(vector, C);
            kernels::scale(vector, candidates.row(c), C, 1 / norms[c]);
        }
        kernels::rowDots(candidates, direction, cosines);
        kernels::scale(cosines, logits, count, scale);
        // crossEntropyRow() replaces the logits with their gradients; the scaling makes them gradients of the cosines.
        loss += kernels::crossEntropyRow(logits, /*bias=*/nullptr, count, /*target=*/0, gradientScale);
        kernels::scale(logits, logits, count, scale);
        kernels::weightedSum(candidates, logits, directionGradient);
        for (std::int64_t c = 0; c < count; ++c) {
            float* const gradient = items.gradient + tokens[static_cast<std::size_t>(c)] * C;
            const float factor = logits[c] / norms[c];
            kernels::addScaled(gradient, direction, C, factor);
            kernels::addScaled(gradient, candidates.row(c), C, -factor * cosines[c]);
        }
        const auto along = static_cast<float>(kernels::dot(directionGradient, direction, C));
        kernels::addScaled(stateGradients.row(m), directionGradient, C, 1 / norm);
        kernels::addScaled(stateGradients.row(m), direction, C, -along / norm);
    }
    return loss / static_cast<double>(predictions);
}

}  // namespace recscope
