// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the recurrent layers of core/kernels/recurrent.h with LibTorch's autograd, and tests the order of their
// rows.
#include "core/kernels/recurrent.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <vector>

#include "core/kernels/position_order.h"
#include "expect_equals_torch.h"

namespace recscope::kernels {
namespace {

constexpr std::int64_t D = 2, H = 3;
/// The first row of each step; three histories, of 3, 2 and 1 positions.
const std::vector<std::int32_t> kStarts = {0, 3, 5, 6};

/// Computes the states of one step, (rows, H), from its inputs x, (rows, D). `rows`: the number of histories that have
/// this step.
using Step = std::function<torch::Tensor(const torch::Tensor& x, std::int64_t rows)>;

torch::Tensor overSteps(const torch::Tensor& x, const Step& step) {
    Tensors rows;
    for (std::size_t t = 0; t + 1 < kStarts.size(); ++t)
        rows.push_back(step(x.slice(0, kStarts[t], kStarts[t + 1]), kStarts[t + 1] - kStarts[t]));
    return torch::cat(rows);
}

TEST(RecurrentLayers, SimpleLayerEqualsTorchWithAndWithoutBias) {
    for (const bool isTanh : {false, true}) {
        for (const bool hasBias : {false, true}) {
            Tensors tensors = {torch::randn({H, D}), torch::randn({H, H})};
            if (hasBias) tensors.push_back(torch::randn({H}));
            expectEqualsTorch(
                {torch::randn({6, D})}, tensors,
                [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
                    return simpleRecurrentStates(tape, *inputs[0],
                                                 {.input = parameters[0],
                                                  .bias = hasBias ? parameters[2] : Parameter(),
                                                  .hidden = parameters[1]},
                                                 isTanh ? Activation::Tanh : Activation::Sigmoid, kStarts);
                },
                [&](const Tensors& variables, const Tensors& parameters) {
                    torch::Tensor states = torch::zeros({3, H});
                    return overSteps(variables[0], [&](const torch::Tensor& x, std::int64_t rows) {
                        torch::Tensor sums =
                            x.matmul(parameters[0].t()) + states.slice(0, 0, rows).matmul(parameters[1].t());
                        if (hasBias) sums = sums + parameters[2];
                        states = isTanh ? torch::tanh(sums) : torch::sigmoid(sums);
                        return states;
                    });
                });
        }
    }
}

TEST(RecurrentLayers, LstmEqualsTorch) {
    expectEqualsTorch(
        {torch::randn({6, D})}, {torch::randn({4 * H, D}), torch::randn({4 * H, H}), torch::randn({4 * H})},
        [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
            return lstmStates(tape, *inputs[0],
                              {.input = parameters[0], .bias = parameters[2], .hidden = parameters[1]}, kStarts);
        },
        [&](const Tensors& variables, const Tensors& parameters) {
            torch::Tensor states = torch::zeros({3, H}), cells = torch::zeros({3, H});
            return overSteps(variables[0], [&](const torch::Tensor& x, std::int64_t rows) {
                std::tie(states, cells) =
                    torch::lstm_cell(x, {states.slice(0, 0, rows), cells.slice(0, 0, rows)}, parameters[0],
                                     parameters[1], parameters[2], torch::zeros({4 * H}));
                return states;
            });
        });
}

TEST(RecurrentLayers, NoHistoryGivesNoStates) {
    const std::vector<std::int32_t> starts = {0};
    std::vector<float> weights(H * H, 1.0F), gradients(H * H, 0.0F);
    const Parameter hidden{weights.data(), gradients.data(), H, H}, input = hidden;
    Arena arena;
    Tape tape(arena, /*recordsGradients=*/true);
    Variable& x = tape.result(arena.matrix(0, H), {});
    Variable& states =
        simpleRecurrentStates(tape, x, {.input = input, .bias = {}, .hidden = hidden}, Activation::Tanh, starts);
    EXPECT_EQ(states.value.rows, 0);
    tape.gradientOf(states);
    tape.backward();
    EXPECT_EQ(gradients, std::vector<float>(H * H, 0.0F));
}

TEST(PositionOrder, StepsAreSortedFromTheLongestHistoryToTheShortest) {
    const std::vector<std::int32_t> historyStarts = {0, 1, 1, 4, 6, 7};  // lengths 1, 0, 3, 2, 1
    const PositionOrder order(historyStarts);
    EXPECT_EQ(order.histories, (std::vector<std::int32_t>{2, 3, 0, 4, 2, 3, 2}));
    EXPECT_EQ(order.positions, (std::vector<std::int32_t>{1, 4, 0, 6, 2, 5, 3}));
    EXPECT_EQ(order.starts, (std::vector<std::int32_t>{0, 4, 6, 7}));
    for (std::size_t row = 0; row < order.positions.size(); ++row)
        EXPECT_EQ(order.rows[static_cast<std::size_t>(order.positions[row])], static_cast<std::int32_t>(row));
}

}  // namespace
}  // namespace recscope::kernels
