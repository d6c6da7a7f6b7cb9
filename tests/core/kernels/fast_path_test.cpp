// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the packed implementation (rows of any length without padding) with LibTorch: same parameters, batches and
// dropout.
#include <gtest/gtest.h>

#include <torch/utils.h>
#include <atomic>
#include <cmath>
#include <map>

#include "../learn_support.h"
#include "../support/random_histories.h"
#include "core/batch/inputs.h"
#include "core/kernels/product.h"
#include "core/models/transformer/packed_gradients.h"
#include "core/models/transformer/torch_gradients.h"
#include "core/util/error.h"
#include "core/util/random.h"

#include "core/models/transformer/transformer_config.h"

#include "core/recommender/registry.h"

#include "core/models/transformer/sequence_scorer.h"

#include "core/recommender/device.h"

#include "core/models/transformer/packed_model.h"
#include "tests/core/support/sequence_models.h"

namespace recscope {
namespace {

constexpr std::int32_t kItems = 37;
constexpr double kTolerance = 2e-5;  // relative to a tensor's largest number; a wrong formula is off by at least 1e-2

/// Histories of `shortest`…`longest` items.
Histories testHistories(std::uint64_t shortest, std::uint64_t longest) {
    return randomHistories(/*users=*/24, shortest, longest, kItems, /*seed=*/5);
}

RunConfig smallConfig(const std::string& model, const std::map<std::string, std::string>& changes) {
    RunConfig config = defaultConfig(model);
    transformerOf(config).dim = 12;
    transformerOf(config).heads = 2;
    transformerOf(config).innerDim = 20;
    transformerOf(config).maxLength = 15;
    config.training.batchSize = 24;
    transformerOf(config).hiddenDropout = transformerOf(config).attentionDropout = 0;
    transformerOf(config).cloze.maskProbability = 0.4;
    transformerOf(config).scaleEmbedding = true;  // larger embeddings, so that the layers' weights matter
    if (model == "sasrec") config.loss.kind = LossKind::BinaryCrossEntropy;
    for (const auto& [key, value] : changes) setConfigValue(config, key, value);
    return config;
}

/// A model whose weights all differ from their initial values: a bias that is still 0 would hide that a formula omits
/// it.
std::shared_ptr<SequenceModel> perturbedModel(const RunConfig& config) {
    const torch::NoGradGuard noGrad;
    auto model = makeSequenceModel(config, kItems);
    torch::manual_seed(4);
    for (torch::Tensor& parameter : model->parameters()) parameter.add_(torch::randn_like(parameter), 0.1);
    return model;
}

void expectClose(const torch::Tensor& actual, const torch::Tensor& expected, const std::string& name) {
    // Some gradients are 0 in exact arithmetic (softmax ignores a key's bias). They may have the rounding error of a
    // sum of numbers up to 1, which is 6e-8 = kTolerance * 3e-3.
    const double largest = std::max(3e-3, expected.abs().max().item<double>());
    EXPECT_LE((actual - expected).abs().max().item<double>(), kTolerance * largest) << name;
}

/// Compares loss and gradients of one batch between both implementations.
void expectSameGradients(const RunConfig& config, const Histories& histories, bool withDropout) {
    const auto model = perturbedModel(config);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), /*microBatchTokens=*/90, /*workers=*/2);
    batches.startEpoch(1);
    const TrainingBatch batch = batches.batch(0);
    ASSERT_GT(batch.microBatches.size(), 2u);
    std::vector<std::uint64_t> seeds;
    for (std::size_t i = 0; withDropout && i < batch.microBatches.size(); ++i) seeds.push_back(100 + i);

    const double plainLoss = TorchGradients(*model, config).compute(batch, seeds, {})->item<double>();
    std::map<std::string, torch::Tensor> plain;
    for (const auto& parameter : model->named_parameters()) {
        const torch::Tensor& gradient = parameter.value().grad();
        plain[parameter.key()] = gradient.defined() ? gradient.clone() : torch::zeros_like(parameter.value());
    }
    PackedGradients fast(*model, config, /*threads=*/2);
    for (int time = 0; time < 2; ++time) {  // the second call must not add to the first one's gradients
        const auto result = fast.compute(batch, seeds, {});
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->loss, plainLoss, kTolerance * std::abs(plainLoss));
        double squares = 0;
        for (const auto& parameter : model->named_parameters()) {
            expectClose(parameter.value().grad(), plain.at(parameter.key()), parameter.key());
            squares += plain.at(parameter.key()).square().sum().item<double>();
        }
        EXPECT_NEAR(result->norm, std::sqrt(squares), kTolerance * std::sqrt(squares));
    }
}

