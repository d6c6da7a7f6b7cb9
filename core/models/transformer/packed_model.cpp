// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/packed_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/models/transformer/transformer_config.h"

namespace recscope::kernels {

namespace {

Activation activationOf(ActivationKind kind) {
    switch (kind) {
        case ActivationKind::Relu:
            return Activation::Relu;
        case ActivationKind::Gelu:
            return Activation::Gelu;
        case ActivationKind::GeluTanh:
            return Activation::GeluTanh;
        case ActivationKind::None:
            return Activation::None;
        case ActivationKind::SwiGlu:
            return Activation::Silu;
    }
    throw std::logic_error("the packed model does not support this activation");
}

/// Returns the position of each row in `selected` within its history.
std::vector<std::int32_t> positionsOf(std::span<const std::int32_t> selected,
                                      std::span<const std::int32_t> selectedStarts,
                                      std::span<const std::int32_t> starts) {
    std::vector<std::int32_t> positions;
    for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
        for (std::int32_t i = selectedStarts[b]; i < selectedStarts[b + 1]; ++i)
            positions.push_back(selected[static_cast<std::size_t>(i)] - starts[b]);
    }
    return positions;
}

}  // namespace

void PackedRows::add(std::span<const Token> history, std::span<const std::int32_t> positions) {
    for (const std::int32_t position : positions) requested.push_back(starts.back() + position);
    tokens.insert(tokens.end(), history.begin(), history.end());
    starts.push_back(static_cast<std::int32_t>(tokens.size()));
    requestedStarts.push_back(static_cast<std::int32_t>(requested.size()));
}

/// One forward pass over some rows.
struct PackedModel::Pass {
    Tape& tape;
    const PackedRows& rows;
    DropoutKeys* dropout;

    /// The next application of dropout, with probability p.
    Dropout next(double p) const { return dropout == nullptr ? Dropout{} : dropout->next(p); }
};

bool PackedModel::supports(const TransformerConfig& config) {
    return config.layerNorm != LayerNormKind::Sample;
}

PackedModel::PackedModel(const TransformerConfig& config, const TransformerTraits& traits, Parameters parameters)
    : m_config(config), m_traits(traits), m_parameters(std::move(parameters)) {}

Parameter PackedModel::parameter(const std::string& name) const {
    const auto found = m_parameters.find(name);
    return found == m_parameters.end() ? Parameter{} : found->second;
}

Parameter PackedModel::itemVectors() const {
    const Parameter weight = parameter("output.weight");
    return weight ? weight : items();
}

Variable& PackedModel::linear(Pass& pass, const std::string& name, Variable& x, Activation kind) const {
    return pass.tape.linear(x, parameter(name + ".weight"), parameter(name + ".bias"), kind);
}

Variable& PackedModel::norm(Pass& pass, const std::string& name, Variable& x) const {
    return norm(pass, name, x, m_config.normEpsilon);
}

Variable& PackedModel::norm(Pass& pass, const std::string& name, Variable& x, double epsilon) const {
    return pass.tape.norm(x, parameter(name + ".weight"), parameter(name + ".bias"), epsilon);
}

Variable& PackedModel::outputStates(Tape& tape, const PackedRows& rows, DropoutKeys* dropout) {
    Pass pass{.tape = tape, .rows = rows, .dropout = dropout};
    std::vector<std::int32_t> allRows(rows.tokens.size());
    std::iota(allRows.begin(), allRows.end(), 0);
    m_all = {.starts = rows.starts,
             .queryStarts = rows.starts,
             .queryPositions = positionsOf(allRows, rows.starts, rows.starts),
             .isCausal = m_config.attentionMask == AttentionMask::Causal,
             .heads = m_config.heads};
    if (std::find(rows.tokens.begin(), rows.tokens.end(), kPadToken) != rows.tokens.end()) {
        for (const Token token : rows.tokens) m_all.hidden.push_back(token == kPadToken ? 1 : 0);
    }
    m_requested = m_all;
    m_requested.queryStarts = rows.requestedStarts;
    m_requested.queryPositions = positionsOf(rows.requested, rows.requestedStarts, rows.starts);

    Variable* x = &embed(pass);
    for (std::int64_t i = 0; i < m_config.layers; ++i) x = &layer(pass, i, *x);
    Variable& states = norm(pass, "final_norm", *x, finalNormEpsilon(m_config));
    if (!parameter("output.projection.weight")) return states;
    return norm(pass, "output.norm", linear(pass, "output.projection", states, Activation::Gelu));
}

Variable& PackedModel::embed(Pass& pass) {
    m_positions = m_all.queryPositions;
    if (m_config.positions == PositionKind::Newest) {
        for (std::int64_t b = 0; b < m_all.sequences(); ++b) {
            const auto skipped = static_cast<std::int32_t>(m_config.maxLength - m_all.length(b));
            if (skipped < 0)
                throw std::invalid_argument("a history has more positions than the model's maximum length");
            for (std::int32_t i = m_all.starts[static_cast<std::size_t>(b)];
                 i < m_all.starts[static_cast<std::size_t>(b) + 1]; ++i)
                m_positions[static_cast<std::size_t>(i)] += skipped;
        }
    }
    const double scale = m_config.scaleEmbedding ? std::sqrt(static_cast<double>(m_config.dim)) : 1;
    Variable& vectors = pass.tape.embed(pass.rows.tokens, items(), static_cast<float>(scale), m_positions,
                                        parameter("position_embedding.weight"));
    return pass.tape.dropoutAndAdd(norm(pass, "embedding_norm", vectors), nullptr, pass.next(m_config.hiddenDropout),
                                   {});
}

