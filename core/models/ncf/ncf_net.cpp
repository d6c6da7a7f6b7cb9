// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_net.h"

#include <fmt/format.h>

#include "core/kernels/activations.h"
#include "core/kernels/gates.h"
#include "core/kernels/loops.h"
#include "core/kernels/operations.h"
#include "core/kernels/product.h"
#include "core/models/ncf/ncf_loops.h"

namespace recscope {

using kernels::Matrix;
using kernels::Parameter;

NeuMfNet::NeuMfNet(const NcfConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_widths(widthsOf(config)),
      m_users(parameters("gmf.user_embedding.weight")),
      m_items(parameters("gmf.item_embedding.weight")),
      m_mlpUsers(parameters("mlp.user_embedding.weight")),
      m_mlpItems(parameters("mlp.item_embedding.weight")),
      m_output(parameters("output.weight")),
      m_outputBias(parameters("output.bias")),
      m_productOutput{parameters("gmf.output.weight"), parameters("gmf.output.bias")},
      m_mlpOutput{parameters("mlp.output.weight"), parameters("mlp.output.bias")} {
    for (std::int64_t i = 0; i < config.layers; ++i)
        m_layers.push_back({.weight = parameters(fmt::format("mlp.layers.{}.weight", i)),
                            .bias = parameters(fmt::format("mlp.layers.{}.bias", i))});
}

double NeuMfNet::computeGradients(std::span<const NcfSample> samples, std::int64_t batchSamples,
                                  kernels::Arena& arena) const {
    const bool isWhole = m_trainedPart == NcfTrainedPart::Whole;
    const double weight = 1 / static_cast<double>(batchSamples);
    std::vector<Token> users, items;
    std::vector<kernels::BinaryTarget> targets;
    for (const NcfSample& sample : samples) {
        users.push_back(sample.user + 1);  // row 0 is the unknown user
        items.push_back(sample.item);
        targets.push_back({.isPositive = sample.isPositiveItem, .weight = weight});
    }
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    const auto vectors = [&](const std::vector<Token>& rows, const Parameter& table) -> kernels::Variable& {
        return kernels::lookUp(tape, rows, table);
    };
    kernels::Variable& product = tape.multiply(vectors(users, m_users), vectors(items, m_items));
    kernels::Variable* hidden = &kernels::concatenate(tape, {&vectors(users, m_mlpUsers), &vectors(items, m_mlpItems)});
    for (const Layer& layer : m_layers)
        hidden = &tape.linear(*hidden, layer.weight, layer.bias, kernels::Activation::Relu);
    const auto lossOf = [&](kernels::Variable& values, const Parameter& outputWeight, const Parameter& outputBias) {
        return kernels::binaryCrossEntropy(tape, tape.linear(values, outputWeight, outputBias), targets);
    };
    const double loss = isWhole ? lossOf(kernels::concatenate(tape, {&product, hidden}), m_output, m_outputBias)
                                : (lossOf(product, m_productOutput.weight, m_productOutput.bias) +
                                   lossOf(*hidden, m_mlpOutput.weight, m_mlpOutput.bias)) /
                                      2;
    tape.backward();
    return loss;
}

/// For a user vector p and an item vector q, W [p ; q] + b = W_p p + (W_q q + b). The part in parentheses is the same
/// for all users.
Matrix NeuMfNet::itemPart(kernels::Arena& arena) const {
    const std::int64_t e = m_config.mlpDim, width = m_widths[1];
    const Matrix part = arena.matrix(m_mlpItems.rows, width);
    const Layer& first = m_layers.front();
    kernels::product({m_mlpItems.value, e}, {first.weight.value + e, 2 * e, /*transposed=*/true}, part.data, width,
                     part.rows, width, e);
    kernels::addToRows(part, first.bias.value);
    return part;
}

void NeuMfNet::scoreAll(std::int64_t userRow, const Matrix& itemPart, float* scores, kernels::Arena& arena) const {
    const std::int64_t d = m_config.dim, e = m_config.mlpDim, rows = itemPart.rows;
    const Matrix userPart = arena.matrix(1, itemPart.columns);
    kernels::product({m_mlpUsers.value + userRow * e, e}, {m_layers.front().weight.value, 2 * e, /*transposed=*/true},
                     userPart.data, userPart.columns, 1, userPart.columns, e);
    Matrix values = arena.matrix(rows, itemPart.columns);
    for (std::int64_t item = 0; item < rows; ++item)
        ncf::addAndRelu(itemPart.row(item), userPart.data, values.row(item), values.columns);
    for (std::size_t i = 1; i < m_layers.size(); ++i) {
        const Parameter& weight = m_layers[i].weight;
        const Matrix out = arena.matrix(rows, weight.rows);
        kernels::product({values.data, values.columns}, {weight.value, values.columns, /*transposed=*/true}, out.data,
                         out.columns, rows, out.columns, values.columns);
        kernels::activate(kernels::Activation::Relu, out, m_layers[i].bias.value, arena.floats(out.columns),
                          /*savesSlopes=*/false);
        values = out;
    }
    // With element-wise products, w . (p q) = (w p) . q, so w p is computed only once for all items.
    std::vector<float> weighted(static_cast<std::size_t>(d));
    kernels::productOf(m_output.value, m_users.value + userRow * d, weighted.data(), d);
    for (std::int64_t item = 0; item < rows; ++item)
        scores[item] = ncf::dot(weighted.data(), m_items.value + item * d, d) +
                       ncf::dot(m_output.value + d, values.row(item), values.columns) + m_outputBias.value[0];
}

}  // namespace recscope
