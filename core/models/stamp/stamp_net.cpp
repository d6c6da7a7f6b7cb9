// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/stamp/stamp_net.h"

namespace recscope {

using kernels::Activation;
using kernels::Variable;

StampNet::StampNet(const StampConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_attentionLast(parameters("attention.last.weight")),
      m_attentionMean(parameters("attention.mean.weight")),
      m_attentionBias(parameters("attention.bias")),
      m_session(parameters("session.weight")),
      m_sessionBias(parameters("session.bias")),
      m_last(parameters("last.weight")),
      m_lastBias(parameters("last.bias")),
      m_attention{.state = parameters("attention.item.weight"), .vector = parameters("attention.vector")} {}

Variable& StampNet::states(kernels::Tape& tape, const PackedHistories& histories, std::uint64_t /*dropoutSeed*/,
                           std::vector<float>* alphas) {
    m_lastRows.clear();
    for (std::int64_t n = 0; n < histories.count(); ++n)
        m_lastRows.push_back(histories.length(n) == 0 ? -1 : histories.starts[static_cast<std::size_t>(n) + 1] - 1);

    Variable& items = kernels::clipNorms(tape, kernels::lookUp(tape, histories.tokens, m_items));
    Variable& last = tape.selectRows(items, m_lastRows);
    Variable& mean = kernels::meanOfHistories(tape, items, histories.starts);
    Variable& ofMean = tape.linear(mean, m_attentionMean, m_attentionBias);
    Variable& query = tape.dropoutAndAdd(tape.linear(last, m_attentionLast, {}), &ofMean, {}, {});
    Variable* general = &kernels::attendAdditively(tape, items, query, m_attention, histories.starts, alphas);
    if (m_config.addsMean) general = &tape.dropoutAndAdd(*general, &mean, {}, {});
    return tape.multiply(tape.linear(*general, m_session, m_sessionBias, Activation::Tanh),
                         tape.linear(last, m_last, m_lastBias, Activation::Tanh));
}

}  // namespace recscope
