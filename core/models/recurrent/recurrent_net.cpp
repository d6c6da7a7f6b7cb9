// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/recurrent/recurrent_net.h"

#include <algorithm>

#include "core/kernels/dropout_keys.h"

namespace recscope {

using kernels::Activation;
using kernels::Variable;

RecurrentNet::RecurrentNet(const RunConfig& config, const ParameterLookup& parameters)
    : m_config(recurrentOf(config)),
      m_kind(layerOf(config)),
      m_loss{.kind = config.loss.kind, .scorePenalty = recurrentOf(config).scorePenalty, .elu = 0},
      m_items(parameters("item_embedding.weight")),
      m_itemBias(parameters("output.bias")),
      m_users(parameters("user_embedding.weight")),
      m_layer{.input = parameters("rnn.input.weight"),
              .bias = parameters("rnn.input.bias"),
              .hidden = parameters("rnn.hidden.weight")},
      m_hiddenBias(parameters("rnn.hidden.bias")) {}

Variable& RecurrentNet::layerStates(kernels::Tape& tape, Variable& x, const std::vector<std::int32_t>& users,
                                    const kernels::Dropout& dropout) {
    if (m_kind != RecurrentLayer::UserGru) {
        Variable& input = tape.dropoutAndAdd(x, nullptr, dropout, {});
        if (m_kind == RecurrentLayer::Lstm) return kernels::lstmStates(tape, input, m_layer, m_order.starts);
        const bool isTanh = m_config.activation == StateActivation::Tanh;
        return kernels::simpleRecurrentStates(tape, input, m_layer, isTanh ? Activation::Tanh : Activation::Sigmoid,
                                              m_order.starts);
    }
    m_userRows.clear();
    for (const std::int32_t history : m_order.histories) m_userRows.push_back(users[static_cast<std::size_t>(history)]);
    Variable& both = kernels::concatenate(tape, {&x, &kernels::lookUp(tape, m_userRows, m_users)});
    return kernels::gruStates(
        tape, tape.dropoutAndAdd(both, nullptr, dropout, {}),
        {.input = m_layer.input, .inputBias = m_layer.bias, .hidden = m_layer.hidden, .hiddenBias = m_hiddenBias},
        {.inputs = m_layer.input.columns, .units = m_config.dim}, m_order.starts);
}

Variable& RecurrentNet::states(kernels::Tape& tape, const PackedHistories& histories,
                               const std::vector<std::int32_t>& users, std::uint64_t dropoutSeed) {
    m_order = kernels::PositionOrder(histories.starts);
    m_tokens.clear();
    for (const std::int32_t position : m_order.positions)
        m_tokens.push_back(histories.tokens[static_cast<std::size_t>(position)]);
    kernels::DropoutKeys keys(dropoutSeed);
    const auto next = [&](double p) { return dropoutSeed == 0 ? kernels::Dropout() : keys.next(p); };
    const kernels::Dropout inputDropout = next(m_config.inputDropout), stateDropout = next(m_config.stateDropout);
    Variable& hidden = layerStates(tape, kernels::lookUp(tape, m_tokens, m_items), users, inputDropout);
    return tape.dropoutAndAdd(hidden, nullptr, stateDropout, {});
}

Variable& RecurrentNet::newestStates(kernels::Tape& tape, const PackedHistories& histories,
                                     const std::vector<std::int32_t>& users) {
    Variable& all = states(tape, histories, users, /*dropoutSeed=*/0);
    m_newestRows.clear();
    for (std::int64_t n = 0; n < histories.count(); ++n) {
        const auto end = static_cast<std::size_t>(histories.starts[static_cast<std::size_t>(n) + 1]);
        m_newestRows.push_back(histories.length(n) == 0 ? -1 : m_order.rows[end - 1]);
    }
    return tape.selectRows(all, m_newestRows);
}

double RecurrentNet::computeGradients(const RecurrentBatch& batch, kernels::Arena& arena) {
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    Variable& all = states(tape, batch.histories, batch.users, batch.dropoutSeed);
    double loss = 0;
    if (m_loss.kind == LossKind::CrossEntropy) {
        std::vector<std::int64_t> targets;
        for (const std::int32_t position : m_order.positions)
            targets.push_back(batch.targets[static_cast<std::size_t>(position)] - kFirstItemToken);
        const double weight = batch.weight * static_cast<double>(targets.size());
        // PAD and MASK, the first and the last row, are not candidates.
        const std::int64_t items = m_items.rows - 2;
        loss = weight * tape.crossEntropy(all, m_items.slice(kFirstItemToken, items),
                                          m_itemBias.slice(kFirstItemToken, items), targets, weight);
    } else {
        loss = rankingLoss(tape, all, batch);
    }
    tape.backward();
    return loss;
}

double RecurrentNet::rankingLoss(kernels::Tape& tape, Variable& states, const RecurrentBatch& batch) {
    const std::size_t k = batch.negatives.size() / batch.targets.size();
    if (k == 0) return 0;  // there is only one item
    m_pairs.clear();
    for (std::size_t row = 0; row < m_order.positions.size(); ++row) {
        const auto position = static_cast<std::size_t>(m_order.positions[row]);
        m_pairs.push_back({.row = static_cast<std::int32_t>(row), .item = batch.targets[position]});
        for (std::size_t i = position * k; i < (position + 1) * k; ++i)
            m_pairs.push_back({.row = static_cast<std::int32_t>(row), .item = batch.negatives[i]});
    }
    Variable& scores = kernels::scoreItems(tape, states, m_pairs, m_items, m_itemBias);
    float beta = 0;
    const kernels::Matrix& gradient = tape.gradientToWrite(scores, beta);
    std::copy_n(scores.value.data, gradient.size(), gradient.data);
    const std::vector<float> counts(1 + k, 1.0F);
    kernels::RankingRow row(m_loss);
    double loss = 0;
    for (std::int64_t first = 0; first < gradient.size(); first += std::ssize(counts))
        loss += row.computeLossAndGradients(gradient.data + first, counts.data(), std::ssize(counts), /*target=*/0,
                                            batch.weight);
    return batch.weight * loss;
}

}  // namespace recscope
