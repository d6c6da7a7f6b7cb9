// SPDX-License-Identifier: GPL-3.0-or-later
// Compares an operation of the tape with LibTorch's autograd. Each variable also enters the loss directly, so that its
// gradient is a sum of two parts.
#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <vector>

#include "core/kernels/tape.h"

namespace recscope::kernels {

using Tensors = std::vector<torch::Tensor>;
constexpr double kTolerance = 1e-5;

/// The operation under test on the tape: gets one Variable and one Parameter for each input.
using Operation = std::function<Variable&(Tape&, std::vector<Variable*>, const std::vector<Parameter>&)>;
/// The same operation in LibTorch: gets the inputs as tensors that require gradients.
using Reference = std::function<torch::Tensor(const Tensors& variables, const Tensors& parameters)>;

inline Matrix matrixOf(torch::Tensor& tensor) {
    return {tensor.data_ptr<float>(), tensor.size(0), tensor.dim() > 1 ? tensor.size(1) : 1};
}

inline void expectNear(const Matrix& actual, const torch::Tensor& expected, const char* what,
                       double tolerance = kTolerance) {
    const torch::Tensor values = torch::from_blob(actual.data, {actual.rows, actual.columns});
    EXPECT_LE((values - expected.reshape(values.sizes())).abs().max().item<double>(), tolerance) << what;
}

/// Expects equal results and equal gradients of the loss sum(result * c) + sum(variable * c) over all variables, with
/// random coefficients c for each tensor.
inline void expectEqualsTorch(Tensors variables, Tensors parameters, const Operation& operation,
                              const Reference& reference) {
    torch::manual_seed(3);
    for (Tensors* const inputs : {&variables, &parameters})
        for (torch::Tensor& tensor : *inputs) tensor.set_requires_grad(true);
    const torch::Tensor expected = reference(variables, parameters);
    const torch::Tensor resultCoefficients = torch::randn(expected.sizes());
    torch::Tensor sum = (expected * resultCoefficients).sum();
    Tensors variableCoefficients;
    for (const torch::Tensor& variable : variables) {
        variableCoefficients.push_back(torch::randn(variable.sizes()));
        sum = sum + (variable * variableCoefficients.back()).sum();
    }
    sum.backward();

    // In the first pass, the variables have a gradient before the operation's backward pass, which must add to it; in
    // the second, their direct part is added afterwards.
    for (const bool hasGradientBefore : {true, false}) {
        Arena arena;
        Tape tape(arena, /*recordsGradients=*/true);
        Tensors plain, gradients;
        plain.reserve(variables.size());
        std::vector<Variable*> inputs;
        for (const torch::Tensor& variable : variables) {
            plain.push_back(variable.detach().clone());
            inputs.push_back(&tape.result(matrixOf(plain.back()), {}));
        }
        std::vector<Parameter> tensors;
        for (const torch::Tensor& parameter : parameters) {
            gradients.push_back(torch::zeros(parameter.sizes()));
            torch::Tensor values = parameter.detach();
            tensors.push_back({values.data_ptr<float>(), gradients.back().data_ptr<float>(), parameter.size(0),
                               parameter.dim() > 1 ? parameter.size(1) : 1});
        }
        Variable& result = operation(tape, inputs, tensors);
        expectNear(result.value, expected.detach(), "result");
        const auto addDirectPart = [&] {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                addScaled(tape.gradientOf(*inputs[i]).data, variableCoefficients[i].data_ptr<float>(),
                          variableCoefficients[i].numel(), 1);
        };
        if (hasGradientBefore) addDirectPart();
        std::copy_n(resultCoefficients.data_ptr<float>(), resultCoefficients.numel(), tape.gradientOf(result).data);
        tape.backward();
        if (!hasGradientBefore) addDirectPart();
        for (std::size_t i = 0; i < inputs.size(); ++i)
            expectNear(inputs[i]->gradient, variables[i].grad(), "gradient of a variable");
        for (std::size_t i = 0; i < tensors.size(); ++i)
            expectNear(matrixOf(gradients[i]), parameters[i].grad(), "gradient of a parameter");
    }
}

}  // namespace recscope::kernels
