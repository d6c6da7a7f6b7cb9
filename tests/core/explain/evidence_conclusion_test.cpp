// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/evidence_conclusion.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>

#include "core/util/random.h"

namespace recscope {
namespace {

/// A deletion curve in which the orders by attention and by effect gain this many nats over the mean random order. The
/// gains of single random orders lie between -0.2 and 0.2 nats.
DeletionCurve curveOf(double attention, double effect) {
    DeletionCurve curve;
    curve.byAttention = {0};
    curve.random = {0};
    curve.attentionGain = attention;
    curve.effectGain = effect;
    curve.randomGainLow = -0.2;
    curve.randomGainHigh = 0.2;
    return curve;
}

/// A random hit or miss for each case. `hits` is an array, because std::vector<bool> cannot be read as a span of bool.
struct Hits {
    explicit Hits(std::size_t cases) : hits(std::make_unique<bool[]>(cases)), count(cases) {}
    Hits(std::size_t cases, double share, std::uint64_t seed) : Hits(cases) {
        Random random({seed});
        for (std::size_t i = 0; i < cases; ++i) hits[i] = random.uniform() < share;
    }
    std::span<const bool> all() const { return {hits.get(), count}; }
    std::unique_ptr<bool[]> hits;
    std::size_t count;
};

TEST(EvidenceConclusion, FollowsTheCurveThatFallsFaster) {
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.1, 0.15))), EvidenceConclusion::Neither);
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.1, 0.5))), EvidenceConclusion::OnlyRemoval);
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.5, 0.1))), EvidenceConclusion::OnlyAttention);
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.3, 0.5))), EvidenceConclusion::RemovalAhead);
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.5, 0.3))), EvidenceConclusion::AttentionAhead);
    EXPECT_EQ(conclusionOf(marginsOf(curveOf(0.5, 0.5004))), EvidenceConclusion::Alike);  // shown as equal
}

TEST(EvidenceConclusion, NeverRecommendsTheSlowerCurve) {
    for (double attention = -0.6; attention <= 0.6; attention += 0.05) {
        for (double effect = -0.6; effect <= 0.6; effect += 0.05) {
            const EvidenceConclusion conclusion = conclusionOf(marginsOf(curveOf(attention, effect)));
            const bool recommendsRemoval =
                conclusion == EvidenceConclusion::OnlyRemoval || conclusion == EvidenceConclusion::RemovalAhead;
            const bool recommendsAttention =
                conclusion == EvidenceConclusion::OnlyAttention || conclusion == EvidenceConclusion::AttentionAhead;
            if (recommendsRemoval) {
                EXPECT_GT(effect, attention);
            }
            if (recommendsAttention) {
                EXPECT_GT(attention, effect);
            }
            const std::string text = curveSentence(curveOf(attention, effect), "layer 1, head 2");
            EXPECT_EQ(text.find("rely on the removal effects") != std::string::npos,
                      conclusion == EvidenceConclusion::OnlyRemoval)
                << text;
        }
    }
}

// If one of n items decides alone, one in n random orders also begins with it. A single curve then does not differ from
// chance, although the removal sentence rightly says that the recommendation "depends most on" this item.
TEST(EvidenceConclusion, OfOneCurveDoesNotContradictTheRemovalSentence) {
    const DeletionCurve curve = curveOf(0.1, 0.19);
    ASSERT_EQ(conclusionOf(marginsOf(curve)), EvidenceConclusion::Neither);
    const std::string text = curveSentence(curve, "layer 1, head 2");
    EXPECT_EQ(text.find("as an explanation"), std::string::npos) << text;
    EXPECT_TRUE(
        text.ends_with("Neither the order of layer 1, head 2 nor that of the removal effects is clearly better "
                       "than a random order."))
        << text;
}

TEST(EvidenceConclusion, IsEmptyWithoutAttentionOrRandomOrders) {
    DeletionCurve curve = curveOf(0.5, 0.5);
    curve.byAttention.clear();
    EXPECT_EQ(conclusionOf(marginsOf(curve)), EvidenceConclusion::Nothing);
    EXPECT_EQ(curveSentence(curve, "layer 1, head 1"), "");
    curve = curveOf(0.5, 0.5);
    curve.random.clear();
    EXPECT_EQ(conclusionOf(marginsOf(curve)), EvidenceConclusion::Nothing);
    EXPECT_EQ(conclusionOf(marginsOfGains(std::array{0.5}, std::array{0.5})), EvidenceConclusion::Nothing);
    EXPECT_EQ(conclusionOf(marginsOfHits({}, {}, {})), EvidenceConclusion::Nothing);
}

