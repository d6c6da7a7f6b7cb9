// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/autoencoder/rbm_net.h"

#include <algorithm>

#include "core/kernels/product.h"

namespace recscope {

using kernels::Matrix;

namespace {

/// x[r] = sigmoid(x[r] + bias) for each row r.
void addBiasAndSquash(const Matrix& x, const float* bias, kernels::Arena& arena) {
    kernels::activate(kernels::Activation::Sigmoid, x, bias, arena.floats(x.columns), /*savesSlopes=*/false);
}

}  // namespace

RbmNet::RbmNet(const ParameterLookup& parameters)
    : m_weights(parameters("encoder.weight")),
      m_hiddenBias(parameters("encoder.bias")),
      m_visibleBias(parameters("decoder.bias")) {}

Matrix RbmNet::addFreeEnergy(kernels::Tape& tape, const AutoencoderInputs& sets, float factor) const {
    kernels::Variable& sum = kernels::sumRows(tape, sets.items, sets.starts, m_weights, /*scale=*/1);
    const Matrix hidden = tape.arena().matrix(sum.value.rows, sum.value.columns);
    std::copy_n(sum.value.data, hidden.size(), hidden.data);
    addBiasAndSquash(hidden, m_hiddenBias.value, tape.arena());
    const Matrix& gradient = tape.gradientOf(sum);
    kernels::scale(hidden.data, gradient.data, hidden.size(), -factor);
    kernels::addRowSum(gradient, m_hiddenBias.gradient);
    for (const Token item : sets.items) m_visibleBias.gradient[item] -= factor;
    return hidden;
}

AutoencoderInputs RbmNet::reconstruct(const Matrix& hidden, const RbmBatch& batch, kernels::Arena& arena,
                                      double& error) const {
    constexpr std::int64_t kUsersAtOnce = 64;
    const std::int64_t N = hidden.rows, d = hidden.columns, V = m_weights.rows - 2;  // without PAD and MASK
    const kernels::Parameter weights = m_weights.slice(kFirstItemToken, V);
    std::vector<float> numbers(static_cast<std::size_t>(std::max(d, V)));
    const auto draw = [&](std::int64_t n, RbmLayer layer, std::int64_t count) {
        batch.draws(static_cast<std::size_t>(n), layer, std::span(numbers).first(static_cast<std::size_t>(count)));
    };
    for (std::int64_t n = 0; n < N; ++n) {
        draw(n, RbmLayer::Hidden, d);
        float* const units = hidden.row(n);
        std::transform(units, units + d, numbers.begin(), units,
                       [](float probability, float number) { return number < probability ? 1.0F : 0.0F; });
    }
    AutoencoderInputs sampled;
    float* const block = arena.floats(std::min(kUsersAtOnce, N) * V);
    for (std::int64_t first = 0; first < N; first += kUsersAtOnce) {
        const Matrix visible{block, std::min(kUsersAtOnce, N - first), V};  // p(v | h)
        kernels::product({hidden.row(first), d}, {weights.value, d, /*transposed=*/true}, block, V, visible.rows, V, d);
        addBiasAndSquash(visible, m_visibleBias.value + kFirstItemToken, arena);
        error += kernels::dot(block, block, visible.size());
        for (std::int64_t n = first; n < first + visible.rows; ++n) {
            const float* const probabilities = visible.row(n - first);
            const auto at = static_cast<std::size_t>(n);
            for (std::int32_t i = batch.data.starts[at]; i < batch.data.starts[at + 1]; ++i) {
                const Token item = batch.data.items[static_cast<std::size_t>(i)];
                error += 1 - 2 * static_cast<double>(probabilities[item - kFirstItemToken]);
            }
            draw(n, RbmLayer::Visible, V);
            for (std::int64_t i = 0; i < V; ++i)
                if (numbers[static_cast<std::size_t>(i)] < probabilities[i])
                    sampled.items.push_back(static_cast<Token>(i) + kFirstItemToken);
            sampled.starts.push_back(static_cast<std::int32_t>(sampled.items.size()));
        }
    }
    return sampled;
}

double RbmNet::computeGradients(const RbmBatch& batch, kernels::Arena& arena) const {
    const auto weight = static_cast<float>(batch.weight);
    AutoencoderInputs sampled;  // read by the tape's backward pass
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    const Matrix hidden = addFreeEnergy(tape, batch.data, weight);
    double error = 0;
    sampled = reconstruct(hidden, batch, arena, error);
    addFreeEnergy(tape, sampled, -weight);
    tape.backward();
    return batch.weight * error;
}

}  // namespace recscope