struct Case {
    const char* name;
    const char* model;
    std::map<std::string, std::string> changes;
};

class FastPath : public testing::TestWithParam<Case> {
protected:
    RunConfig config() const { return smallConfig(GetParam().model, GetParam().changes); }
};

TEST_P(FastPath, GradientsOfRaggedHistoriesEqualLibTorch) {
    expectSameGradients(config(), testHistories(3, 25), /*withDropout=*/false);
}

// LibTorch indexes dropout by the elements of padded attention maps: the masks agree only without padding.
TEST_P(FastPath, DropoutEqualsLibTorch) {
    RunConfig dropping = config();
    transformerOf(dropping).hiddenDropout = 0.3;
    transformerOf(dropping).attentionDropout = 0.2;
    expectSameGradients(dropping, testHistories(20, 20), /*withDropout=*/true);
}

TEST_P(FastPath, ScoresEqualLibTorch) {
    const torch::NoGradGuard noGrad;
    const auto model = perturbedModel(config());
    const Histories histories = testHistories(1, 25);
    std::vector<std::span<const Token>> inputs;
    std::vector<std::vector<Token>> rows;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        inputs.push_back(histories.of(user));
        rows.push_back(predictionInput(model->task(), histories.of(user), transformerOf(config()).maxLength, kItems));
    }
    const torch::Tensor states = model->states(paddedTokens(rows), ForwardPass{});
    expectClose(SequenceScorer(*model, transformerOf(config()), kItems).next(inputs),
                model->logits(states.select(1, -1)), "scores");
}

// Items and histories are scored in blocks; 300 histories and 1,500 items need several.
TEST(FastPathBlocks, ScoresOfManyHistoriesAgainstManyItemsEqualLibTorch) {
    constexpr std::int32_t kManyItems = 1500;
    const torch::NoGradGuard noGrad;
    const RunConfig config = smallConfig("bert4rec", {});
    const auto model = makeSequenceModel(config, kManyItems);
    Random random({8});
    std::vector<std::vector<Token>> histories(300), rows;
    for (std::vector<Token>& history : histories) {
        for (std::uint64_t length = 1 + random.below(12); history.size() < length;)
            history.push_back(kFirstItemToken + static_cast<Token>(random.below(kManyItems)));
        rows.push_back(predictionInput(model->task(), history, transformerOf(config).maxLength, kManyItems));
    }
    const std::vector<std::span<const Token>> inputs(histories.begin(), histories.end());
    const torch::Tensor states = model->states(paddedTokens(rows), ForwardPass{});
    SequenceScorer scorer(*model, transformerOf(config), kManyItems);
    const torch::Tensor scores = scorer.next(inputs);
    expectClose(scores, model->logits(states.select(1, -1)), "scores");
    for (int time = 0; time < 20; ++time)  // results must not depend on which thread is faster
        ASSERT_TRUE(torch::equal(scorer.next(inputs), scores)) << time;
}

/// Histories in which PAD marks hidden positions, in some histories also the first or the last position.
std::vector<std::vector<Token>> historiesWithHiddenItems() {
    const Histories histories = testHistories(3, 15);
    Random random({6});
    std::vector<std::vector<Token>> rows;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        std::vector<Token> row(histories.of(user).begin(), histories.of(user).end());
        const auto kept = random.below(row.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i != kept && random.below(3) == 0) row[i] = kPadToken;
        }
        rows.push_back(row);
    }
    return rows;
}

/// Scores each row by itself through LibTorch: `hiddenItem` fills the hidden positions, which the mask excludes.
torch::Tensor scoresOneByOne(SequenceModel& model, const RunConfig& config,
                             std::span<const std::vector<Token>> histories, Token hiddenItem) {
    std::vector<torch::Tensor> scores;
    for (const auto& history : histories) {
        std::vector<Token> row = predictionInput(model.task(), history, transformerOf(config).maxLength, kItems);
        ForwardPass pass;
        pass.hidden = torch::zeros({1, static_cast<std::int64_t>(row.size())}, torch::kBool);
        std::int64_t predictingRow = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto position = static_cast<std::int64_t>(i);
            if (row[i] != kPadToken) predictingRow = position;
            pass.hidden[0][position] = row[i] == kPadToken;
            if (row[i] == kPadToken) row[i] = hiddenItem;
        }
        scores.push_back(
            model.logits(model.states(paddedTokens({&row, 1}), pass)[0].slice(0, predictingRow, predictingRow + 1)));
    }
    return torch::cat(scores);
}

