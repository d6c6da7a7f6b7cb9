// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the values and gradients of the operations of core/kernels/operations.h with LibTorch's autograd. The
// networks of NARM, STAMP, Caser and NeuMF, which use these operations, are compared with PyTorch as a whole in their
// own tests.
#include "core/kernels/operations.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <vector>

#include "expect_equals_torch.h"

namespace recscope::kernels {
namespace {

TEST(TapeOperations, LookUpEqualsTorch) {
    const std::vector<std::int32_t> rows = {2, 0, 2, 1};
    expectEqualsTorch(
        {}, {torch::randn({3, 4})},
        [&](Tape& tape, auto, const auto& parameters) -> Variable& { return lookUp(tape, rows, parameters[0]); },
        [](const Tensors&, const Tensors& parameters) {
            return parameters[0].index_select(0, torch::tensor({2, 0, 2, 1}));
        });
}

TEST(TapeOperations, LookUpGivesTheUntrainedRowNoGradient) {
    std::vector<float> values = {1, 2, 3, 4}, gradients(4, 0.0F);
    const std::vector<std::int32_t> rows = {0, 1, 0};
    Arena arena;
    Tape tape(arena, /*recordsGradients=*/true);
    Variable& result = lookUp(tape, rows, {values.data(), gradients.data(), 2, 2}, /*untrained=*/0);
    std::fill_n(tape.gradientOf(result).data, 6, 1.0F);
    tape.backward();
    EXPECT_EQ(gradients, (std::vector<float>{0, 0, 1, 1}));
}

TEST(TapeOperations, SelectRowsGivesZerosForMinusOne) {
    const std::vector<std::int32_t> rows = {1, -1, 1};
    expectEqualsTorch(
        {torch::randn({2, 3})}, {},
        [&](Tape& tape, auto inputs, const auto&) -> Variable& { return tape.selectRows(*inputs[0], rows); },
        [](const Tensors& variables, const Tensors&) {
            return torch::stack({variables[0][1], torch::zeros(3), variables[0][1]});
        });
}

TEST(TapeOperations, ConcatenateEqualsTorch) {
    expectEqualsTorch(
        {torch::randn({3, 2}), torch::randn({3, 1}), torch::randn({3, 4})}, {},
        [](Tape& tape, auto inputs, const auto&) -> Variable& { return concatenate(tape, inputs); },
        [](const Tensors& variables, const Tensors&) { return torch::cat(variables, 1); });
}

TEST(TapeOperations, ReshapeEqualsTorch) {
    expectEqualsTorch(
        {torch::randn({6, 2})}, {},
        [](Tape& tape, auto inputs, const auto&) -> Variable& { return reshape(tape, *inputs[0], 2, 6); },
        [](const Tensors& variables, const Tensors&) {
            return variables[0].reshape({2, 6});
        });
}

TEST(TapeOperations, ClipNormsEqualsTorchForShortAndLongRows) {
    torch::manual_seed(1);
    torch::Tensor x = torch::randn({4, 3});
    x[0] *= 0.01;  // shorter than 1: unchanged
    expectEqualsTorch(
        {x}, {}, [](Tape& tape, auto inputs, const auto&) -> Variable& { return clipNorms(tape, *inputs[0]); },
        [](const Tensors& variables, const Tensors&) {
            return variables[0] / variables[0].norm(2, 1, /*keepdim=*/true).clamp_min(1);
        });
}

TEST(TapeOperations, MeanOfHistoriesEqualsTorchAndIsZeroForAnEmptyHistory) {
    const std::vector<std::int32_t> starts = {0, 2, 2, 5};
    expectEqualsTorch(
        {torch::randn({5, 3})}, {},
        [&](Tape& tape, auto inputs, const auto&) -> Variable& { return meanOfHistories(tape, *inputs[0], starts); },
        [](const Tensors& variables, const Tensors&) {
            const torch::Tensor& x = variables[0];
            return torch::stack({x.slice(0, 0, 2).mean(0), torch::zeros(3), x.slice(0, 2, 5).mean(0)});
        });
}

TEST(TapeOperations, SumRowsEqualsTorchAndIsZeroForAnEmptyHistory) {
    const std::vector<std::int32_t> rows = {2, 0, 2}, starts = {0, 1, 1, 3};
    expectEqualsTorch(
        {}, {torch::randn({3, 4})},
        [&](Tape& tape, auto, const auto& parameters) -> Variable& {
            return sumRows(tape, rows, starts, parameters[0], 2);
        },
        [](const Tensors&, const Tensors& parameters) {
            const torch::Tensor& table = parameters[0];
            return 2 * torch::stack({table[2], torch::zeros(4), table[0] + table[2]});
        });
}

TEST(TapeOperations, ActivationEqualsTorch) {
    for (const bool isTanh : {false, true}) {
        expectEqualsTorch(
            {torch::randn({3, 5})}, {torch::randn({5})},
            [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
                return activation(tape, *inputs[0], parameters[0], isTanh ? Activation::Tanh : Activation::Sigmoid);
            },
            [&](const Tensors& variables, const Tensors& parameters) {
                const torch::Tensor sum = variables[0] + parameters[0];
                return isTanh ? torch::tanh(sum) : torch::sigmoid(sum);
            });
    }
}

TEST(TapeOperations, ReconstructionErrorEqualsTorchOverSeveralBlocksOfRows) {
    constexpr std::int64_t N = 70, C = 3, V = 4;  // two blocks of rows
    torch::manual_seed(2);
    torch::Tensor x = torch::randn({N, C}).set_requires_grad(true),
                  items = torch::randn({V, C}).set_requires_grad(true),
                  bias = torch::randn({V}).set_requires_grad(true);
    torch::Tensor rows = torch::zeros({N, V});
    std::vector<Token> targets;
    std::vector<std::int32_t> starts{0};
    for (std::int64_t n = 0; n < N; ++n) {
        for (std::int64_t v = 0; v < n % (V + 1); ++v) {
            targets.push_back(kFirstItemToken + static_cast<Token>(v));
            rows[n][v] = 1;
        }
        starts.push_back(static_cast<std::int32_t>(targets.size()));
    }
    const torch::Tensor loss = 0.25 * (x.matmul(items.t()) + bias - rows).square().sum();
    loss.backward();
    Arena arena;
    Tape tape(arena, /*recordsGradients=*/true);
    torch::Tensor values = x.detach(), itemValues = items.detach(), biasValues = bias.detach();
    torch::Tensor itemGradient = torch::zeros({V, C}), biasGradient = torch::zeros({V});
    Variable& variable = tape.result(matrixOf(values), {});
    const double actual = reconstructionError(
        tape, variable, {itemValues.data_ptr<float>(), itemGradient.data_ptr<float>(), V, C},
        {biasValues.data_ptr<float>(), biasGradient.data_ptr<float>(), V, 1}, targets, starts, 0.25);
    EXPECT_NEAR(actual, loss.item<double>(), 1e-3);
    expectNear(variable.gradient, x.grad(), "gradient of x");
    expectNear(matrixOf(itemGradient), items.grad(), "gradient of the items", 1e-4);
    expectNear(matrixOf(biasGradient), bias.grad(), "gradient of the bias", 1e-4);
}

TEST(TapeOperations, ReadMemoryEqualsTorchAndIsZeroForAnEmptyMemory) {
    const std::vector<std::int32_t> starts = {0, 2, 2, 5};
    const std::vector<ScoredItem> pairs = {{0, 3}, {2, 1}, {1, 1}, {2, 3}, {2, 0}};
    expectEqualsTorch(
        {torch::randn({5, 3})}, {torch::randn({4, 3})},
        [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
            return readMemory(tape, *inputs[0], starts, pairs, parameters[0], 0.5F);
        },
        [&](const Tensors& variables, const Tensors& parameters) {
            Tensors results;
            for (const auto& [row, item] : pairs) {
                const auto n = static_cast<std::size_t>(row);
                const torch::Tensor rows = variables[0].slice(0, starts[n], starts[n + 1]);
                const torch::Tensor target = parameters[0][item];
                const torch::Tensor read = torch::softmax(rows.matmul(target), 0).matmul(rows);
                results.push_back(0.5 * read.dot(target));
            }
            return torch::stack(results);
        });
}

TEST(TapeOperations, AttendAdditivelyEqualsTorchWithAndWithoutSoftmax) {
    const std::vector<std::int32_t> starts = {0, 3, 3, 5};
    for (const bool isSoftmax : {false, true}) {
        expectEqualsTorch(
            {torch::randn({5, 3}), torch::randn({3, 4})}, {torch::randn({4, 3}), torch::randn({4})},
            [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
                return attendAdditively(
                    tape, *inputs[0], *inputs[1],
                    {.state = parameters[0], .vector = parameters[1], .gate = Gate::Sigmoid, .softmax = isSoftmax},
                    starts);
            },
            [&](const Tensors& variables, const Tensors& parameters) {
                Tensors pooled;
                for (std::size_t n = 0; n + 1 < starts.size(); ++n) {
                    const torch::Tensor x = variables[0].slice(0, starts[n], starts[n + 1]);
                    const torch::Tensor gates =
                        torch::sigmoid(x.matmul(parameters[0].t()) + variables[1][static_cast<std::int64_t>(n)]);
                    torch::Tensor alpha = gates.matmul(parameters[1]);
                    if (isSoftmax) alpha = torch::softmax(alpha, 0);
                    pooled.push_back(alpha.matmul(x));
                }
                return torch::stack(pooled);
            });
    }
}

TEST(TapeOperations, GruStatesEqualTorch) {
    constexpr std::int64_t D = 2, H = 3;
    // The first row of each step; two histories, of 2 and 1 positions.
    const std::vector<std::int32_t> starts = {0, 2, 3};
    expectEqualsTorch(
        {torch::randn({3, D})},
        {torch::randn({3 * H, D}), torch::randn({3 * H}), torch::randn({3 * H, H}), torch::randn({3 * H})},
        [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
            return gruStates(tape, *inputs[0],
                             {.input = parameters[0],
                              .inputBias = parameters[1],
                              .hidden = parameters[2],
                              .hiddenBias = parameters[3]},
                             {.inputs = D, .units = H}, starts);
        },
        [&](const Tensors& variables, const Tensors& parameters) {
            const auto cell = [&](const torch::Tensor& x, const torch::Tensor& h) {
                const torch::Tensor fromInput = parameters[0].matmul(x) + parameters[1];
                const torch::Tensor fromState = parameters[2].matmul(h) + parameters[3];
                const auto part = [&](const torch::Tensor& of, std::int64_t i) {
                    return of.slice(0, i * H, i * H + H);
                };
                const torch::Tensor r = torch::sigmoid(part(fromInput, 0) + part(fromState, 0)),
                                    z = torch::sigmoid(part(fromInput, 1) + part(fromState, 1)),
                                    n = torch::tanh(part(fromInput, 2) + r * part(fromState, 2));
                return (1 - z) * n + z * h;
            };
            const torch::Tensor zero = torch::zeros(H);
            const torch::Tensor first = cell(variables[0][0], zero), second = cell(variables[0][1], zero);
            return torch::stack({first, second, cell(variables[0][2], first)});
        });
}

TEST(TapeOperations, FiltersOfImagesEqualTorch) {
    constexpr std::int64_t L = 4, d = 3;
    expectEqualsTorch(
        {torch::randn({2, L * d})}, {torch::randn({2, L}), torch::randn({2})},
        [](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
            return filterColumns(tape, *inputs[0], parameters[0], parameters[1]);
        },
        [](const Tensors& variables, const Tensors& parameters) {
            return (torch::einsum("fl,nld->nfd", {parameters[0], variables[0].reshape({2, L, d})}) +
                    parameters[1].reshape({1, 2, 1}))
                .reshape({2, 2 * d});
        });
    expectEqualsTorch(
        {torch::randn({2, L * d})}, {torch::randn({5, 2 * d}), torch::randn({5})},
        [](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
            return convolveAndPool(tape, *inputs[0], d, parameters[0], parameters[1]);
        },
        [](const Tensors& variables, const Tensors& parameters) {
            return std::get<0>(torch::relu(torch::conv2d(variables[0].reshape({2, 1, L, d}),
                                                         parameters[0].reshape({5, 1, 2, d}), parameters[1]))
                                   .reshape({2, 5, L - 1})
                                   .max(2));
        });
}

TEST(TapeOperations, ScoreItemsEqualsTorchWithAndWithoutBias) {
    const std::vector<ScoredItem> pairs = {{0, 1}, {1, 2}, {1, 1}};
    for (const bool hasBias : {true, false}) {
        Tensors tensors = {torch::randn({4, 3})};
        if (hasBias) tensors.push_back(torch::randn({4}));
        expectEqualsTorch(
            {torch::randn({2, 3})}, tensors,
            [&](Tape& tape, auto inputs, const auto& parameters) -> Variable& {
                return scoreItems(tape, *inputs[0], pairs, parameters[0], hasBias ? parameters[1] : Parameter());
            },
            [&](const Tensors& variables, const Tensors& parameters) {
                const torch::Tensor rows = torch::tensor({0, 1, 1}), items = torch::tensor({1, 2, 1});
                torch::Tensor scores =
                    (variables[0].index_select(0, rows) * parameters[0].index_select(0, items)).sum(1);
                if (hasBias) scores = scores + parameters[1].index_select(0, items);
                return scores.reshape({3, 1});
            });
    }
}

TEST(TapeOperations, BinaryCrossEntropyEqualsTorchAlsoForLargeScores) {
    torch::Tensor scores = torch::tensor({0.5F, -2.0F, 60.0F, -60.0F}).reshape({4, 1}).set_requires_grad(true);
    const std::vector<BinaryTarget> targets = {{true, 1}, {false, 0.5}, {false, 0.25}, {true, 2}};
    const torch::Tensor loss = torch::binary_cross_entropy_with_logits(
        scores, torch::tensor({1.0F, 0.0F, 0.0F, 1.0F}).reshape({4, 1}),
        torch::tensor({1.0F, 0.5F, 0.25F, 2.0F}).reshape({4, 1}), {}, torch::Reduction::Sum);
    loss.backward();
    Arena arena;
    Tape tape(arena, /*recordsGradients=*/true);
    torch::Tensor values = scores.detach();
    Variable& variable = tape.result(matrixOf(values), {});
    EXPECT_NEAR(binaryCrossEntropy(tape, variable, targets), loss.item<double>(), 1e-4);
    expectNear(variable.gradient, scores.grad(), "gradient of the scores");
}

}  // namespace
}  // namespace recscope::kernels