TEST(EvidenceConclusion, SentencesDiffer) {
    std::set<std::string> texts;
    for (int i = 0; i <= static_cast<int>(EvidenceConclusion::Alike); ++i)
        texts.insert(conclusionSentence(static_cast<EvidenceConclusion>(i), "the largest weight"));
    EXPECT_EQ(texts.size(), 7u);
    EXPECT_EQ(conclusionSentence(EvidenceConclusion::OnlyAttention, "layer 1, head 1").substr(0, 5), "Layer");
}

TEST(EvidenceMargins, OfHitsAreSharesMinusChanceAndThePairedDifference) {
    const std::array attention = {true, true, false, false}, removal = {true, true, true, false};
    const std::array chance = {0.1, 0.3, 0.2, 0.2};
    const EvidenceMargins margins = marginsOfHits(attention, removal, chance);
    EXPECT_EQ(margins.cases, 4);
    EXPECT_NEAR(margins.attention.mean, 0.5 - 0.2, 1e-12);
    EXPECT_NEAR(margins.removal.mean, 0.75 - 0.2, 1e-12);
    EXPECT_NEAR(margins.difference.mean, 0.25, 1e-12);
    // The methods differ in one case of four, in which only the removal test finds the cause. That is no evidence:
    // Wilson's interval for 1 of 1 is 0.207 to 1, so the lower limit of the difference is below 0.
    EXPECT_NEAR(margins.difference.low, (2 * 0.20654 - 1) / 4, 1e-4);
    EXPECT_EQ(conclusionOf(marginsOfHits(attention, attention, chance)), EvidenceConclusion::Neither);
}

// If attention and the removal test find the cause equally often and independently of each other, the interval of the
// difference excludes 0 in about 1 of 20 draws. Of 400 draws, 20 are expected, with a binomial standard deviation of
// 4.4; the limit of 35 is 3.4 standard deviations above.
TEST(EvidenceMargins, RarelyReportADifferenceBetweenEqualMethods) {
    const std::vector<double> chance(200, 0.1);
    int different = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Hits a(200, 0.4, 2 * seed), b(200, 0.4, 2 * seed + 1);
        const EvidenceMargins margins = marginsOfHits(a.all(), b.all(), chance);
        different += margins.difference.isAbove() || margins.difference.isBelow();
    }
    EXPECT_LE(different, 35);
    EXPECT_GE(different, 5);  // the interval is not too wide, either: 5 is 3.4 standard deviations below 20
}

// A random order is called better than chance in 1 of 40 draws: 10 of 400 expected, standard deviation 3.1. The limit
// of 20 is 3.2 standard deviations above.
TEST(EvidenceMargins, RarelyCallARandomOrderBetterThanChance) {
    const std::vector<double> chance(200, 0.2);
    int better = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Hits a(200, 0.2, 7000 + seed);
        better += marginsOfHits(a.all(), a.all(), chance).attention.isAbove();
    }
    EXPECT_LE(better, 20);
}

TEST(EvidenceMargins, OfGainsArePairedByCase) {
    // Removal gains 0.1 more in every case, however much the cases differ.
    const std::array attention = {0.0, 1.0, 5.0, 9.0}, removal = {0.1, 1.1, 5.1, 9.1};
    const EvidenceMargins margins = marginsOfGains(attention, removal);
    EXPECT_NEAR(margins.difference.mean, 0.1, 1e-12);
    EXPECT_NEAR(margins.difference.low, 0.1, 1e-9);
    EXPECT_TRUE(margins.difference.isAbove());
    // With Student's t of 3 degrees of freedom, the half-width 3.182 * 4.113 / 2 exceeds the mean, which is 3.75.
    EXPECT_FALSE(margins.attention.isAbove());
    EXPECT_NEAR(margins.attention.mean - margins.attention.low, 3.18245 * 4.11299 / 2, 1e-3);
}

}  // namespace
}  // namespace recscope
