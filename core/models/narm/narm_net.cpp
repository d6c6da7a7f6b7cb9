// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/narm/narm_net.h"

#include <algorithm>
#include <numeric>

#include "core/kernels/dropout_keys.h"

namespace recscope {

using kernels::Variable;

NarmNet::NarmNet(const NarmConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_attentionLast(parameters("attention.last.weight")),
      m_projection(parameters("output.projection.weight")),
      m_gru{.input = parameters("gru.layers.0.input.weight"),
            .inputBias = parameters("gru.layers.0.input.bias"),
            .hidden = parameters("gru.layers.0.hidden.weight"),
            .hiddenBias = {}},
      m_attention{.state = parameters("attention.state.weight"),
                  .vector = parameters("attention.vector"),
                  .gate = config.attentionGate,
                  .softmax = config.attentionSoftmax} {}

/// Computes the row order that GruSequences needs: the first positions of all histories, then all second positions, and
/// so on; rows of the same position are sorted from the longest history to the shortest.
void NarmNet::orderPositions(const PackedHistories& histories) {
    const std::int64_t N = histories.count();
    std::vector<std::int32_t> order(static_cast<std::size_t>(N));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return histories.length(a) > histories.length(b); });
    m_gruRows.resize(histories.tokens.size());
    m_positions.resize(histories.tokens.size());
    m_lastRows.assign(static_cast<std::size_t>(N), -1);
    m_gruStarts.assign(1, 0);
    auto active = static_cast<std::size_t>(N);  // number of histories that have a position t
    for (std::int64_t t = 0;; ++t) {
        while (active > 0 && histories.length(order[active - 1]) <= t) --active;
        if (active == 0) break;
        for (std::size_t b = 0; b < active; ++b) {
            const auto n = static_cast<std::size_t>(order[b]);
            const auto row = static_cast<std::int32_t>(histories.starts[n] + t);
            const std::int32_t gruRow = m_gruStarts.back() + static_cast<std::int32_t>(b);
            m_gruRows[static_cast<std::size_t>(row)] = gruRow;
            m_positions[static_cast<std::size_t>(gruRow)] = row;
            m_lastRows[n] = row;
        }
        m_gruStarts.push_back(m_gruStarts.back() + static_cast<std::int32_t>(active));
    }
}

Variable& NarmNet::states(kernels::Tape& tape, const PackedHistories& histories, std::uint64_t dropoutSeed,
                          std::vector<float>* alphas) {
    orderPositions(histories);
    kernels::DropoutKeys keys(dropoutSeed);
    const auto next = [&](double p) { return dropoutSeed == 0 ? kernels::Dropout() : keys.next(p); };
    const kernels::Dropout inputDropout = next(m_config.inputDropout), stateDropout = next(m_config.stateDropout);

    Variable& items = tape.selectRows(kernels::lookUp(tape, histories.tokens, m_items), m_positions);
    Variable& inGruOrder = kernels::gruStates(
        tape, tape.dropoutAndAdd(items, nullptr, inputDropout, {}), m_gru,
        {.inputs = m_config.dim, .units = m_config.units, .reset = ResetGate::Before, .gate = m_config.gruGate},
        m_gruStarts);
    Variable& hidden = tape.selectRows(inGruOrder, m_gruRows);
    Variable& last = tape.selectRows(hidden, m_lastRows);
    Variable& query = tape.linear(last, m_attentionLast, {});
    Variable& mixed = kernels::attendAdditively(tape, hidden, query, m_attention, histories.starts, alphas);
    Variable& combined = tape.dropoutAndAdd(kernels::concatenate(tape, {&mixed, &last}), nullptr, stateDropout, {});
    return tape.linear(combined, m_projection, {});
}

}  // namespace recscope
