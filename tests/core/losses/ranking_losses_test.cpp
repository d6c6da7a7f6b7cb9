// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/losses/ranking_losses.h"

#include <gtest/gtest.h>

#include <torch/utils.h>
#include <cmath>
#include <functional>

namespace recscope {
namespace {

// A float32 row of a few dozen numbers is accurate to a few units in the last place of its largest number.
constexpr double kRounding = 1e-5;

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

/// A row with the target's score, 0.5, and those of two negatives, -1 and 2. Its losses are computed by hand.
struct Row {
    float scores[3] = {-1, 0.5F, 2};
    float counts[3] = {1, 1, 1};
    double loss(const RankingLoss& loss) {
        return kernels::RankingRow(loss).computeLossAndGradients(scores, counts, 3, /*target=*/1, /*gradientScale=*/1);
    }
};

TEST(RankingLoss, CrossEntropyIsOverTargetAndNegatives) {
    EXPECT_NEAR(Row().loss({LossKind::CrossEntropy}), std::log(std::exp(-1) + std::exp(0.5) + std::exp(2)) - 0.5,
                kRounding);
}

TEST(RankingLoss, BprAddsUpThePairs) {
    EXPECT_NEAR(Row().loss({LossKind::Bpr}), -std::log(sigmoid(1.5)) - std::log(sigmoid(-1.5)), kRounding);
}

TEST(RankingLoss, Top1IsTheMeanOfThePairsAndPullsNegativesToZero) {
    EXPECT_NEAR(Row().loss({LossKind::Top1}), (sigmoid(-1.5) + sigmoid(1) + sigmoid(1.5) + sigmoid(4)) / 2, kRounding);
}

// The softmax weights of the two negatives, whose scores are -1 and 2. The first weight is 1 / (1 + e^3).
constexpr double kFirstWeight = 0.04742587317756678, kSecondWeight = 1 - kFirstWeight;

TEST(RankingLoss, Top1MaxWeighsThePairsByASoftmaxOverTheNegativesAlone) {
    const double expected = kFirstWeight * (sigmoid(-1.5) + sigmoid(1)) + kSecondWeight * (sigmoid(1.5) + sigmoid(4));
    EXPECT_NEAR(Row().loss({LossKind::Top1Max}), expected, kRounding);
}

TEST(RankingLoss, BprMaxAddsItsPenalty) {
    const double won = kFirstWeight * sigmoid(1.5) + kSecondWeight * sigmoid(-1.5),
                 squares = kFirstWeight * 1 + kSecondWeight * 4;
    EXPECT_NEAR(Row().loss({LossKind::BprMax, /*scorePenalty=*/0}), -std::log(won), kRounding);
    EXPECT_NEAR(Row().loss({LossKind::BprMax, /*scorePenalty=*/1.95}), -std::log(won) + 1.95 * squares, 4 * kRounding);
}

TEST(RankingLoss, BprMaxAppliesEluToTheNegatives) {
    const double low = 0.5 * (std::exp(-1) - 1), share = std::exp(low) / (std::exp(low) + std::exp(2));
    const double won = share * sigmoid(0.5 - low) + (1 - share) * sigmoid(-1.5);
    EXPECT_NEAR(Row().loss({LossKind::BprMax, /*scorePenalty=*/0, /*elu=*/0.5}), -std::log(won), kRounding);
}

TEST(RankingLoss, BprMaxIsFiniteForATargetWithAVeryLowScore) {
    for (const float lead : {30.0F, 60.0F, 500.0F}) {
        float scores[3] = {lead, 0, lead};
        const float counts[3] = {1, 1, 1};
        const double loss = kernels::RankingRow({LossKind::BprMax})
                                .computeLossAndGradients(scores, counts, 3, /*target=*/1, /*gradientScale=*/1);
        EXPECT_NEAR(loss, -std::log(std::exp(-static_cast<double>(lead)) + 1e-24), 1e-3) << lead;
        for (const float gradient : scores) EXPECT_TRUE(std::isfinite(gradient)) << lead;
    }
}

TEST(RankingLoss, RefusesBinaryCrossEntropy) {
    EXPECT_THROW(Row().loss({LossKind::BinaryCrossEntropy}), std::logic_error);
    EXPECT_THROW(rankingLoss({LossKind::BinaryCrossEntropy}, torch::zeros({1, 2}), torch::ones({2}),
                             torch::zeros({1}, torch::kLong)),
                 std::logic_error);
}

class EveryRankingLoss : public testing::TestWithParam<RankingLoss> {
protected:
    void SetUp() override { torch::manual_seed(3); }
    static constexpr std::int64_t kRows = 5, kColumns = 37;
    torch::Tensor m_targets = torch::arange(kRows);

