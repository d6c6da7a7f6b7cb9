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
    m_found = arena.matrix(N, width);
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t f = 0; f < m_config.verticalFilters; ++f) {
            float* const into = m_found.row(n) + f * d;
            std::fill_n(into, d, m_verticalBias.value[f]);
            for (std::int64_t l = 0; l < L; ++l)
                kernels::addScaled(into, m_image.row(n) + l * d, d, m_vertical.value[f * L + l]);
        }
    }
    for (std::int64_t size = 1; size <= L; ++size)
        lookForPatterns(m_heights[static_cast<std::size_t>(size - 1)], size, m_found,
                        verticals + (size - 1) * m_config.horizontalFilters);
    kernels::DropoutKeys keys(dropoutSeed);
    m_dropout = dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.dropout);
    if (m_dropout.p > 0) kernels::dropAndAdd(m_found, nullptr, m_found.data, m_dropout, {});

    const Matrix dense = arena.matrix(N, d), states = arena.matrix(N, 2 * d);
    m_slopes = arena.floats(N * d);
    kernels::product({m_found.data, width}, {m_dense.value, width, /*transposed=*/true}, dense.data, d, N, d, width);
    kernels::activate(kernels::Activation::Relu, dense, m_denseBias.value, m_slopes, /*keepsSlopes=*/true);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(dense.row(n), d, states.row(n));
        std::copy_n(m_users.value + inputs.users[static_cast<std::size_t>(n)] * d, d, states.row(n) + d);
    }
    return states;
}

/// Slides each horizontal filter of one height down the image (the vectors of the window) and keeps its largest
/// response; among equal ones, the first.
void CaserNet::lookForPatterns(Height& height, std::int64_t size, const Matrix& found, std::int64_t column) {
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
    for (std::int64_t n = 0; n < N; ++n) std::copy_n(height.best.row(n), F, found.row(n) + column);
}

void CaserNet::backward(const Matrix& stateGradient) {
    const std::int64_t d = m_config.dim, L = m_config.window, N = stateGradient.rows;
    const std::int64_t verticals = m_config.verticalFilters * d, width = m_found.columns;
    const Matrix toDense = m_arena->matrix(N, d);
    for (std::int64_t n = 0; n < N; ++n) {
        std::copy_n(stateGradient.row(n), d, toDense.row(n));
        kernels::addScaled(m_users.gradient + m_inputs->users[static_cast<std::size_t>(n)] * d,
                           stateGradient.row(n) + d, d, 1);
    }
    kernels::multiply(toDense.data, m_slopes, toDense.size());
    kernels::addRowSum(toDense, m_denseBias.gradient);
    kernels::product({toDense.data, d, /*transposed=*/true}, {m_found.data, width}, m_dense.gradient, width, d, width,
                     N, /*alpha=*/1, /*beta=*/1);
    const Matrix toFound = m_arena->matrix(N, width), toImage = m_arena->zeros(N, L * d);
    kernels::product({toDense.data, d}, {m_dense.value, width}, toFound.data, width, N, width, d);
    if (m_dropout.p > 0) kernels::dropAndAdd(toFound, nullptr, toFound.data, m_dropout, {});
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t f = 0; f < m_config.verticalFilters; ++f) {
            const float* const gradient = toFound.row(n) + f * d;
            for (std::int64_t c = 0; c < d; ++c) m_verticalBias.gradient[f] += gradient[c];
            for (std::int64_t l = 0; l < L; ++l) {
                m_vertical.gradient[f * L + l] += static_cast<float>(kernels::dot(gradient, m_image.row(n) + l * d, d));
                kernels::addScaled(toImage.row(n) + l * d, gradient, d, m_vertical.value[f * L + l]);
            }
        }
    }
    for (std::int64_t size = 1; size <= L; ++size)
        patternsBackward(m_heights[static_cast<std::size_t>(size - 1)], size, toFound,
                         verticals + (size - 1) * m_config.horizontalFilters, toImage);
    for (std::int64_t i = 0; i < N * L; ++i) {
        const Token item = m_inputs->windows[static_cast<std::size_t>(i)];
        if (item != kPadToken) kernels::addScaled(m_items.gradient + item * d, toImage.data + i * d, d, 1);
    }
}

void CaserNet::patternsBackward(const Height& height, std::int64_t size, const Matrix& toFound, std::int64_t column,
                                const Matrix& toImage) {
    const std::int64_t d = m_config.dim, L = m_config.window, F = m_config.horizontalFilters, N = m_image.rows;
    const Matrix toResponses = m_arena->matrix(N, F);
    for (std::int64_t row = 0; row + size <= L; ++row) {
        for (std::int64_t n = 0; n < N; ++n) {
            for (std::int64_t f = 0; f < F; ++f) {
                const auto i = n * F + f;
                const bool isLargest = height.rows[static_cast<std::size_t>(i)] == row && height.best.data[i] > 0;
                toResponses.data[i] = isLargest ? toFound.row(n)[column + f] : 0.0F;
            }
        }
        kernels::addRowSum(toResponses, height.bias.gradient);
        kernels::product({toResponses.data, F, /*transposed=*/true}, {m_image.data + row * d, L * d},
                         height.weight.gradient, size * d, F, size * d, N, /*alpha=*/1, /*beta=*/1);
        kernels::product({toResponses.data, F}, {height.weight.value, size * d}, toImage.data + row * d, L * d, N,
                         size * d, F, /*alpha=*/1, /*beta=*/1);
    }
}

/// Returns the loss of one item for one state, times `share`, and adds its gradients to `toState` (gradient of the
/// state) and to the output parameters. `positive` is true for a target and false for a negative.
double CaserNet::score(const float* state, float* toState, Token item, bool positive, double share) {
    const std::int64_t width = 2 * m_config.dim;
    const float* const vector = m_output.value + item * width;
    const double score = kernels::dot(state, vector, width) + static_cast<double>(m_outputBias.value[item]);
    const double x = positive ? -score : score;  // binary cross-entropy is log(1 + e^x)
    const double e = std::exp(-std::abs(x)), slope = (x < 0 ? e : 1) / (1 + e);
    const auto gradient = static_cast<float>(share * (positive ? -slope : slope));
    kernels::addScaled(toState, vector, width, gradient);
    kernels::addScaled(m_output.gradient + item * width, state, width, gradient);
    m_outputBias.gradient[item] += gradient;
    return share * (std::max(x, 0.0) + std::log1p(e));
}

double CaserNet::learn(std::span<const CaserSample> samples, std::int64_t batchSamples, std::uint64_t dropoutSeed,
                       kernels::Arena& arena) {
    CaserInputs inputs;
    for (const CaserSample& sample : samples) inputs.add(sample.window, sample.user + 1);
    const Matrix states = forward(inputs, dropoutSeed, arena);
    const Matrix toStates = arena.zeros(states.rows, states.columns);
    const auto batch = static_cast<double>(batchSamples);
    double loss = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto n = static_cast<std::int64_t>(i);
        // Adds the loss of a window's targets or negatives; a full window has `perWindow` of them.
        const auto learnItems = [&](std::span<const Token> items, bool positive, std::int64_t perWindow) {
            const double share = 1 / (batch * static_cast<double>(perWindow));
            for (const Token item : items) loss += score(states.row(n), toStates.row(n), item, positive, share);
        };
        learnItems(samples[i].targets, /*positive=*/true, m_config.targets);
        learnItems(samples[i].negatives, /*positive=*/false, m_config.negatives);
    }
    backward(toStates);
    return loss;
}

}  // namespace recscope
