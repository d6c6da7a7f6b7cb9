// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/narm/narm_net.h"

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

Variable& NarmNet::states(kernels::Tape& tape, const PackedHistories& histories, std::uint64_t dropoutSeed,
                          std::vector<float>* alphas) {
    m_order = kernels::PositionOrder(histories.starts);
    m_lastRows.clear();
    for (std::int64_t n = 0; n < histories.count(); ++n)
        m_lastRows.push_back(histories.length(n) == 0 ? -1 : histories.starts[static_cast<std::size_t>(n) + 1] - 1);
    kernels::DropoutKeys keys(dropoutSeed);
    const auto next = [&](double p) { return dropoutSeed == 0 ? kernels::Dropout() : keys.next(p); };
    const kernels::Dropout inputDropout = next(m_config.inputDropout), stateDropout = next(m_config.stateDropout);

    Variable& items = tape.selectRows(kernels::lookUp(tape, histories.tokens, m_items), m_order.positions);
    Variable& inGruOrder = kernels::gruStates(
        tape, tape.dropoutAndAdd(items, nullptr, inputDropout, {}), m_gru,
        {.inputs = m_config.dim, .units = m_config.units, .reset = ResetGate::Before, .gate = m_config.gruGate},
        m_order.starts);
    Variable& hidden = tape.selectRows(inGruOrder, m_order.rows);
    Variable& last = tape.selectRows(hidden, m_lastRows);
    Variable& query = tape.linear(last, m_attentionLast, {});
    Variable& mixed = kernels::attendAdditively(tape, hidden, query, m_attention, histories.starts, alphas);
    Variable& combined = tape.dropoutAndAdd(kernels::concatenate(tape, {&mixed, &last}), nullptr, stateDropout, {});
    return tape.linear(combined, m_projection, {});
}

}  // namespace recscope