TEST_P(FastPath, PadWithinAHistoryKeepsItsPositionAndGetsNoAttention) {
    const torch::NoGradGuard noGrad;
    const auto model = perturbedModel(config());
    const auto histories = historiesWithHiddenItems();
    const std::vector<std::span<const Token>> inputs(histories.begin(), histories.end());
    const torch::Tensor scores = SequenceScorer(*model, transformerOf(config()), kItems).next(inputs);
    expectClose(scores, scoresOneByOne(*model, config(), histories, /*hiddenItem=*/5), "scores");
    expectClose(scores, scoresOneByOne(*model, config(), histories, /*hiddenItem=*/30), "another hidden item");
}

INSTANTIATE_TEST_SUITE_P(
    Configs, FastPath,
    testing::Values(
        Case{"bert4rec", "bert4rec", {}}, Case{"bert4rec_three_layers", "bert4rec", {{"layers", "3"}}},
        Case{"bert4rec_one_layer", "bert4rec", {{"layers", "1"}}},
        Case{"bert4rec_many_heads", "bert4rec", {{"heads", "6"}}},
        Case{"bert4rec_few_negatives", "bert4rec", {{"loss", "sampled_ce"}, {"negatives", "5"}}},
        Case{"bert4rec_bare",
             "bert4rec",
             {{"layer_norm", "off"}, {"embedding_norm", "off"}, {"output_projection", "off"}, {"output_bias", "off"}}},
        Case{"bert4rec_no_residual", "bert4rec", {{"residual", "off"}, {"positions", "none"}}},
        Case{"bert4rec_no_feed_forward", "bert4rec", {{"feed_forward", "off"}, {"tied_output", "off"}}},
        Case{"sasrec", "sasrec", {}}, Case{"sasrec_ce", "sasrec", {{"loss", "ce"}}},
        Case{"sasrec_gbce", "sasrec", {{"loss", "gbce"}, {"negatives", "7"}, {"activation", "gelu_tanh"}}},
        Case{"sasrec_gbce_batch", "sasrec", {{"loss", "gbce"}, {"negatives", "9"}, {"negatives_per", "batch"}}},
        Case{"sasrec_sampled_batch",
             "sasrec",
             {{"loss", "sampled_ce"}, {"negatives", "9"}, {"negatives_per", "batch"}, {"output_bias", "on"}}},
        Case{
            "sasrec_code", "sasrec", {{"norm", "sasrec_code"}, {"activation", "none"}, {"final_norm_epsilon", "0.01"}}},
        Case{"sasrec_bidirectional", "sasrec", {{"attention", "bidirectional"}}},
        Case{"bert4rec_causal", "bert4rec", {{"attention", "causal"}}},
        Case{"bert4rec_no_positions", "bert4rec", {{"positions", "none"}}},
        Case{"sasrec_no_positions_one_head", "sasrec", {{"positions", "none"}, {"heads", "1"}, {"layers", "1"}}},
        Case{"sasrec_no_norms", "sasrec", {{"layer_norm", "off"}}},
        Case{"sasrec_no_residual_no_feed_forward", "sasrec", {{"residual", "off"}, {"feed_forward", "off"}}},
        Case{"sasrec_gated", "sasrec", {{"gated_residual", "on"}, {"activation", "swiglu"}, {"final_norm", "off"}}},
        Case{"sasrec_gated_one_layer", "sasrec", {{"gated_residual", "on"}, {"layers", "1"}, {"norm", "sasrec_code"}}},
        Case{"sasrec_gated_no_feed_forward", "sasrec", {{"gated_residual", "on"}, {"feed_forward", "off"}}},
        Case{"sasrec_swiglu", "sasrec", {{"activation", "swiglu"}, {"loss", "sampled_ce"}, {"negatives", "6"}}},
        Case{"bert4rec_gated", "bert4rec", {{"gated_residual", "on"}, {"activation", "swiglu"}}},
        Case{"bert4rec_gated_no_residual", "bert4rec", {{"gated_residual", "on"}, {"residual", "off"}}},
        Case{"sasrec_post", "sasrec", {{"norm", "post"}, {"positions", "oldest"}, {"final_norm", "off"}}}),
    [](const auto& info) { return std::string(info.param.name); });

