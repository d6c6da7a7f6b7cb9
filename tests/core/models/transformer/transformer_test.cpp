// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/transformer/sequence_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <torch/utils.h>
#include <map>

#include "../../learn_support.h"
#include "core/batch/inputs.h"
#include "core/losses/cross_entropy.h"
#include "core/losses/sampled_scores.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/safetensors.h"
#include "core/util/error.h"

#include "core/models/transformer/transformer_config.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 20;
constexpr double kSumOrder = 1e-5;  // float32 sums of some hundred terms of size 1, in a different order

class Model : public testing::TestWithParam<const char*> {
protected:
    Model() : m_config(smallConfig(GetParam())) {
        m_model = makeSequenceModel(m_config, kItems);
        torch::NoGradGuard noGrad;
        for (auto& parameter : m_model->named_parameters()) {
            if (parameter.value().dim() > 1) parameter.value().mul_(15);  // makes attention far from uniform
        }
    }
    torch::Tensor states(const std::vector<std::vector<Token>>& rows) const {
        torch::NoGradGuard noGrad;
        return m_model->states(paddedTokens(rows), ForwardPass{});
    }
    RunConfig m_config;
    std::shared_ptr<SequenceModel> m_model;
};

TEST_P(Model, PaddingDoesNotChangeScores) {
    const std::vector<Token> history = {3, 9, 4};
    const torch::Tensor alone = states({history})[0];                                      // (3, C)
    const torch::Tensor beside = states({{1, 2, 5, 6, 7, 8, 9}, history})[1].slice(0, 4);  // (3, C)
    EXPECT_LE((alone - beside).abs().max().item<double>(), kSumOrder);
}

TEST_P(Model, AttentionRowsSumToOneAndIgnorePadding) {
    std::vector<torch::Tensor> attention;
    torch::NoGradGuard noGrad;
    m_model->states(paddedTokens(std::vector<std::vector<Token>>{{1, 2, 3, 4, 5}, {6, 7}}),
                    {.dropout = nullptr, .attention = &attention});
    ASSERT_EQ(attention.size(), static_cast<std::size_t>(transformerOf(m_config).layers));
    for (const torch::Tensor& layer : attention) {
        EXPECT_LE((layer.sum(-1) - 1).abs().max().item<double>(), kSumOrder);
        // Second history: columns 0-2 are padding, rows 3 and 4 are its items.
        EXPECT_EQ(layer[1].slice(1, 3).slice(2, 0, 3).abs().max().item<double>(), 0);
    }
}

TEST_P(Model, CapturingAttentionDoesNotChangeTheStatesOfTheTrainingPath) {
    const torch::Tensor tokens = paddedTokens(std::vector<std::vector<Token>>{{1, 2, 3, 4, 5}, {6, 7}});
    std::vector<torch::Tensor> attention;
    DropoutStream first(7), second(7);
    const torch::Tensor training = m_model->states(tokens, {.dropout = &first, .attention = nullptr});
    const torch::Tensor capturing = m_model->states(tokens, {.dropout = &second, .attention = &attention});
    EXPECT_TRUE(torch::equal(training, capturing));
    EXPECT_EQ(attention.size(), static_cast<std::size_t>(transformerOf(m_config).layers));
}

TEST_P(Model, FusedAttentionEqualsExplicitAttention) {
    // The rows of the second and third history begin with padding, which attends only to itself.
    const torch::Tensor tokens = paddedTokens(std::vector<std::vector<Token>>{{1, 2, 3, 4, 5}, {6, 7}, {8}});
    torch::Tensor states[2];
    std::map<std::string, torch::Tensor> gradients[2];
    for (const bool fused : {false, true}) {
        ForwardPass pass;
        pass.attentionImplementation = fused ? AttentionImplementation::Fused : AttentionImplementation::Explicit;
        states[fused] = m_model->states(tokens, pass);
        states[fused].square().sum().backward();
        for (auto& parameter : m_model->named_parameters()) {
            if (!parameter.value().grad().defined()) continue;
            gradients[fused][parameter.key()] = parameter.value().grad();
            parameter.value().mutable_grad().reset();
        }
    }
    EXPECT_TRUE(states[true].isfinite().all().item<bool>());
    EXPECT_LE((states[true] - states[false]).abs().max().item<double>(), kSumOrder);
    ASSERT_EQ(gradients[true].size(), gradients[false].size());
    for (const auto& [name, expected] : gradients[false]) {
        const double largest = std::max(1.0, expected.abs().max().item<double>());
        EXPECT_LE((gradients[true].at(name) - expected).abs().max().item<double>(), kSumOrder * largest) << name;
    }
}

