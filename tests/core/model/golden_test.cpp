// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with the numbers of tests/golden/make_golden.py (PyTorch).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/batch/training_batches.h"
#include "core/model/safetensors.h"
#include "core/model/sequence_model.h"
#include "core/train/adam.h"
#include "core/train/loss.h"
#include "core/train/weights.h"

namespace recscope {
namespace {

// A correct float32 program may differ from the exact number about as far as PyTorch's own float32 does, which the
// script measured; sums in another order can double that a few times over. 8 keeps a wrong formula (errors of 1e-2 and
// up) far out.
constexpr double kOrders = 8;
constexpr double kFloatEpsilon = 1.2e-7;  // the expected numbers are stored as float32

class Golden : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        std::ifstream file(std::string(RECSCOPE_SOURCE_DIR "/tests/golden/") + GetParam() + ".safetensors",
                           std::ios::binary);
        std::stringstream bytes;
        bytes << file.rdbuf();
        m_content = fromSafeTensors(bytes.str());
        m_config = RunConfig::fromJson(m_content.metadata.at("config"));
        m_model = makeModel(m_config, std::stoi(m_content.metadata.at("items")));
        SafeTensors weights;
        for (const auto& [name, tensor] : m_content.tensors) {
            if (name.rfind("weight.", 0) == 0) weights.tensors[name.substr(7)] = tensor;
        }
        ASSERT_EQ(weights.tensors.size(), m_model->named_parameters().size());
        loadWeights(*m_model, weights);
        m_slice = {.tokens = data("tokens"),
                   .positions = data("positions"),
                   .targets = data("targets"),
                   .negatives = {},
                   .excluded = {}};
        if (m_config.loss != "ce") m_slice.negatives = data("negatives");
    }

    torch::Tensor data(const std::string& name) const { return m_content.tensors.at("data." + name).to(torch::kLong); }

    void expectEqual(const torch::Tensor& actual, const std::string& name) const {
        const torch::Tensor expected = m_content.tensors.at("expected." + name);
        ASSERT_EQ(actual.sizes(), expected.sizes()) << name;
        const double rounding = kFloatEpsilon * expected.abs().max().item<double>();
        const double allowed = kOrders * std::stod(m_content.metadata.at("tolerance." + name)) + rounding;
        EXPECT_LE((actual - expected).abs().max().item<double>(), allowed) << name;
    }

    SafeTensors m_content;
    RunConfig m_config;
    std::shared_ptr<SequenceModel> m_model;
    BatchSlice m_slice;
};

TEST_P(Golden, LogitsAndAttentionEqualPyTorch) {
    torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> attention;
    const torch::Tensor states = m_model->states(m_slice.tokens, {.dropout = nullptr, .attention = &attention});
    expectEqual(m_model->logits(states.flatten(0, 1).index_select(0, m_slice.positions)), "logits");
    expectEqual(torch::stack(attention), "attention");
}

TEST_P(Golden, LossAndGradientsEqualPyTorch) {
    const torch::Tensor loss = trainingLoss(*m_model, m_config, m_slice, ForwardPass{});
    loss.backward();
    expectEqual(loss.detach().view({1}), "loss");
    int gradients = 0;
    for (const auto& parameter : m_model->named_parameters()) {
        const std::string name = "gradient." + parameter.key();
        if (!m_content.tensors.contains("expected." + name)) continue;
        expectEqual(parameter.value().grad(), name);
        ++gradients;
    }
    EXPECT_EQ(gradients, m_config.feedForward ? 3 : 2);
}

TEST_P(Golden, FiveOptimiserStepsEqualPyTorch) {
    Adam optimizer(m_model->named_parameters(), m_config);
    std::vector<torch::Tensor> losses;
    for (int step = 0; step < 5; ++step) {
        optimizer.zeroGradients();
        const torch::Tensor loss = trainingLoss(*m_model, m_config, m_slice, ForwardPass{});
        losses.push_back(loss.detach());
        loss.backward();
        if (m_config.clipNorm > 0) optimizer.clipGradients(m_config.clipNorm);
        optimizer.step(m_config.learningRate);
    }
    losses.push_back(trainingLoss(*m_model, m_config, m_slice, ForwardPass{}).detach());
    expectEqual(torch::stack(losses), "step_losses");
}

INSTANTIATE_TEST_SUITE_P(PyTorch, Golden,
                         testing::Values("bert4rec", "sasrec_ce", "sasrec_bce", "sasrec_sampled_ce", "sasrec_gbce",
                                         "bert4rec_pre_untied", "sasrec_oldest_post", "bert4rec_bare"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace recscope