Variable& PackedModel::attention(Pass& pass, const std::string& name, Variable& queries, Variable& memory,
                                 const AttentionLayout& layout) {
    Variable& query = linear(pass, name + ".query", queries);
    if (!pass.tape.recordsGradients() && canAttendWithoutKeys(layout, m_config.dim)) {
        const MemoryWeights weights{.key = parameter(name + ".key.weight").value,
                                    .value = parameter(name + ".value.weight").value,
                                    .valueBias = parameter(name + ".value.bias").value};
        return linear(pass, name + ".output", pass.tape.attentionWithoutKeys(layout, query, memory, weights));
    }
    Variable& key = linear(pass, name + ".key", memory);
    Variable& value = linear(pass, name + ".value", memory);
    Variable& mixed = pass.tape.attention(layout, query, key, value, pass.next(m_config.attentionDropout));
    return linear(pass, name + ".output", mixed);
}

Variable& PackedModel::feedForward(Pass& pass, const std::string& name, Variable& x,
                                   std::span<const std::int32_t> rowNumber) {
    Variable* inner = &linear(pass, name + ".inner", x, activationOf(m_config.activation));
    if (m_config.activation == ActivationKind::SwiGlu)
        inner = &pass.tape.multiply(*inner, linear(pass, name + ".factor", x));
    const double innerDropout = m_traits.dropsInside ? m_config.hiddenDropout : 0;
    return linear(pass, name + ".outer", pass.tape.dropoutAndAdd(*inner, nullptr, pass.next(innerDropout), rowNumber));
}

/// Applies dropout to `given`, multiplies the result by the gate if the model has gates, and adds the residual.
Variable& PackedModel::addResidual(Pass& pass, const std::string& gate, Variable& given, Variable& residual,
                                   std::span<const std::int32_t> rowNumber) const {
    const Dropout dropout = pass.next(m_config.hiddenDropout);
    Variable* const addend = m_config.residual ? &residual : nullptr;
    if (!m_config.gatedResidual) return pass.tape.dropoutAndAdd(given, addend, dropout, rowNumber);
    Variable& dropped = pass.tape.dropoutAndAdd(given, nullptr, dropout, rowNumber);
    Variable& gated = pass.tape.multiply(dropped, linear(pass, gate, residual, Activation::Sigmoid));
    return pass.tape.dropoutAndAdd(gated, addend, {}, {});
}

/// Computes the same result as LayerImpl::forward in transformer.cpp. The last layer returns the requested rows
/// only.
Variable& PackedModel::layer(Pass& pass, std::int64_t index, Variable& x) {
    const std::string name = "layers." + std::to_string(index);
    const bool isPostNorm = m_config.norm == NormOrder::Post, isPreNorm = m_config.norm == NormOrder::Pre;
    // Whether this layer computes all rows or only the requested ones.
    const bool computesAllRows = index + 1 < m_config.layers || pass.rows.requested.size() == pass.rows.tokens.size();
    const AttentionLayout& layout = computesAllRows ? m_all : m_requested;
    const std::span<const std::int32_t> rowNumber =
        computesAllRows ? std::span<const std::int32_t>() : pass.rows.requested;
    const auto selected = [&](Variable& rows) -> Variable& {
        return computesAllRows ? rows : pass.tape.selectRows(rows, rowNumber);
    };
    const auto addResidualAndNorm = [&](Variable& given, Variable& residual, const std::string& part) -> Variable& {
        Variable& sum = addResidual(pass, part + "_gate", given, residual, rowNumber);
        return isPostNorm ? norm(pass, part + "_norm", sum) : sum;
    };

    const std::string attentionPart = name + ".attention", feedForwardPart = name + ".feed_forward";
    const std::string attentionNorm = attentionPart + "_norm", feedForwardNorm = feedForwardPart + "_norm";
    Variable& memory = isPreNorm ? norm(pass, attentionNorm, x) : x;
    Variable& selectedX = selected(x);
    Variable& queries = isPostNorm ? selectedX : (isPreNorm ? selected(memory) : norm(pass, attentionNorm, selectedX));
    Variable& attended = attention(pass, attentionPart, queries, memory, layout);
    Variable& a = addResidualAndNorm(attended, isPostNorm || isPreNorm ? selectedX : queries, attentionPart);
    if (!m_config.feedForward) return a;
    Variable& input = isPostNorm ? a : norm(pass, feedForwardNorm, a);
    Variable& given = feedForward(pass, feedForwardPart, input, rowNumber);
    return addResidualAndNorm(given, isPostNorm || isPreNorm ? a : input, feedForwardPart);
}

}  // namespace recscope::kernels
