// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/narm/narm_net.h"

#include <algorithm>
#include <numeric>

#include "core/kernels/dropout_keys.h"
#include "core/kernels/loops.h"
#include "core/kernels/product.h"

namespace recscope {

using kernels::Matrix;

NarmNet::NarmNet(const NarmConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_input(parameters("gru.layers.0.input.weight")),
      m_inputBias(parameters("gru.layers.0.input.bias")),
      m_hidden(parameters("gru.layers.0.hidden.weight")),
      m_attentionState(parameters("attention.state.weight")),
      m_attentionLast(parameters("attention.last.weight")),
      m_attentionVector(parameters("attention.vector")),
      m_projection(parameters("output.projection.weight")),
      m_zeros(static_cast<std::size_t>(3 * config.units), 0.0F) {}

/// Computes the row order that GruSequences needs: the first positions of all histories, then all second positions, and
/// so on; rows of the same position are sorted from the longest history to the shortest.
void NarmNet::orderPositions() {
    const std::int64_t N = m_histories->count();
    std::vector<std::int32_t> order(static_cast<std::size_t>(N));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return m_histories->length(a) > m_histories->length(b); });
    m_gruRows.resize(m_histories->tokens.size());
    m_lastRows.assign(static_cast<std::size_t>(N), -1);
    m_gruStarts.assign(1, 0);
    auto active = static_cast<std::size_t>(N);  // number of histories that have a position t
    for (std::int64_t t = 0;; ++t) {
        while (active > 0 && m_histories->length(order[active - 1]) <= t) --active;
        if (active == 0) break;
        for (std::size_t b = 0; b < active; ++b) {
            const auto n = static_cast<std::size_t>(order[b]);
            const auto row = static_cast<std::size_t>(m_histories->starts[n] + t);
            m_gruRows[row] = m_gruStarts.back() + static_cast<std::int32_t>(b);
            m_lastRows[n] = static_cast<std::int32_t>(row);
        }
        m_gruStarts.push_back(m_gruStarts.back() + static_cast<std::int32_t>(active));
    }
}

Matrix NarmNet::forward(const PackedHistories& histories, std::uint64_t dropoutSeed, kernels::Arena& arena) {
    const std::int64_t d = m_config.dim, H = m_config.units, N = histories.count();
    const auto P = static_cast<std::int64_t>(histories.tokens.size());
    m_histories = &histories;
    m_arena = &arena;
    orderPositions();
    kernels::DropoutKeys keys(dropoutSeed);
    m_inputDropout = dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.inputDropout);
    m_stateDropout = dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.stateDropout);

    m_inputs = arena.matrix(P, d);
    for (std::int64_t p = 0; p < P; ++p) {
        const auto at = static_cast<std::size_t>(p);
        std::copy_n(m_items.value + histories.tokens[at] * d, d, m_inputs.row(m_gruRows[at]));
    }
    if (m_inputDropout.p > 0) kernels::dropAndAdd(m_inputs, nullptr, m_inputs.data, m_inputDropout, {});
    const GruValues weights = {
        .input = m_input.value, .inputBias = m_inputBias.value, .hidden = m_hidden.value, .hiddenBias = m_zeros.data()};
    m_gru.emplace(weights, GruShape{.inputs = d, .units = H, .reset = ResetGate::Before, .gate = m_config.gruGate},
                  m_gruStarts, arena);
    const Matrix inGruOrder = m_gru->forward(m_inputs);

    m_states = arena.matrix(P, H);
    for (std::int64_t p = 0; p < P; ++p)
        std::copy_n(inGruOrder.row(m_gruRows[static_cast<std::size_t>(p)]), H, m_states.row(p));
    m_lastStates = arena.zeros(N, H);
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int32_t row = m_lastRows[static_cast<std::size_t>(n)];
        if (row >= 0) std::copy_n(m_states.row(row), H, m_lastStates.row(n));
    }
    const Matrix query = arena.matrix(N, H);
    kernels::product({m_lastStates.data, H}, {m_attentionLast.value, H, /*transposed=*/true}, query.data, H, N, H, H);
    m_attention.emplace(kernels::AdditiveAttention::Weights{.state = m_attentionState.value,
                                                            .vector = m_attentionVector.value,
                                                            .units = H,
                                                            .gate = m_config.attentionGate,
                                                            .softmax = m_config.attentionSoftmax},
                        histories.starts, arena);
    const Matrix mixed = m_attention->forward(m_states, query);
    m_combined = arena.matrix(N, 2 * H);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(mixed.row(n), H, m_combined.row(n));
        std::copy_n(m_lastStates.row(n), H, m_combined.row(n) + H);
    }
    if (m_stateDropout.p > 0) kernels::dropAndAdd(m_combined, nullptr, m_combined.data, m_stateDropout, {});
    const Matrix states = arena.matrix(N, d);
    kernels::product({m_combined.data, 2 * H}, {m_projection.value, 2 * H, /*transposed=*/true}, states.data, d, N, d,
                     2 * H);
    return states;
}

