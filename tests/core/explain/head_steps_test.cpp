// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the intermediate values of one head with PyTorch and with the attention maps, and recombines them to the
// value after attention.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "../support/golden_file.h"
#include "core/explain/scores/inference_session.h"
#include "core/recommender/model_entry.h"
#include "core/recommender/recommender.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "trained_run.h"

namespace recscope {
namespace {

// Tolerance for sums of a few dozen float32 products of about 1, added in a different order. A single rounding error is
// 6e-8.
constexpr double kRounding = 1e-5;

class GoldenHeadSteps : public testing::TestWithParam<const char*> {};

TEST_P(GoldenHeadSteps, EachStepEqualsPyTorch) {
    const GoldenFile file(std::string("head_steps/") + GetParam());
    const auto model = makeRecommender(file.config(), {.itemCount = file.number("items")}, InitialWeights::Loaded);
    model->setWeights(file.group("weight"));
    const std::vector<Token> history = file.tokens("history");
    const HeadSteps steps =
        model->attention()->headSteps({.history = history, .user = {}},
                                      {.layer = file.number("layer"), .head = file.number("head")}, file.number("row"));

    EXPECT_EQ(steps.positions, file.tokens("read"));
    const auto L = static_cast<std::int64_t>(steps.positions.size());
    const auto expect = [&](const char* name, const std::vector<float>& actual, std::vector<std::int64_t> shape) {
        ASSERT_EQ(file.has(std::string("expected.") + name), !actual.empty()) << name;
        if (!actual.empty()) file.expectEqual(torch::tensor(actual).view(shape), name);
    };
    std::vector<float> closed;
    for (const ColumnMask mask : steps.mask) closed.push_back(mask == ColumnMask::Open ? 0 : 1);
    expect("input", steps.input, {steps.dim});
    expect("norm", steps.norm.output, {steps.dim});
    expect("query", steps.query, {steps.headSize});
    expect("keys", steps.keys, {L, steps.headSize});
    expect("products", steps.products, {L});
    expect("scores", steps.scores, {L});
    expect("mask", closed, {L});
    // The error of a maximum is at most that of the scores themselves.
    file.expectEqual(torch::tensor({steps.softmax.largest}), "largest", /*oneOf=*/"scores");
    expect("exponentials", steps.softmax.exponentials, {L});
    expect("exponential_sum", {steps.softmax.sum}, {1});
    expect("weights", steps.softmax.weights, {L});
    expect("values", steps.values, {L, steps.headSize});
    expect("mixed", steps.mixed, {steps.headSize});
    expect("head_outputs", steps.headOutputs, {steps.heads, steps.dim});
    expect("attention_output", steps.attentionOutput, {steps.dim});
    expect("gate", steps.gate, {steps.dim});
    expect("residual", steps.residual, {steps.dim});
    expect("sum", steps.sum, {steps.dim});
    expect("after_attention", steps.afterAttention, {steps.dim});
    expect("output", steps.output, {steps.dim});
}

INSTANTIATE_TEST_SUITE_P(PyTorch, GoldenHeadSteps,
                         testing::Values("bert4rec", "bert4rec_last", "sasrec", "sasrec_blank", "sasrec_code",
                                         "sasrec_bidirectional", "sasrec_bare", "sasrec_gated"),
                         [](const auto& info) { return std::string(info.param); });

class HeadStepsOfATrainedRun : public testing::TestWithParam<const char*> {
protected:
    TrainedRun& m_trained = trainedRun(GetParam());
    const InferenceSession m_inference = InferenceSession::load(m_trained.workspace, m_trained.run.id);
    const Histories m_histories = DatasetStore(m_trained.workspace).histories(m_trained.run.dataset);
    const std::span<const Token> m_history = m_histories.input(0, Split::Test);
    const Explanation m_explanation = m_inference.explain(m_history, /*topK=*/0);
    const AttentionMaps& m_maps = m_explanation.attention;
};

TEST_P(HeadStepsOfATrainedRun, WeightsAreTheRowsOfTheAttentionMaps) {
    for (std::int32_t layer = 0; layer < m_maps.layers; ++layer) {
        for (std::int32_t head = 0; head < m_maps.heads; ++head) {
            for (std::int32_t row = 0; row < m_maps.size; ++row) {
                const HeadSteps steps = m_inference.headSteps(m_history, {layer, head}, row);
                EXPECT_EQ(steps.positions, m_explanation.positions);
                EXPECT_EQ(steps.firstPosition, m_explanation.firstPosition);
                const auto expected = m_maps.row(layer, head, row);
                for (std::size_t column = 0; column < expected.size(); ++column)
                    EXPECT_NEAR(steps.softmax.weights[column], expected[column], kRounding);
            }
        }
    }
}

TEST_P(HeadStepsOfATrainedRun, TheStepsRecombineToTheValueAfterAttention) {
    const std::int32_t row = m_maps.size - 1;
    for (std::int32_t layer = 0; layer < m_maps.layers; ++layer) {
        const HeadSteps steps = m_inference.headSteps(m_history, {layer, 0}, row);
        for (std::size_t i = 0; i < static_cast<std::size_t>(steps.dim); ++i) {
            float attended = steps.outputBias[i];
            for (std::int32_t head = 0; head < steps.heads; ++head)
                attended += m_inference.headSteps(m_history, {layer, head}, row).headOutput()[i];
            EXPECT_NEAR(attended, steps.attentionOutput[i], kRounding);
            const float gated = steps.gate.empty() ? attended : steps.gate[i] * attended;
            EXPECT_NEAR(gated + steps.residual[i], steps.sum[i], kRounding);
            const LayerNormSteps& norm = steps.norm;
            EXPECT_NEAR(norm.gain[i] * (norm.input[i] - norm.mean) / norm.deviation + norm.bias[i], norm.output[i],
                        kRounding);
            const bool isAfter = steps.normStep == NormStep::After;
            EXPECT_EQ(isAfter, std::string(GetParam()) == "bert4rec");
            EXPECT_EQ(norm.input, isAfter ? steps.sum : steps.input);
            EXPECT_NEAR(steps.afterAttention[i], isAfter ? norm.output[i] : steps.sum[i], kRounding);
        }
        if (layer == 0) continue;
        EXPECT_EQ(steps.input, m_inference.headSteps(m_history, {layer - 1, 0}, row).output);
    }
}

TEST_P(HeadStepsOfATrainedRun, ACausalModelMasksTheFutureAndABidirectionalOneNothing) {
    const std::int32_t row = m_maps.size / 2;
    const HeadSteps steps = m_inference.headSteps(m_history, {0, 0}, row);
    const bool isCausal = !m_inference.capabilities().usesBidirectionalAttention;
    EXPECT_EQ(isCausal, std::string(GetParam()) != "bert4rec");
    for (std::int32_t column = 0; column < m_maps.size; ++column) {
        const auto i = static_cast<std::size_t>(column);
        EXPECT_EQ(steps.mask[i], isCausal && column > row ? ColumnMask::Future : ColumnMask::Open);
        EXPECT_EQ(steps.softmax.weights[i] == 0, steps.mask[i] != ColumnMask::Open);
    }
}

TEST_P(HeadStepsOfATrainedRun, AHeadOrPositionThatDoesNotExistIsRefused) {
    for (const HeadId head : {HeadId{9, 0}, HeadId{0, 9}, HeadId{-1, 0}})
        EXPECT_THROW(m_inference.headSteps(m_history, head, 0), Error);
    EXPECT_THROW(m_inference.headSteps(m_history, {0, 0}, m_maps.size), Error);
    EXPECT_THROW(m_inference.headSteps(m_history, {0, 0}, -1), Error);
}

INSTANTIATE_TEST_SUITE_P(Models, HeadStepsOfATrainedRun, testing::Values("bert4rec", "sasrec", "esasrec"));

TEST(HeadSteps, AColumnWithoutAnItemIsPaddingAndLaterOnesAreTheFuture) {
    TrainedRun& trained = trainedRun("sasrec");
    const InferenceSession inference = InferenceSession::load(trained.workspace, trained.run.id);
    const std::vector<Token> history = {1, kHiddenItem, 3, 4};
    const std::vector<ColumnMask> expected = {ColumnMask::Open, ColumnMask::Padding, ColumnMask::Open,
                                              ColumnMask::Future};
    EXPECT_EQ(inference.headSteps(history, {0, 0}, 2).mask, expected);
}

TEST(SoftmaxSteps, TemperatureFlattensOrSharpensTheWeights) {
    const std::vector<float> scores = {2, 1, 5};
    const std::vector<ColumnMask> mask = {ColumnMask::Open, ColumnMask::Open, ColumnMask::Future};
    const SoftmaxSteps plain = softmaxSteps(scores, mask);
    EXPECT_EQ(plain.largest, 2);
    EXPECT_NEAR(plain.sum, 1 + std::exp(-1.0), 1e-6);
    EXPECT_NEAR(plain.weights[0], 1 / (1 + std::exp(-1.0)), 1e-6);
    EXPECT_EQ(plain.weights[2], 0);
    EXPECT_NEAR(softmaxSteps(scores, mask, 2).weights[0], 1 / (1 + std::exp(-0.5)), 1e-6);
    EXPECT_NEAR(softmaxSteps(scores, mask, 0.5).weights[0], 1 / (1 + std::exp(-2.0)), 1e-6);
}

TEST(SoftmaxSteps, RefusesInputsWithoutWeights) {
    const std::vector<float> scores = {2, 1};
    const std::vector<ColumnMask> open(2, ColumnMask::Open), closed(2, ColumnMask::Padding);
    EXPECT_THROW(softmaxSteps(scores, closed), Error);
    EXPECT_THROW(softmaxSteps(scores, std::span(open).first(1)), Error);
    EXPECT_THROW(softmaxSteps(scores, open, 0), Error);
    EXPECT_THROW(softmaxSteps(scores, open, std::nanf("")), Error);
}

TEST(SoftmaxSteps, LargeScoresDoNotOverflow) {
    const std::vector<ColumnMask> open(2, ColumnMask::Open);
    EXPECT_EQ(softmaxSteps(std::vector<float>{500, 500}, open).weights, (std::vector<float>{0.5F, 0.5F}));
}

TEST(WeightedSum, AddsEachRowTimesItsWeight) {
    EXPECT_EQ(weightedSum(std::vector<float>{0.5F, 2}, std::vector<float>{1, 2, 3, 4, 5, 6}),
              (std::vector<float>{8.5F, 11, 13.5F}));
}

}  // namespace
}  // namespace recscope
