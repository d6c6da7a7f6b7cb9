// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/activations.h"
#include "core/kernels/dropout_keys.h"
#include "core/kernels/product.h"

namespace recscope {

using kernels::Matrix;

void CaserInputs::add(std::span<const Token> window, std::int32_t userRow) {
    windows.insert(windows.end(), window.begin(), window.end());
    users.push_back(userRow);
}

CaserNet::CaserNet(const CaserConfig& config, const ParameterLookup& parameters)
    : m_config(config),
      m_items(parameters("item_embedding.weight")),
      m_users(parameters("user_embedding.weight")),
      m_vertical(parameters("convolution.vertical.weight")),
      m_verticalBias(parameters("convolution.vertical.bias")),
      m_dense(parameters("dense.weight")),
      m_denseBias(parameters("dense.bias")),
      m_output(parameters("output_embedding.weight")),
      m_outputBias(parameters("output.bias")) {
    for (std::int64_t size = 1; size <= config.window; ++size)
        m_heights.push_back({.weight = parameters(fmt::format("convolution.horizontal.{}.weight", size)),
                             .bias = parameters(fmt::format("convolution.horizontal.{}.bias", size)),
                             .best = {},
                             .rows = {}});
}

Matrix CaserNet::forward(const CaserInputs& inputs, std::uint64_t dropoutSeed, kernels::Arena& arena) {
    const std::int64_t d = m_config.dim, L = m_config.window, N = inputs.count();
    const std::int64_t verticals = m_config.verticalFilters * d, width = verticals + L * m_config.horizontalFilters;
    m_inputs = &inputs;
    m_arena = &arena;
    m_image = arena.matrix(N, L * d);
    for (std::int64_t i = 0; i < N * L; ++i)
        std::copy_n(m_items.value + inputs.windows[static_cast<std::size_t>(i)] * d, d, m_image.data + i * d);
    m_features = arena.matrix(N, width);
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t f = 0; f < m_config.verticalFilters; ++f) {
            float* const into = m_features.row(n) + f * d;
            std::fill_n(into, d, m_verticalBias.value[f]);
            for (std::int64_t l = 0; l < L; ++l)
                kernels::addScaled(into, m_image.row(n) + l * d, d, m_vertical.value[f * L + l]);
        }
    }
    for (std::int64_t size = 1; size <= L; ++size)
        applyHorizontalFilters(m_heights[static_cast<std::size_t>(size - 1)], size, m_features,
                               verticals + (size - 1) * m_config.horizontalFilters);
    kernels::DropoutKeys keys(dropoutSeed);
    m_dropout = dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.dropout);
    if (m_dropout.p > 0) kernels::dropAndAdd(m_features, nullptr, m_features.data, m_dropout, {});

    const Matrix dense = arena.matrix(N, d), states = arena.matrix(N, 2 * d);
    m_slopes = arena.floats(N * d);
    kernels::product({m_features.data, width}, {m_dense.value, width, /*transposed=*/true}, dense.data, d, N, d, width);
    kernels::activate(kernels::Activation::Relu, dense, m_denseBias.value, m_slopes, /*savesSlopes=*/true);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(dense.row(n), d, states.row(n));
        std::copy_n(m_users.value + inputs.users[static_cast<std::size_t>(n)] * d, d, states.row(n) + d);
    }
    return states;
}

/// Slides each horizontal filter of one height down the image (the vectors of the window) and keeps its largest
/// response; of several equal responses, the first.
void CaserNet::applyHorizontalFilters(Height& height, std::int64_t size, const Matrix& features, std::int64_t column) {
    const std::int64_t d = m_config.dim, L = m_config.window, F = m_config.horizontalFilters, N = m_image.rows;
    height.best = m_arena->matrix(N, F);
    height.rows.assign(static_cast<std::size_t>(N * F), 0);
    const Matrix responses = m_arena->matrix(N, F);
    for (std::int64_t row = 0; row + size <= L; ++row) {
        const Matrix& into = row == 0 ? height.best : responses;
        kernels::product({m_image.data + row * d, L * d}, {height.weight.value, size * d, /*transposed=*/true},
                         into.data, F, N, F, size * d);
        kernels::addToRows(into, height.bias.value);
        if (row == 0) continue;
        for (std::int64_t i = 0; i < N * F; ++i) {
            if (responses.data[i] <= height.best.data[i]) continue;
            height.best.data[i] = responses.data[i];
            height.rows[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(row);
        }
    }
    for (std::int64_t i = 0; i < N * F; ++i) height.best.data[i] = std::max(height.best.data[i], 0.0F);
    for (std::int64_t n = 0; n < N; ++n) std::copy_n(height.best.row(n), F, features.row(n) + column);
}

void CaserNet::backward(const Matrix& stateGradient) {
    const std::int64_t d = m_config.dim, L = m_config.window, N = stateGradient.rows;
    const std::int64_t verticals = m_config.verticalFilters * d, width = m_features.columns;
    const Matrix denseGradient = m_arena->matrix(N, d);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(stateGradient.row(n), d, denseGradient.row(n));
        kernels::addScaled(m_users.gradient + m_inputs->users[static_cast<std::size_t>(n)] * d,
                           stateGradient.row(n) + d, d, 1);
    }
    kernels::multiply(denseGradient.data, m_slopes, denseGradient.size());
    kernels::addRowSum(denseGradient, m_denseBias.gradient);
    kernels::product({denseGradient.data, d, /*transposed=*/true}, {m_features.data, width}, m_dense.gradient, width, d,
                     width, N, /*alpha=*/1, /*beta=*/1);
    const Matrix featureGradient = m_arena->matrix(N, width), imageGradient = m_arena->zeros(N, L * d);
    kernels::product({denseGradient.data, d}, {m_dense.value, width}, featureGradient.data, width, N, width, d);
    if (m_dropout.p > 0) kernels::dropAndAdd(featureGradient, nullptr, featureGradient.data, m_dropout, {});
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t f = 0; f < m_config.verticalFilters; ++f) {
            const float* const gradient = featureGradient.row(n) + f * d;
            for (std::int64_t c = 0; c < d; ++c) m_verticalBias.gradient[f] += gradient[c];
            for (std::int64_t l = 0; l < L; ++l) {
                m_vertical.gradient[f * L + l] += static_cast<float>(kernels::dot(gradient, m_image.row(n) + l * d, d));
                kernels::addScaled(imageGradient.row(n) + l * d, gradient, d, m_vertical.value[f * L + l]);
            }
        }
    }
    for (std::int64_t size = 1; size <= L; ++size)
        horizontalFiltersBackward(m_heights[static_cast<std::size_t>(size - 1)], size, featureGradient,
                                  verticals + (size - 1) * m_config.horizontalFilters, imageGradient);
    for (std::int64_t i = 0; i < N * L; ++i) {
        const Token item = m_inputs->windows[static_cast<std::size_t>(i)];
        if (item != kPadToken) kernels::addScaled(m_items.gradient + item * d, imageGradient.data + i * d, d, 1);
    }
}

