// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hstu/hstu_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/sequence/token.h"

namespace recscope {

using kernels::Variable;

namespace {

constexpr double kNormEpsilon = 1e-6;

std::string layerName(std::int64_t layer, const char* part) {
    return fmt::format("layers.{}.{}", layer, part);
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::int64_t>>> hstuTensors(const HstuConfig& config,
                                                                           std::int32_t itemCount) {
    const std::int64_t d = config.dim;
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> tensors = {
        {"item_embedding.weight", {vocabularySize(itemCount), d}},
        {"position_embedding.weight", {config.maxLength, d}}};
    for (std::int64_t i = 0; i < config.layers; ++i) {
        for (const char* vector :
             {"input_norm.weight", "input_norm.bias", "attention_norm.weight", "attention_norm.bias", "output.bias"})
            tensors.push_back({layerName(i, vector), {d}});
        for (const char* matrix : {"gate.weight", "value.weight", "query.weight", "key.weight", "output.weight"})
            tensors.push_back({layerName(i, matrix), {d, d}});
        if (config.positionBias) tensors.push_back({layerName(i, "position_bias"), {config.maxLength}});
        if (config.timeBias) tensors.push_back({layerName(i, "time_bias"), {kTimeRanges}});
    }
    return tensors;
}

HstuNet::HstuNet(const HstuConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_positions(parameters("position_embedding.weight")) {
    for (std::int64_t i = 0; i < config.layers; ++i) {
        const auto of = [&](const char* part) { return parameters(layerName(i, part)); };
        m_layers.push_back({.inputNorm = of("input_norm.weight"),
                            .inputNormBias = of("input_norm.bias"),
                            .gate = of("gate.weight"),
                            .value = of("value.weight"),
                            .query = of("query.weight"),
                            .key = of("key.weight"),
                            .attentionNorm = of("attention_norm.weight"),
                            .attentionNormBias = of("attention_norm.bias"),
                            .output = of("output.weight"),
                            .outputBias = of("output.bias"),
                            .biases = {.position = of("position_bias"), .time = of("time_bias")}});
    }
}

Variable& HstuNet::zeroHiddenRows(kernels::Tape& tape, Variable& x, const HstuRows& rows) const {
    if (std::find(rows.tokens.begin(), rows.tokens.end(), kPadToken) == rows.tokens.end()) return x;
    if (tape.recordsGradients()) throw std::logic_error("hidden positions are supported in inference only");
    const kernels::Matrix out = tape.arena().zeros(x.value.rows, x.value.columns);
    for (std::int64_t r = 0; r < out.rows; ++r)
        if (rows.tokens[static_cast<std::size_t>(r)] != kPadToken) std::copy_n(x.value.row(r), out.columns, out.row(r));
    return tape.result(out, {});
}

Variable& HstuNet::withoutHeads(kernels::Tape& tape, Variable& x, std::int64_t layer) const {
    const std::int64_t D = m_config.dim / m_config.heads;
    for (const HeadId& head : m_disabledHeads) {
        if (head.layer != layer) continue;
        if (tape.recordsGradients()) throw std::logic_error("a model with disabled heads cannot be trained");
        for (std::int64_t r = 0; r < x.value.rows; ++r) std::fill_n(x.value.row(r) + head.head * D, D, 0.0F);
    }
    return x;
}

Variable& HstuNet::states(kernels::Tape& tape, const HstuRows& rows, std::uint64_t dropoutSeed,
                          std::vector<std::vector<float>>* maps) {
    kernels::DropoutKeys keys(dropoutSeed);
    const auto next = [&] { return dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.hiddenDropout); };
    m_positionOf.clear();
    for (std::int64_t b = 0; b < rows.count(); ++b)
        for (std::int64_t t = 0; t < rows.length(b); ++t)
            m_positionOf.push_back(static_cast<std::int32_t>(m_config.maxLength - rows.length(b) + t));
    m_attention = std::make_unique<PointwiseAttention>(rows, m_config.heads, m_config.maxLength);

    const auto scale = static_cast<float>(std::sqrt(static_cast<double>(m_config.dim)));
    Variable* x =
        &tape.dropoutAndAdd(tape.embed(rows.tokens, m_items, scale, m_positionOf, m_positions), nullptr, next(), {});
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Layer& layer = m_layers[i];
        const auto projected = [&](Variable& z, const kernels::Parameter& weight) -> Variable& {
            return tape.linear(z, weight, {}, kernels::Activation::Silu);
        };
        Variable& z = zeroHiddenRows(tape, tape.norm(*x, layer.inputNorm, layer.inputNormBias, kNormEpsilon), rows);
        Variable &gate = projected(z, layer.gate), &value = projected(z, layer.value),
                 &query = projected(z, layer.query), &key = projected(z, layer.key);
        Variable& attended =
            m_attention->attend(tape, query, key, value, layer.biases, maps ? &maps->emplace_back() : nullptr);
        Variable& normed = tape.norm(attended, layer.attentionNorm, layer.attentionNormBias, kNormEpsilon);
        Variable& gated = tape.multiply(gate, withoutHeads(tape, normed, static_cast<std::int64_t>(i)));
        Variable& output = tape.linear(tape.dropoutAndAdd(gated, nullptr, next(), {}), layer.output, layer.outputBias);
        x = &tape.dropoutAndAdd(output, x, {}, {});
    }
    return *x;
}

}  // namespace recscope
