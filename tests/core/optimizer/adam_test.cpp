// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizer/adam.h"

#include <gtest/gtest.h>

#include <torch/ordered_dict.h>
#include <torch/utils.h>
#include <limits>

namespace recscope {
namespace {

struct Case {
    const char* name;
    OptimizerKind optimizer;
    double weightDecay;
};

class AdamTest : public testing::TestWithParam<Case> {};

/// A matrix, which AdamW decays, and a vector, which it does not.
torch::OrderedDict<std::string, torch::Tensor> someParameters() {
    torch::manual_seed(5);
    torch::OrderedDict<std::string, torch::Tensor> parameters;
    parameters.insert("matrix", torch::randn({7, 9}).set_requires_grad(true));
    parameters.insert("vector", torch::randn({9}).set_requires_grad(true));
    return parameters;
}

TEST_P(AdamTest, AStepInTwoHalvesEqualsAStepInOnePass) {
    TrainingConfig config;
    config.optimizer = GetParam().optimizer;
    config.weightDecay = GetParam().weightDecay;
    auto onePass = someParameters(), inHalves = someParameters();
    Adam first(onePass, config), second(inHalves, config);
    for (int step = 1; step <= 6; ++step) {
        for (const auto& entry : onePass) {
            torch::Tensor value = entry.value();
            value.mutable_grad() = torch::randn_like(value);
            inHalves[entry.key()].mutable_grad() = value.grad().clone();
        }
        const double learningRate = 0.02 * step, scale = 1.0 / step;  // different in each step
        first.step(learningRate, scale);
        second.startStep(learningRate, scale);
        second.finishStep();
    }
    for (const auto& [name, expected] : first.state()) {
        // Six steps of about six operations each; every operation rounds once.
        const double rounding = 6 * 6 * std::numeric_limits<float>::epsilon() * expected.abs().max().item<double>();
        EXPECT_LE((second.state().at(name) - expected).abs().max().item<double>(), rounding) << name;
    }
    for (const auto& entry : onePass) {
        const torch::Tensor& expected = entry.value();
        const double rounding = 6 * 6 * std::numeric_limits<float>::epsilon() * expected.abs().max().item<double>();
        EXPECT_LE((inHalves[entry.key()] - expected).abs().max().item<double>(), rounding) << entry.key();
    }
}

INSTANTIATE_TEST_SUITE_P(All, AdamTest,
                         testing::Values(Case{"adam", OptimizerKind::Adam, 0},
                                         Case{"adam_decay", OptimizerKind::Adam, 0.1},
                                         Case{"adamw", OptimizerKind::AdamW, 0.1}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace recscope