void CaserNet::horizontalFiltersBackward(const Height& height, std::int64_t size, const Matrix& featureGradient,
                                         std::int64_t column, const Matrix& imageGradient) {
    const std::int64_t d = m_config.dim, L = m_config.window, F = m_config.horizontalFilters, N = m_image.rows;
    const Matrix responseGradient = m_arena->matrix(N, F);
    for (std::int64_t row = 0; row + size <= L; ++row) {
        for (std::int64_t n = 0; n < N; ++n) {
            for (std::int64_t f = 0; f < F; ++f) {
                const auto i = n * F + f;
                const bool isLargest = height.rows[static_cast<std::size_t>(i)] == row && height.best.data[i] > 0;
                responseGradient.data[i] = isLargest ? featureGradient.row(n)[column + f] : 0.0F;
            }
        }
        kernels::addRowSum(responseGradient, height.bias.gradient);
        kernels::product({responseGradient.data, F, /*transposed=*/true}, {m_image.data + row * d, L * d},
                         height.weight.gradient, size * d, F, size * d, N, /*alpha=*/1, /*beta=*/1);
        kernels::product({responseGradient.data, F}, {height.weight.value, size * d}, imageGradient.data + row * d,
                         L * d, N, size * d, F, /*alpha=*/1, /*beta=*/1);
    }
}

/// Returns the loss of one item for one state, times `weight`, and adds its gradients to `stateGradient` (gradient of
/// the state) and to the output parameters. `positive` is true for a target and false for a negative.
double CaserNet::score(const float* state, float* stateGradient, Token item, bool positive, double weight) {
    const std::int64_t width = 2 * m_config.dim;
    const float* const vector = m_output.value + item * width;
    const double score = kernels::dot(state, vector, width) + static_cast<double>(m_outputBias.value[item]);
    const double x = positive ? -score : score;  // binary cross-entropy is log(1 + e^x)
    const double e = std::exp(-std::abs(x)), slope = (x < 0 ? e : 1) / (1 + e);
    const auto gradient = static_cast<float>(weight * (positive ? -slope : slope));
    kernels::addScaled(stateGradient, vector, width, gradient);
    kernels::addScaled(m_output.gradient + item * width, state, width, gradient);
    m_outputBias.gradient[item] += gradient;
    return weight * (std::max(x, 0.0) + std::log1p(e));
}

double CaserNet::computeGradients(std::span<const CaserSample> samples, std::int64_t batchSamples,
                                  std::uint64_t dropoutSeed, kernels::Arena& arena) {
    CaserInputs inputs;
    for (const CaserSample& sample : samples) inputs.add(sample.window, sample.user + 1);
    const Matrix states = forward(inputs, dropoutSeed, arena);
    const Matrix stateGradients = arena.zeros(states.rows, states.columns);
    const auto batch = static_cast<double>(batchSamples);
    double loss = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto n = static_cast<std::int64_t>(i);
        // Adds the losses of a window's targets or negatives; `fullCount` is the configured number of them per window.
        const auto addLosses = [&](std::span<const Token> items, bool positive, std::int64_t fullCount) {
            const double weight = 1 / (batch * static_cast<double>(fullCount));
            for (const Token item : items) loss += score(states.row(n), stateGradients.row(n), item, positive, weight);
        };
        addLosses(samples[i].targets, /*positive=*/true, m_config.targets);
        addLosses(samples[i].negatives, /*positive=*/false, m_config.negatives);
    }
    backward(stateGradients);
    return loss;
}

}  // namespace recscope
