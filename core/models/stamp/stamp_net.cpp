// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/stamp/stamp_net.h"

#include <algorithm>
#include <cmath>

#include "core/kernels/gates.h"
#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

using kernels::Matrix;
using kernels::Parameter;

StampNet::StampNet(const StampConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_attentionItem(parameters("attention.item.weight")),
      m_attentionLast(parameters("attention.last.weight")),
      m_attentionMean(parameters("attention.mean.weight")),
      m_attentionBias(parameters("attention.bias")),
      m_attentionVector(parameters("attention.vector")),
      m_session(parameters("session.weight")),
      m_sessionBias(parameters("session.bias")),
      m_last(parameters("last.weight")),
      m_lastBias(parameters("last.bias")),
      m_zeros(static_cast<std::size_t>(config.dim), 0.0F) {}

/// tanh(x W^T + b)
Matrix StampNet::layer(const Matrix& x, const Parameter& weight, const Parameter& bias) {
    const std::int64_t d = m_config.dim;
    const Matrix out = m_arena->matrix(x.rows, d);
    kernels::product({x.data, d}, {weight.value, d, /*transposed=*/true}, out.data, d, x.rows, d, d);
    kernels::tanhRows(out.data, bias ? bias.value : m_zeros.data(), x.rows, d);
    return out;
}

/// The backward pass of `layer`. `gradient` is the gradient of the pre-activations; adds to the gradients of the
/// weight, of the bias, and of x (`xGradient`).
void StampNet::layerBackward(const Matrix& x, const Parameter& weight, const Parameter& bias, const Matrix& gradient,
                             const Matrix& xGradient) {
    const std::int64_t d = m_config.dim, N = x.rows;
    if (bias) kernels::addRowSum(gradient, bias.gradient);
    kernels::product({gradient.data, d, /*transposed=*/true}, {x.data, d}, weight.gradient, d, d, d, N, /*alpha=*/1,
                     /*beta=*/1);
    kernels::product({gradient.data, d}, {weight.value, d}, xGradient.data, d, N, d, d, /*alpha=*/1, /*beta=*/1);
}

Matrix StampNet::forward(const PackedHistories& histories, kernels::Arena& arena) {
    const std::int64_t d = m_config.dim, N = histories.count(), P = static_cast<std::int64_t>(histories.tokens.size());
    m_histories = &histories;
    m_arena = &arena;
    m_inputs = arena.matrix(P, d);
    m_norms = arena.floats(P);
    for (std::int64_t p = 0; p < P; ++p) {
        const float* const item = m_items.value + histories.tokens[static_cast<std::size_t>(p)] * d;
        m_norms[p] = static_cast<float>(std::sqrt(kernels::dot(item, item, d)));
        kernels::scale(item, m_inputs.row(p), d, 1 / std::max(m_norms[p], 1.0F));
    }
    m_means = arena.zeros(N, d);
    m_lastItems = arena.zeros(N, d);
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t first = histories.starts[static_cast<std::size_t>(n)], T = histories.length(n);
        if (T == 0) continue;
        kernels::addRowSum({m_inputs.row(first), T, d}, m_means.row(n));
        const Matrix mean{m_means.row(n), 1, d};
        for (std::int64_t c = 0; c < d; ++c) mean.data[c] /= static_cast<float>(T);
        std::copy_n(m_inputs.row(first + T - 1), d, m_lastItems.row(n));
    }
    const Matrix query = arena.matrix(N, d);
    kernels::product({m_lastItems.data, d}, {m_attentionLast.value, d, /*transposed=*/true}, query.data, d, N, d, d);
    kernels::product({m_means.data, d}, {m_attentionMean.value, d, /*transposed=*/true}, query.data, d, N, d, d,
                     /*alpha=*/1, /*beta=*/1);
    if (m_attentionBias) kernels::addToRows(query, m_attentionBias.value);
    m_attention.emplace(
        kernels::AdditiveAttention::Weights{
            .state = m_attentionItem.value, .vector = m_attentionVector.value, .units = d},
        histories.starts, arena);
    m_mixed = m_attention->forward(m_inputs, query);
    if (m_config.addsMean) kernels::add(m_mixed.data, m_means.data, m_mixed.data, m_mixed.size());
    m_general = layer(m_mixed, m_session, m_sessionBias);
    m_current = layer(m_lastItems, m_last, m_lastBias);
    const Matrix states = arena.matrix(N, d);
    kernels::productOf(m_general.data, m_current.data, states.data, states.size());
    return states;
}

void StampNet::backward(const Matrix& stateGradient) {
    const std::int64_t d = m_config.dim, N = stateGradient.rows, P = m_inputs.rows;
    kernels::Arena& arena = *m_arena;
    const Matrix generalGradient = arena.matrix(N, d), currentGradient = arena.matrix(N, d);
    kernels::productOf(stateGradient.data, m_current.data, generalGradient.data, generalGradient.size());
    kernels::productOf(stateGradient.data, m_general.data, currentGradient.data, currentGradient.size());
    kernels::tanhBackward(m_general.data, generalGradient.data, generalGradient.size());
    kernels::tanhBackward(m_current.data, currentGradient.data, currentGradient.size());
    const Matrix mixedGradient = arena.zeros(N, d), lastGradient = arena.zeros(N, d), meanGradient = arena.zeros(N, d);
    layerBackward(m_mixed, m_session, m_sessionBias, generalGradient, mixedGradient);
    layerBackward(m_lastItems, m_last, m_lastBias, currentGradient, lastGradient);
    if (m_config.addsMean) std::copy_n(mixedGradient.data, mixedGradient.size(), meanGradient.data);

    const Matrix inputGradient = arena.zeros(P, d), queryGradient = arena.matrix(N, d);
    m_attention->backward(m_inputs, mixedGradient, {m_attentionItem.gradient, m_attentionVector.gradient},
                          inputGradient, queryGradient);
    layerBackward(m_lastItems, m_attentionLast, m_attentionBias, queryGradient, lastGradient);
    layerBackward(m_means, m_attentionMean, {}, queryGradient, meanGradient);

    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t first = m_histories->starts[static_cast<std::size_t>(n)], T = m_histories->length(n);
        for (std::int64_t t = first; t < first + T; ++t)
            kernels::addScaled(inputGradient.row(t), meanGradient.row(n), d, 1 / static_cast<float>(T));
        if (T > 0) kernels::addScaled(inputGradient.row(first + T - 1), lastGradient.row(n), d, 1);
    }
    for (std::int64_t p = 0; p < P; ++p) {
        float* const gradient = inputGradient.row(p);
        const float clipFactor = 1 / std::max(m_norms[p], 1.0F);
        float* const into = m_items.gradient + m_histories->tokens[static_cast<std::size_t>(p)] * d;
        // The norm of a clipped vector is fixed, so the component of the gradient along the vector is removed.
        if (m_norms[p] > 1) {
            const auto along = static_cast<float>(kernels::dot(gradient, m_inputs.row(p), d));
            kernels::addScaled(gradient, m_inputs.row(p), d, -along);
        }
        kernels::addScaled(into, gradient, d, clipFactor);
    }
}

double StampNet::computeGradients(const PrefixBatch& batch, kernels::Arena& arena) {
    kernels::Variable states;
    states.value = forward(batch.histories, arena);
    const double loss = nextItemLoss(batch, m_items, states, arena);
    backward(states.gradient);
    return loss;
}

}  // namespace recscope
