// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/caser/caser_net.h"

#include <fmt/format.h>

#include "core/kernels/dropout_keys.h"

namespace recscope {

using kernels::Variable;

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
    for (std::int64_t height = 1; height <= config.window; ++height) {
        kernels::Parameter weight = parameters(fmt::format("convolution.horizontal.{}.weight", height));
        weight.columns = height * config.dim;  // the tensor has the shape (n_h, height, d)
        m_horizontal.push_back(
            {.weight = weight, .bias = parameters(fmt::format("convolution.horizontal.{}.bias", height))});
    }
}

Variable& CaserNet::states(kernels::Tape& tape, const CaserInputs& inputs, std::uint64_t dropoutSeed) const {
    const std::int64_t d = m_config.dim, L = m_config.window, N = std::ssize(inputs.users);
    kernels::DropoutKeys keys(dropoutSeed);
    const kernels::Dropout dropout = dropoutSeed == 0 ? kernels::Dropout() : keys.next(m_config.dropout);

    Variable& image = kernels::reshape(tape, kernels::lookUp(tape, inputs.windows, m_items, /*untrained=*/kPadToken), N,
                                       /*columns=*/L * d);
    std::vector<Variable*> responses = {&kernels::filterColumns(tape, image, m_vertical, m_verticalBias)};
    for (const Filters& filters : m_horizontal)
        responses.push_back(&kernels::convolveAndPool(tape, image, d, filters.weight, filters.bias));
    Variable& features = tape.dropoutAndAdd(kernels::concatenate(tape, responses), nullptr, dropout, {});
    Variable& dense = tape.linear(features, m_dense, m_denseBias, kernels::Activation::Relu);
    return kernels::concatenate(tape, {&dense, &kernels::lookUp(tape, inputs.users, m_users)});
}

double CaserNet::computeGradients(std::span<const CaserSample> samples, std::int64_t batchSamples,
                                  std::uint64_t dropoutSeed, kernels::Arena& arena) const {
    CaserInputs inputs;
    std::vector<kernels::ScoredItem> pairs;
    std::vector<kernels::BinaryTarget> targets;
    for (const CaserSample& sample : samples) {
        const auto row = static_cast<std::int32_t>(inputs.users.size());
        inputs.add(sample.window, sample.user + 1);
        // Adds a window's targets or negatives; `fullCount` is the configured number of them per window.
        const auto add = [&](std::span<const Token> items, bool arePositive, std::int64_t fullCount) {
            const double weight = 1 / (static_cast<double>(batchSamples) * static_cast<double>(fullCount));
            for (const Token item : items) {
                pairs.push_back({.row = row, .item = item});
                targets.push_back({.isPositive = arePositive, .weight = weight});
            }
        };
        add(sample.targets, /*arePositive=*/true, m_config.targets);
        add(sample.negatives, /*arePositive=*/false, m_config.negatives);
    }
    kernels::Tape tape(arena, /*recordsGradients=*/true);
    Variable& scores = kernels::scoreItems(tape, states(tape, inputs, dropoutSeed), pairs, m_output, m_outputBias);
    const double loss = kernels::binaryCrossEntropy(tape, scores, targets);
    tape.backward();
    return loss;
}

}  // namespace recscope
