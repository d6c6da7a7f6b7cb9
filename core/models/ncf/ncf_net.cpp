// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/ncf/ncf_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/activations.h"
#include "core/kernels/gates.h"
#include "core/kernels/loops.h"
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
                                  kernels::Arena& arena) {
    const std::int64_t d = m_config.dim, e = m_config.mlpDim, last = m_widths.back();
    const auto N = static_cast<std::int64_t>(samples.size());
    const auto sampleAt = [&](std::int64_t n) { return samples[static_cast<std::size_t>(n)]; };
    const Matrix products = arena.matrix(N, d);
    std::vector<Matrix> values = {arena.matrix(N, 2 * e)};  // the input of each layer, and the output of the last
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t user = sampleAt(n).user + 1, item = sampleAt(n).item;
        kernels::productOf(m_users.value + user * d, m_items.value + item * d, products.row(n), d);
        std::copy_n(m_mlpUsers.value + user * e, e, values[0].row(n));
        std::copy_n(m_mlpItems.value + item * e, e, values[0].row(n) + e);
    }
    std::vector<float*> slopes;
    for (const Layer& layer : m_layers) {
        const Matrix& in = values.back();
        const Matrix out = arena.matrix(N, layer.weight.rows);
        slopes.push_back(arena.floats(out.size()));
        kernels::product({in.data, in.columns}, {layer.weight.value, in.columns, /*transposed=*/true}, out.data,
                         out.columns, N, out.columns, in.columns);
        kernels::activate(kernels::Activation::Relu, out, layer.bias.value, slopes.back(), /*savesSlopes=*/true);
        values.push_back(out);
    }

    double loss = 0;
    const Matrix gradientOfProducts = arena.matrix(N, d);
    Matrix gradient = arena.matrix(N, last);
    const bool isWhole = m_trainedPart == NcfTrainedPart::Whole;
    const float* const productWeights = isWhole ? m_output.value : m_productOutput.weight.value;
    const float* const mlpWeights = isWhole ? m_output.value + d : m_mlpOutput.weight.value;
    float* const productGradient = isWhole ? m_output.gradient : m_productOutput.weight.gradient;
    float* const mlpGradient = isWhole ? m_output.gradient + d : m_mlpOutput.weight.gradient;
    for (std::int64_t n = 0; n < N; ++n) {
        const double ofProduct = kernels::dot(productWeights, products.row(n), d),
                     ofMlp = kernels::dot(mlpWeights, values.back().row(n), last);
        // Adds the loss of a score and returns the gradient of that score.
        const auto addLoss = [&](double score, const Parameter& bias, double lossWeight) {
            score += static_cast<double>(bias.value[0]);
            const bool isPositiveItem = sampleAt(n).isPositiveItem;
            // Binary cross-entropy is log(1 + e^x).
            const double x = isPositiveItem ? -score : score, expMinusAbs = std::exp(-std::abs(x));
            loss += lossWeight * (std::max(x, 0.0) + std::log1p(expMinusAbs));
            const double slope = (x < 0 ? expMinusAbs : 1) / (1 + expMinusAbs) / static_cast<double>(batchSamples);
            const auto scoreGradient = static_cast<float>(isPositiveItem ? -slope : slope);
            bias.gradient[0] += scoreGradient;
            return scoreGradient;
        };
        const float productScoreGradient =
            isWhole ? addLoss(ofProduct + ofMlp, m_outputBias, 1) : addLoss(ofProduct, m_productOutput.bias, 0.5);
        const float mlpScoreGradient = isWhole ? productScoreGradient : addLoss(ofMlp, m_mlpOutput.bias, 0.5);
        kernels::addScaled(productGradient, products.row(n), d, productScoreGradient);
        kernels::addScaled(mlpGradient, values.back().row(n), last, mlpScoreGradient);
        kernels::scale(productWeights, gradientOfProducts.row(n), d, productScoreGradient);
        kernels::scale(mlpWeights, gradient.row(n), last, mlpScoreGradient);
    }

    for (std::size_t i = m_layers.size(); i-- > 0;) {
        const Matrix& in = values[i];
        const Parameter &weight = m_layers[i].weight, &bias = m_layers[i].bias;
        kernels::multiply(gradient.data, slopes[i], gradient.size());
        kernels::addRowSum(gradient, bias.gradient);
        kernels::product({gradient.data, gradient.columns, /*transposed=*/true}, {in.data, in.columns}, weight.gradient,
                         in.columns, gradient.columns, in.columns, N, /*alpha=*/1, /*beta=*/1);
        const Matrix below = arena.matrix(N, in.columns);
        kernels::product({gradient.data, gradient.columns}, {weight.value, in.columns}, below.data, in.columns, N,
                         in.columns, gradient.columns);
        gradient = below;
    }
    for (std::int64_t n = 0; n < N; ++n) {
        const std::int64_t user = sampleAt(n).user + 1, item = sampleAt(n).item;
        kernels::addProductOf(gradientOfProducts.row(n), m_items.value + item * d, m_users.gradient + user * d, d);
        kernels::addProductOf(gradientOfProducts.row(n), m_users.value + user * d, m_items.gradient + item * d, d);
        kernels::addScaled(m_mlpUsers.gradient + user * e, gradient.row(n), e, 1);
        kernels::addScaled(m_mlpItems.gradient + item * e, gradient.row(n) + e, e, 1);
    }
    return loss / static_cast<double>(batchSamples);
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