TEST_P(Model, DropoutIsReproducibleAndDropsTheGivenShare) {
    DropoutStream first(7), again(7), other(8);
    const torch::Tensor ones = torch::ones({1000, 100});
    const torch::Tensor dropped = first.apply(ones, 0.3);
    EXPECT_TRUE(torch::equal(dropped, again.apply(ones, 0.3)));
    EXPECT_FALSE(torch::equal(dropped, other.apply(ones, 0.3)));
    EXPECT_FALSE(torch::equal(dropped, first.apply(ones, 0.3)));  // a stream continues with each call
    const double share = dropped.eq(0).to(torch::kFloat).mean().item<double>();
    EXPECT_NEAR(share, 0.3, 4 * std::sqrt(0.3 * 0.7 / 1e5));
    EXPECT_NEAR(dropped.max().item<double>(), 1 / 0.7, 1e-6);
}

TEST_P(Model, SampledLogitsEqualTheFullLogits) {
    torch::NoGradGuard noGrad;
    const torch::Tensor some = states({{1, 2, 3, 4}})[0];                                         // (4, C)
    const torch::Tensor tokens = torch::tensor({{1, 5}, {2, 2}, {20, 1}, {7, 8}}, torch::kLong);  // (4, 2)
    const torch::Tensor expected = m_model->logits(some).gather(1, tokens);
    const MicroBatch microBatch{.tokens = {}, .positions = {}, .targets = {}, .negatives = tokens, .excluded = {}};
    EXPECT_LE((negativeScores(m_model->output(some), microBatch) - expected).abs().max().item<double>(), kSumOrder);
}

TEST_P(Model, TheSeedDeterminesTheWeights) {
    RunConfig other = m_config;
    other.training.seed = m_config.training.seed + 1;
    const auto a = makeSequenceModel(m_config, kItems), b = makeSequenceModel(m_config, kItems),
               c = makeSequenceModel(other, kItems);
    const auto weight = [](const auto& model) { return model->named_parameters()["item_embedding.weight"]; };
    EXPECT_TRUE(torch::equal(weight(a), weight(b)));
    EXPECT_FALSE(torch::equal(weight(a), weight(c)));
}

