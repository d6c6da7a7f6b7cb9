// SPDX-License-Identifier: GPL-3.0-or-later
// Compares each implementation (LibTorch with fused attention, LibTorch with explicit attention, and the packed one)
// with the numbers of tests/golden/make_golden.py and esasrec/make.py (PyTorch).
#include <gtest/gtest.h>

#include <torch/utils.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "../../support/golden_file.h"
#include "core/batch/training_batches.h"
#include "core/models/transformer/packed_gradients.h"
#include "core/models/transformer/sequence_model.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/optimizer/adam.h"
#include "core/recommender/safetensors.h"
#include "core/recommender/weights.h"

#include "core/models/transformer/transformer_config.h"

#include "core/recommender/registry.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

constexpr double kFloatEpsilon = 1.2e-7;  // the expected numbers are stored as float32

/// LibTorch with explicit attention, LibTorch with fused attention, and the packed implementation.
enum class Path { Plain, Fused, Fast };

class Golden : public testing::TestWithParam<std::tuple<const char*, Path>> {
protected:
    void SetUp() override {
        std::ifstream file(std::string(RECSCOPE_SOURCE_DIR "/tests/golden/") + std::get<0>(GetParam()) + ".safetensors",
                           std::ios::binary);
        std::stringstream bytes;
        bytes << file.rdbuf();
        m_content = fromSafeTensors(bytes.str());
        m_config = configFromJson(m_content.metadata.at("config"));
        m_model = makeSequenceModel(m_config, std::stoi(m_content.metadata.at("items")));
        SafeTensors weights;
        for (const auto& [name, tensor] : m_content.tensors) {
            if (name.rfind("weight.", 0) == 0) weights.tensors[name.substr(7)] = tensor;
        }
        ASSERT_EQ(weights.tensors.size(), m_model->named_parameters().size());
        const torch::NoGradGuard noGrad;
        for (auto& parameter : m_model->named_parameters())
            parameter.value().copy_(weights.tensors.at(parameter.key()));
        m_microBatch = {.tokens = data("tokens"),
                        .positions = data("positions"),
                        .targets = data("targets"),
                        .negatives = {},
                        .excluded = {}};
        if (m_config.loss.kind != LossKind::CrossEntropy) m_microBatch.negatives = data("negatives");
        if (isFast())
            m_fast.emplace(*m_model, m_config, /*threads=*/2);
        else
            m_plain.emplace(*m_model, m_config, attentionImplementation());
    }

    bool isFast() const { return std::get<1>(GetParam()) == Path::Fast; }
    AttentionImplementation attentionImplementation() const {
        return std::get<1>(GetParam()) == Path::Fused ? AttentionImplementation::Fused
                                                      : AttentionImplementation::Explicit;
    }

    /// Returns the loss and leaves its gradients in the parameters.
    torch::Tensor lossAndGradients() {
        const TrainingBatch batch{.microBatches = {m_microBatch},
                                  .sequences = m_microBatch.tokens.size(0),
                                  .scored = m_microBatch.targets.size(0)};
        if (!isFast()) return *m_plain->compute(batch, {}, {});
        const auto result = m_fast->compute(batch, {}, {});
        m_scale = clipScale(result->norm, m_config.training.clipNorm);
        return torch::scalar_tensor(result->loss, torch::kDouble);
    }

    torch::Tensor data(const std::string& name) const { return m_content.tensors.at("data." + name).to(torch::kLong); }

    torch::Tensor expected(const std::string& name) const { return m_content.tensors.at("expected." + name); }

    /// `extraTolerance` is added to the tolerance, for sums of larger terms.
    void expectEqual(const torch::Tensor& actual, const std::string& name, double extraTolerance = 0) const {
        const torch::Tensor reference = expected(name);
        ASSERT_EQ(actual.sizes(), reference.sizes()) << name;
        EXPECT_LE((actual - reference).abs().max().item<double>(), goldenTolerance(m_content, name) + extraTolerance)
            << name;
    }

    SafeTensors m_content;
    RunConfig m_config;
    std::shared_ptr<SequenceModel> m_model;
    MicroBatch m_microBatch;
    std::optional<TorchGradients> m_plain;
    std::optional<PackedGradients> m_fast;
    double m_scale = 1;  ///< factor that clips packed gradients; LibTorch's are clipped in place
};

/// LibTorch only: the packed implementation neither returns logits of several positions nor keeps attention weights.
class GoldenForward : public Golden {};

TEST_P(GoldenForward, LogitsAndAttentionEqualPyTorch) {
    torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> attention;
    ForwardPass pass;
    pass.attentionImplementation = attentionImplementation();
    if (pass.attentionImplementation == AttentionImplementation::Explicit) pass.attention = &attention;
    const torch::Tensor states = m_model->states(m_microBatch.tokens, pass);
    expectEqual(m_model->logits(states.flatten(0, 1).index_select(0, m_microBatch.positions)), "logits");
    if (pass.attention) expectEqual(torch::stack(attention), "attention");
}

TEST_P(Golden, LossAndGradientsEqualPyTorch) {
    expectEqual(lossAndGradients().view({1}), "loss");
    // Some gradients, such as that of a key's bias, are sums of large terms that cancel to zero up to rounding.
    double largest = 0;
    for (const auto& parameter : m_model->named_parameters())
        largest = std::max(largest, expected("gradient." + parameter.key()).abs().max().item<double>());
    for (const auto& parameter : m_model->named_parameters())
        expectEqual(parameter.value().grad(), "gradient." + parameter.key(), kFloatEpsilon * largest);
}

TEST_P(Golden, FiveOptimiserStepsEqualPyTorch) {
    Adam optimizer(m_model->named_parameters(), m_config.training);
    std::vector<torch::Tensor> losses;
    for (int step = 0; step < 5; ++step) {
        losses.push_back(lossAndGradients());
        if (!isFast()) m_plain->clip();
        optimizer.step(m_config.training.learningRate, m_scale);
    }
    losses.push_back(lossAndGradients());
    expectEqual(torch::stack(losses), "step_losses");
}

const auto kCases =
    testing::Values("bert4rec", "sasrec_ce", "sasrec_bce", "sasrec_sampled_ce", "sasrec_gbce", "bert4rec_pre_untied",
                    "sasrec_oldest_post", "bert4rec_bare", "sasrec_bidirectional", "bert4rec_causal", "sasrec_gated",
                    "bert4rec_gated_bare", "esasrec/esasrec");

std::string caseName(const testing::TestParamInfo<Golden::ParamType>& info) {
    const Path path = std::get<1>(info.param);
    const std::string file = std::get<0>(info.param);
    return file.substr(file.rfind('/') + 1) + (path == Path::Fast    ? "_fast"
                                               : path == Path::Fused ? "_fused"
                                                                     : "_plain");
}

INSTANTIATE_TEST_SUITE_P(PyTorch, GoldenForward, testing::Combine(kCases, testing::Values(Path::Plain, Path::Fused)),
                         caseName);
INSTANTIATE_TEST_SUITE_P(PyTorch, Golden,
                         testing::Combine(kCases, testing::Values(Path::Plain, Path::Fused, Path::Fast)), caseName);

}  // namespace
}  // namespace recscope