    /// The losses of the rows and the gradients of their scores, as the CPU's kernels compute them.
    static std::pair<std::vector<double>, torch::Tensor> packed(const torch::Tensor& scores,
                                                                const torch::Tensor& counts) {
        torch::Tensor gradients = scores.clone();
        kernels::RankingRow row(GetParam());
        std::vector<double> losses;
        for (std::int64_t m = 0; m < scores.size(0); ++m)
            losses.push_back(row.computeLossAndGradients(gradients.data_ptr<float>() + m * scores.size(1),
                                                         counts.data_ptr<float>(), scores.size(1), m,
                                                         /*gradientScale=*/0.25));
        return {losses, gradients};
    }
};

TEST_P(EveryRankingLoss, HasTheLossesAndGradientsOfAutograd) {
    torch::Tensor counts = torch::randint(1, 4, {kColumns}).to(torch::kFloat);
    counts.slice(0, 0, kRows).fill_(1);
    for (const double spread : {0.3, 3.0}) {
        const torch::Tensor scores = spread * torch::randn({kRows, kColumns});
        const torch::Tensor exact = scores.to(torch::kDouble).set_requires_grad(true);
        const torch::Tensor expected = rankingLoss(GetParam(), exact, counts.to(torch::kDouble), m_targets);
        expected.sum().backward();
        const auto [losses, gradients] = packed(scores, counts);
        for (std::int64_t m = 0; m < kRows; ++m) {
            const double value = expected[m].item<double>();
            EXPECT_NEAR(losses[static_cast<std::size_t>(m)], value, kRounding * std::max(1.0, std::abs(value)));
        }
        const torch::Tensor expectedGradients = 0.25 * exact.grad();
        EXPECT_LE((gradients.to(torch::kDouble) - expectedGradients).abs().max().item<double>(),
                  kRounding * std::max(1.0, expectedGradients.abs().max().item<double>()));
    }
}

TEST_P(EveryRankingLoss, AColumnWithCountTwoEqualsTwoColumns) {
    const torch::Tensor once = torch::randn({kRows, kColumns});
    const torch::Tensor twice = torch::cat({once, once.slice(1, kColumns - 1)}, 1).contiguous();
    torch::Tensor counts = torch::ones({kColumns});
    counts[kColumns - 1] = 2;
    const auto [losses, gradients] = packed(once, counts);
    const auto [expected, separateGradients] = packed(twice, torch::ones({kColumns + 1}));
    for (std::size_t m = 0; m < losses.size(); ++m) EXPECT_NEAR(losses[m], expected[m], kRounding * expected[m]);
    torch::Tensor summedGradients = separateGradients.slice(1, 0, kColumns).clone();
    summedGradients.slice(1, kColumns - 1) += separateGradients.slice(1, kColumns);
    EXPECT_LE((gradients - summedGradients).abs().max().item<double>(), kRounding);
}

INSTANTIATE_TEST_SUITE_P(All, EveryRankingLoss,
                         testing::Values(RankingLoss{LossKind::CrossEntropy}, RankingLoss{LossKind::Bpr},
                                         RankingLoss{LossKind::Top1}, RankingLoss{LossKind::Top1Max},
                                         RankingLoss{LossKind::BprMax, 0, 0}, RankingLoss{LossKind::BprMax, 1.95, 0},
                                         RankingLoss{LossKind::BprMax, 1, 0.5}),
                         [](const auto& info) {
                             return nameOf(info.param.kind) + (info.param.scorePenalty > 0 ? "_penalty" : "") +
                                    (info.param.elu > 0 ? "_elu" : "");
                         });

}  // namespace
}  // namespace recscope