INSTANTIATE_TEST_SUITE_P(Both, Model, testing::Values("bert4rec", "sasrec"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SasRec, IsCausal) {
    const auto model = makeSequenceModel(smallConfig("sasrec"), kItems);
    torch::NoGradGuard noGrad;
    const auto states = [&](std::vector<Token> row) {
        return model->states(paddedTokens({&row, 1}), ForwardPass{})[0];
    };
    const torch::Tensor a = states({1, 2, 3, 4, 5}), b = states({1, 2, 3, 9, 10});
    EXPECT_TRUE(torch::equal(a.slice(0, 0, 3), b.slice(0, 0, 3)));
    EXPECT_FALSE(torch::equal(a.slice(0, 3), b.slice(0, 3)));
}

TEST(Bert4Rec, ReadsTheHistoryInBothDirections) {
    const auto model = makeSequenceModel(smallConfig("bert4rec"), kItems);
    torch::NoGradGuard noGrad;
    const auto states = [&](std::vector<Token> row) {
        return model->states(paddedTokens({&row, 1}), ForwardPass{})[0];
    };
    EXPECT_FALSE(torch::equal(states({1, 2, 3, 4, 5})[0], states({1, 2, 3, 4, 6})[0]));
}

TEST(MakeModel, RefusesHeadsThatDoNotDivideTheWidth) {
    RunConfig config = smallConfig("bert4rec");
    transformerOf(config).heads = 3;
    EXPECT_THROW(makeSequenceModel(config, kItems), Error);
}

TEST(Loss, SoftmaxExcludesPadAndMask) {
    torch::Tensor logits = torch::zeros({1, kItems + 2});
    logits[0][0] = 50;
    logits[0][kItems + 1] = 50;
    const torch::Tensor probabilities = itemLogProbabilities(logits).exp();
    EXPECT_EQ(probabilities.size(1), kItems);
    EXPECT_NEAR(probabilities[0][0].item<double>(), 1.0 / kItems, 1e-6);
}

/// The loss from the full score matrix, in the dtype of the inputs.
torch::Tensor plainCrossEntropy(const std::vector<torch::Tensor>& inputs, const torch::Tensor& targets,
                                const torch::Tensor& weights) {
    torch::Tensor scores = torch::matmul(inputs[0], inputs[1].t());  // (M, V)
    if (inputs.size() > 2) scores = scores + inputs[2];
    return torch::nll_loss(torch::log_softmax(scores, 1), targets, /*weight=*/{}, at::Reduction::None)
        .dot(weights.to(scores.dtype()));
}

TEST(Loss, LinearCrossEntropyEqualsTheDenseOne) {
    torch::manual_seed(3);
    // M * V exceeds the chunk size of 2^21 scores, so several chunks are joined.
    const std::int64_t M = 50, C = 4, V = 100000;
    const torch::Tensor targets = torch::randint(0, V, {M}, torch::kLong);
    const torch::Tensor weights = torch::rand({M}).masked_fill(torch::arange(M).remainder(5).eq(0), 0) / M;
    for (const bool hasBias : {true, false}) {
        std::vector<torch::Tensor> values = {torch::randn({M, C}), torch::randn({V, C})};
        if (hasBias) values.push_back(torch::randn({V}));
        enum { Exact, Plain, Ours, kWays };
        std::vector<torch::Tensor> results[kWays];  // the loss and the gradients, in double
        for (const int way : {Exact, Plain, Ours}) {
            std::vector<torch::Tensor> inputs;
            for (const torch::Tensor& value : values)
                inputs.push_back(value
                                     .to(way == Exact ? torch::kDouble : torch::kFloat, /*non_blocking=*/false,
                                         /*copy=*/true)
                                     .set_requires_grad(true));
            const torch::Tensor loss =
                way == Ours
                    ? linearCrossEntropy(inputs[0], inputs[1], hasBias ? inputs[2] : torch::Tensor(), targets, weights)
                    : plainCrossEntropy(inputs, targets, weights);
            (3 * loss).backward();
            results[way].push_back(loss.detach().to(torch::kDouble));
            for (const torch::Tensor& input : inputs) results[way].push_back(input.grad().to(torch::kDouble));
        }
        // The error may be a few times that of plain float32, because 100,000 terms are added in a different order.
        const auto error = [&](int way, std::size_t i) {
            return (results[way][i] - results[Exact][i]).abs().max().item<double>();
        };
        for (std::size_t i = 0; i < results[Exact].size(); ++i) {
            const double rounding = 1.2e-7 * results[Exact][i].abs().max().item<double>();
            EXPECT_LE(error(Ours, i), 8 * std::max(error(Plain, i), rounding)) << i;
        }
    }
}

TEST_P(Model, SwitchingHeadsOffCopiesOnlyTheirLayersOutputWeights) {
    const auto made = makeRecommender(m_config, {.itemCount = kItems}, InitialWeights::Random);
    const auto gated = made->attention()->withoutHeads(std::vector<HeadId>{{1, 0}, {1, 1}});
    const SafeTensors before = made->weights(), after = gated->weights();
    ASSERT_EQ(before.tensors.size(), after.tensors.size());
    for (const auto& [name, tensor] : before.tensors) {
        const bool isGated = name == "layers.1.attention.output.weight";
        EXPECT_EQ(after.tensors.at(name).data_ptr() == tensor.data_ptr(), !isGated) << name;
        if (!isGated) continue;
        EXPECT_GT(tensor.abs().sum().item<double>(), 0);
        EXPECT_EQ(after.tensors.at(name).abs().sum().item<double>(), 0);  // all of its heads are off
    }
}

TEST(Loss, ExcludedNegativesDoNotCount) {
    RunConfig config = smallConfig("sasrec");
    const auto model = makeSequenceModel(config, kItems);
    MicroBatch microBatch{.tokens = torch::tensor({{1, 2, 3}}, torch::kLong),
                          .positions = torch::tensor({1, 2}, torch::kLong),
                          .targets = torch::tensor({3, 4}, torch::kLong),
                          .negatives = torch::tensor({7, 8, 9}, torch::kLong),
                          .excluded = torch::tensor({{0, 0, 1}, {0, 0, 1}}).to(torch::kBool)};
    const torch::Tensor states =
        model->states(microBatch.tokens, ForwardPass{})[0].index_select(0, microBatch.positions);
    for (const char* loss : {"bce", "gbce", "sampled_ce"}) {
        setConfigValue(config, "loss", loss);
        const auto value = [&] { return trainingLoss(model->output(states), config.loss, microBatch).item<double>(); };
        microBatch.negatives = torch::tensor({7, 8, 9}, torch::kLong);
        const double before = value();
        microBatch.negatives = torch::tensor({7, 8, 15}, torch::kLong);
        EXPECT_EQ(value(), before) << loss;
        microBatch.negatives = torch::tensor({7, 10, 9}, torch::kLong);
        EXPECT_NE(value(), before) << loss;
    }
}

}  // namespace
}  // namespace recscope