// Causal rows are computed in blocks: in a history longer than one block, positions must not attend to the next block.
TEST(FastPathBlocks, LongCausalHistoriesEqualLibTorch) {
    RunConfig config = smallConfig("sasrec", {{"max_length", "150"}, {"attention_dropout", "0.2"}});
    expectSameGradients(config, testHistories(160, 160), /*withDropout=*/true);
    transformerOf(config).attentionDropout = 0;
    expectSameGradients(config, testHistories(70, 160), /*withDropout=*/false);
}

TEST(FastPathPrecision, RoundedProductsAreNearButNotEqual) {
    if (!kernels::hasBFloat16()) GTEST_SKIP() << "This processor has no bfloat16 products: medium equals highest.";
    constexpr double kBFloat16 = 1.0 / 256;  // relative error of a rounded factor
    for (const char* name : {"bert4rec", "sasrec"}) {
        RunConfig config =
            smallConfig(name, {{"dim", "64"}, {"inner_dim", "128"}, {"max_length", "60"}, {"loss", "ce"}});
        const auto model = perturbedModel(config);
        const Histories histories = testHistories(30, 80);
        TrainingBatches batches(histories, batchRulesOf(config, model->task()), /*microBatchTokens=*/1000,
                                /*workers=*/2);
        batches.startEpoch(1);
        const TrainingBatch batch = batches.batch(0);
        PackedGradients exact(*model, config, 2);
        const double loss = exact.compute(batch, {}, {})->loss;
        const torch::Tensor expected = model->itemVectors().grad().clone();
        config.training.matmulPrecision = MatmulPrecision::Medium;
        PackedGradients rounded(*model, config, 2);
        const auto result = rounded.compute(batch, {}, {});
        EXPECT_NEAR(result->loss, loss, 4 * kBFloat16 * loss) << name;
        const double distance = (model->itemVectors().grad() - expected).norm().item<double>();
        EXPECT_LT(distance, 8 * kBFloat16 * expected.norm().item<double>()) << name;
        EXPECT_GT(distance, kTolerance * expected.norm().item<double>()) << name;
    }
}

TEST(FastPathPrecision, EveryTransposedProductIsNearFloat32) {
    if (!kernels::hasBFloat16()) GTEST_SKIP() << "This processor has no bfloat16 products.";
    constexpr std::int64_t M = 70, N = 90, K = 40, kStride = 100;  // rows with gaps between them
    const torch::Tensor left = torch::randn({kStride, kStride}), right = torch::randn({kStride, kStride});
    for (const bool transposeA : {false, true}) {
        for (const bool transposeB : {false, true}) {
            for (const float beta : {0.0F, 1.0F}) {
                torch::Tensor sums = torch::ones({kStride, kStride}), exact = sums.clone();
                const kernels::Factor first{left.data_ptr<float>(), kStride, transposeA},
                    second{right.data_ptr<float>(), kStride, transposeB};
                kernels::product(first, second, exact.data_ptr<float>(), kStride, M, N, K, 0.5F, beta);
                const kernels::ProductPrecision precision(kernels::Precision::BFloat16);
                kernels::product(first, second, sums.data_ptr<float>(), kStride, M, N, K, 0.5F, beta);
                const double distance = (sums - exact).abs().max().item<double>();
                // Each sum has 40 terms, products of numbers around 1.
                EXPECT_LT(distance, 0.25) << transposeA << transposeB << beta;
                EXPECT_GT(distance, 1e-4) << transposeA << transposeB << beta;
            }
        }
    }
}

TEST(FastPathStop, AStopGivesNoResultAndTheNextBatchIsCorrect) {
    const RunConfig config = smallConfig("bert4rec", {});
    const auto model = perturbedModel(config);
    const Histories histories = testHistories(10, 20);
    TrainingBatches batches(histories, batchRulesOf(config, model->task()), 60, 2);
    batches.startEpoch(1);
    const TrainingBatch batch = batches.batch(0);
    PackedGradients fast(*model, config, 2);
    const double norm = fast.compute(batch, {}, {})->norm;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(fast.compute(batch, {}, stop.get_token()));
    EXPECT_DOUBLE_EQ(fast.compute(batch, {}, {})->norm, norm);
}