void NarmNet::backward(const Matrix& stateGradient) {
    const std::int64_t d = m_config.dim, H = m_config.units, N = stateGradient.rows, P = m_states.rows;
    kernels::Arena& arena = *m_arena;
    kernels::product({stateGradient.data, d, /*transposed=*/true}, {m_combined.data, 2 * H}, m_projection.gradient,
                     2 * H, d, 2 * H, N, /*alpha=*/1, /*beta=*/1);
    const Matrix combinedGradient = arena.matrix(N, 2 * H);
    kernels::product({stateGradient.data, d}, {m_projection.value, 2 * H}, combinedGradient.data, 2 * H, N, 2 * H, d);
    if (m_stateDropout.p > 0) kernels::dropAndAdd(combinedGradient, nullptr, combinedGradient.data, m_stateDropout, {});
    const Matrix mixedGradient = arena.matrix(N, H), lastGradient = arena.matrix(N, H),
                 queryGradient = arena.matrix(N, H);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(combinedGradient.row(n), H, mixedGradient.row(n));
        std::copy_n(combinedGradient.row(n) + H, H, lastGradient.row(n));
    }
    const Matrix hiddenGradient = arena.zeros(P, H);
    m_attention->backward(m_states, mixedGradient, {m_attentionState.gradient, m_attentionVector.gradient},
                          hiddenGradient, queryGradient);
    kernels::product({queryGradient.data, H, /*transposed=*/true}, {m_lastStates.data, H}, m_attentionLast.gradient, H,
                     H, H, N,
                     /*alpha=*/1, /*beta=*/1);
    kernels::product({queryGradient.data, H}, {m_attentionLast.value, H}, lastGradient.data, H, N, H, H, /*alpha=*/1,
                     /*beta=*/1);
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int32_t row = m_lastRows[static_cast<std::size_t>(n)];
        if (row >= 0) kernels::addScaled(hiddenGradient.row(row), lastGradient.row(n), H, 1);
    }
    const Matrix inGruOrder = arena.matrix(P, H), inputGradient = arena.matrix(P, d);
    for (std::int64_t p = 0; p < P; ++p)
        std::copy_n(hiddenGradient.row(p), H, inGruOrder.row(m_gruRows[static_cast<std::size_t>(p)]));
    m_gru->backward(m_inputs, inGruOrder.data, inputGradient.data,
                    {.input = m_input.gradient,
                     .inputBias = m_inputBias.gradient,
                     .hidden = m_hidden.gradient,
                     .hiddenBias = nullptr});
    if (m_inputDropout.p > 0) kernels::dropAndAdd(inputGradient, nullptr, inputGradient.data, m_inputDropout, {});
    for (std::int64_t p = 0; p < P; ++p) {
        const auto at = static_cast<std::size_t>(p);
        kernels::addScaled(m_items.gradient + m_histories->tokens[at] * d, inputGradient.row(m_gruRows[at]), d, 1);
    }
}

double NarmNet::computeGradients(const PrefixBatch& batch, kernels::Arena& arena) {
    kernels::Variable states;
    states.value = forward(batch.histories, batch.dropoutSeed, arena);
    const double loss = nextItemLoss(batch, m_items, states, arena);
    backward(states.gradient);
    return loss;
}

}  // namespace recscope