TEST(FastPathStop, AStopDuringScoringSkipsTheRestAndTheNextPassIsCorrect) {
    // "on" is computed packed, "sample" through LibTorch. In both, the rounding of a row of a product depends on the
    // row's position: the width of the processor's vector registers decides which rows form the remainder.
    constexpr double kRounding = 1e-6;
    for (const char* layerNorm : {"on", "sample"}) {
        const auto config = smallConfig("sasrec", {{"layer_norm", layerNorm}});
        const auto model = perturbedModel(config);
        // More tokens than two workers, or LibTorch, process at once, so that some remain after the stop.
        const std::vector<Token> history(static_cast<std::size_t>(transformerOf(config).maxLength), 3);
        const std::vector<std::span<const Token>> inputs(1000, history);
        SequenceScorer scorer(*model, transformerOf(config), kItems);
        std::stop_source stop;
        std::atomic<int> taken = 0;
        const auto stopAtTheFirst = [&](std::size_t, std::span<const float>) {
            ++taken;
            stop.request_stop();
        };
        EXPECT_THROW(scorer.forEach(inputs, stopAtTheFirst, stop.get_token()), Error) << layerNorm;
        EXPECT_GT(taken, 0) << layerNorm;
        EXPECT_LT(taken, 1000) << layerNorm;
        const torch::Tensor scores = scorer.next({inputs.data(), 3});
        EXPECT_LE((scores[0] - scores[2]).abs().max().item<double>(), kRounding) << layerNorm;
    }
}

TEST(FastPathMicroBatches, MicroBatchesThroughLibTorchScoreLikeOnePass) {
    const torch::NoGradGuard noGrad;
    for (const char* name : {"bert4rec", "sasrec"}) {
        const RunConfig config = smallConfig(name, {{"layer_norm", "sample"}});
        const auto model = perturbedModel(config);
        const Histories histories = randomHistories(/*users=*/600, 1, 20, kItems, /*seed=*/8);
        std::vector<std::span<const Token>> inputs;
        std::vector<std::vector<Token>> rows;
        std::int64_t tokens = 0;
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            inputs.push_back(histories.of(user));
            rows.push_back(
                predictionInput(model->task(), inputs.back(), transformerOf(config).maxLength, histories.itemCount));
            tokens += static_cast<std::int64_t>(rows.back().size());
        }
        ASSERT_GT(tokens, 2 * microBatchTokensFor(torch::kCPU)) << "at least three micro-batches";
        const torch::Tensor states = model->states(paddedTokens(rows), ForwardPass{});  // (B, T, C)
        expectClose(SequenceScorer(*model, transformerOf(config), kItems).next(inputs),
                    model->logits(states.select(1, -1)), name);
    }
}

// Hidden items are excluded by the mask that also excludes padding on the left. Therefore, where positions count from
// the newest item, hiding the oldest items equals leaving them out.
TEST(FastPathHidden, ACausalModelIgnoresHiddenItemsAndAClozeModelReadsMasks) {
    const torch::NoGradGuard noGrad;
    const std::vector<Token> hidden = {kPadToken, kPadToken, 7, 8, 9}, shorter = {7, 8, 9},
                             masked = {maskToken(kItems), maskToken(kItems), 7, 8, 9};
    for (const char* layerNorm : {"on", "sample"}) {  // packed, then through LibTorch
        for (const auto& [name, same] : {std::pair("bert4rec", masked), std::pair("sasrec", shorter)}) {
            const RunConfig config = smallConfig(name, {{"layer_norm", layerNorm}});
            const auto model = perturbedModel(config);
            SequenceScorer scorer(*model, transformerOf(config), kItems);
            const torch::Tensor scores = scorer.next(std::vector<std::span<const Token>>{hidden, same});
            expectClose(scores[0], scores[1], name);
        }
    }
}

TEST(FastPathHidden, LibTorchHidesTheSameItems) {
    const torch::NoGradGuard noGrad;
    for (const char* positions : {"newest", "oldest"}) {
        const RunConfig config = smallConfig("sasrec", {{"layer_norm", "sample"}, {"positions", positions}});
        const auto model = perturbedModel(config);
        const auto histories = historiesWithHiddenItems();
        const std::vector<std::span<const Token>> inputs(histories.begin(), histories.end());
        expectClose(SequenceScorer(*model, transformerOf(config), kItems).next(inputs),
                    scoresOneByOne(*model, config, histories, /*hiddenItem=*/5), positions);
    }
}

TEST(FastPathChoice, UnsupportedOptionsUseLibTorch) {
    EXPECT_TRUE(kernels::PackedModel::supports(transformerOf(smallConfig("bert4rec", {}))));
    EXPECT_FALSE(kernels::PackedModel::supports(transformerOf(smallConfig("bert4rec", {{"layer_norm", "sample"}}))));
    EXPECT_FALSE(kernels::PackedModel::supports(transformerOf(smallConfig("sasrec", {{"layer_norm", "sample"}}))));
}

}  // namespace
}  // namespace recscope
