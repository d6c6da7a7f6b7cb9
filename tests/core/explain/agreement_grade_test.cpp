// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/agreement_grade.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/explain/attention/agreement_study.h"

namespace recscope {
namespace {

constexpr std::int32_t kManyItems = 401;  // the bound of chance for |rho| is 1.96 / sqrt(items - 1) = 0.10

AgreementGrade grade(std::int32_t items, std::optional<double> rho) {
    return gradeOf(Agreement{.items = items, .spearman = rho});
}

TEST(AgreementGrade, IsStrongFromSevenTenthsOn) {
    EXPECT_EQ(grade(kManyItems, 1.0), AgreementGrade::Strong);
    EXPECT_EQ(grade(kManyItems, 0.70), AgreementGrade::Strong);
    EXPECT_EQ(grade(kManyItems, 0.695), AgreementGrade::Strong);  // shown as 0.70
    EXPECT_EQ(grade(kManyItems, 0.694), AgreementGrade::Partly);  // shown as 0.69
}

TEST(AgreementGrade, IsPartialFromThreeTenthsOn) {
    EXPECT_EQ(grade(kManyItems, 0.38), AgreementGrade::Partly);
    EXPECT_EQ(grade(kManyItems, 0.30), AgreementGrade::Partly);
    EXPECT_EQ(grade(kManyItems, 0.29), AgreementGrade::Hardly);
}

TEST(AgreementGrade, IsChanceWithinTheBoundWhateverTheValue) {
    EXPECT_EQ(grade(38, 0.28), AgreementGrade::Chance);  // 1.96 / sqrt(37) = 0.32
    EXPECT_EQ(grade(38, 0.32), AgreementGrade::Chance);
    EXPECT_EQ(grade(38, -0.32), AgreementGrade::Chance);
    EXPECT_EQ(grade(38, 0.33), AgreementGrade::Partly);
    EXPECT_EQ(grade(8, 0.74), AgreementGrade::Chance);  // 1.96 / sqrt(7) = 0.74
    EXPECT_EQ(grade(8, 0.75), AgreementGrade::Strong);
    EXPECT_EQ(grade(4, 1.0), AgreementGrade::Chance);  // 1.96 / sqrt(3) = 1.13
    EXPECT_EQ(grade(kManyItems, 0.10), AgreementGrade::Chance);
}

TEST(AgreementGrade, IsChanceWhereThereIsNothingToCompare) {
    EXPECT_EQ(grade(0, std::nullopt), AgreementGrade::Chance);
    EXPECT_EQ(grade(1, std::nullopt), AgreementGrade::Chance);
    EXPECT_EQ(grade(kManyItems, std::nullopt), AgreementGrade::Chance);
}

TEST(AgreementGrade, IsHardlyBetweenChanceAndThreeTenths) {
    EXPECT_EQ(grade(kManyItems, 0.11), AgreementGrade::Hardly);
    EXPECT_EQ(grade(kManyItems, 0.20), AgreementGrade::Hardly);
}

TEST(AgreementGrade, IsAgainstBelowTheNegativeChanceBound) {
    EXPECT_EQ(grade(kManyItems, -0.11), AgreementGrade::Against);
    EXPECT_EQ(grade(kManyItems, -0.95), AgreementGrade::Against);
    EXPECT_EQ(grade(26, -0.39), AgreementGrade::Chance);  // 1.96 / 5 = 0.39
    EXPECT_EQ(grade(26, -0.40), AgreementGrade::Against);
}

TEST(AgreementGrade, NeverFallsWhileTheCorrelationRises) {
    for (std::int32_t items = 3; items <= 500; ++items) {
        AgreementGrade before = AgreementGrade::Against;
        for (int thousandths = -1000; thousandths <= 1000; ++thousandths) {
            const AgreementGrade now = grade(items, thousandths / 1000.0);
            ASSERT_GE(now, before) << items << " items, " << thousandths / 1000.0;
            before = now;
        }
    }
}

TEST(AgreementGrade, IsChanceAroundZeroForAnyNumberOfItems) {
    for (std::int32_t items = 3; items <= 500; ++items) {
        const double chance = chanceBound(items);
        for (int step = -10; step <= 10; ++step)
            ASSERT_EQ(grade(items, chance * step / 10), AgreementGrade::Chance) << items << " items, step " << step;
    }
}

TEST(AgreementSentence, NamesBothItemsWhereTheyDiffer) {
    EXPECT_EQ(
        agreementSentence({.items = 42, .spearman = 0.38}, {0, 1}, {"Toy Story (1995)", "Aladdin (1992)"}),
        "Layer 1, head 2 agrees partly with the removal test (rank correlation 0.38 over 42 items, where chance "
        "reaches ±0.31), but it looks most at Toy Story (1995), while removing Aladdin (1992) makes the recommendation "
        "less likely than removing any other item.");
}

TEST(AgreementSentence, DoesNotContradictItselfInAnyGrade) {
    for (const double rho : {0.9, 0.5, 0.2, 0.0, -0.5}) {
        for (const bool same : {true, false}) {
            const TopItems top{"A", same ? "A" : "B"};
            const std::string text =
                agreementSentence({.items = 200, .spearman = rho, .hasSameTop = same}, {0, 0}, top);
            EXPECT_EQ(text.find(" and both put A first") != std::string::npos, same && rho > 0.3) << text;
            EXPECT_EQ(text.find(" although both put A first") != std::string::npos, same && rho == 0.2) << text;
            EXPECT_TRUE(text.ends_with(".")) << text;
        }
    }
}

TEST(AgreementSentence, SaysWhenChanceExplainsItAndNamesTheBound) {
    EXPECT_EQ(
        agreementSentence({.items = 38, .spearman = 0.28}, {0, 0}, {"A", "B"}),
        "The agreement of layer 1, head 1 with the removal test cannot be distinguished from chance with 38 "
        "items (rank "
        "correlation 0.28; chance reaches ±0.32). Removing B makes the recommendation less likely than removing any "
        "other item.");
    EXPECT_NE(agreementSentence({.items = 4, .spearman = 1.0}, {0, 0}).find("chance reaches ±1)"), std::string::npos);
}

TEST(AgreementSentence, SaysWhyThereIsNothingToCompare) {
    EXPECT_EQ(agreementSentence({.items = 1, .spearman = std::nullopt}, {0, 0}),
              "Layer 1, head 1 cannot be compared with the removal test: the model reads only one item.");
    EXPECT_NE(agreementSentence({.items = 9, .spearman = std::nullopt}, {0, 0}).find("are the same for all 9 items"),
              std::string::npos);
}

TEST(AgreementSentence, SaysWhenNoRemovalCostsAnything) {
    const std::string text = agreementSentence({.items = 50, .spearman = 0.5}, {0, 0}, {"A", ""});
    EXPECT_NE(text.find("removing any one item makes the recommendation no less likely"), std::string::npos) << text;
}

HeadAgreement overUsers(double mean, double halfWidth, std::int64_t users = 100) {
    return {.positive = shareOf(users / 2, users),
            .sameTop = shareOf(users / 4, users),
            .correlation = {.mean = mean, .halfWidth = halfWidth}};
}

TEST(StudyGrade, HasTheSameThresholdsAsASingleRecommendation) {
    EXPECT_EQ(gradeOf(overUsers(0.70, 0.05)), AgreementGrade::Strong);
    EXPECT_EQ(gradeOf(overUsers(0.69, 0.05)), AgreementGrade::Partly);
    EXPECT_EQ(gradeOf(overUsers(0.30, 0.05)), AgreementGrade::Partly);
    EXPECT_EQ(gradeOf(overUsers(0.29, 0.05)), AgreementGrade::Hardly);
    EXPECT_EQ(gradeOf(overUsers(-0.06, 0.05)), AgreementGrade::Against);
    EXPECT_EQ(gradeOf(overUsers(0.04, 0.05)), AgreementGrade::Chance);
}

TEST(StudyGrade, NeedsUsersAndAnIntervalWithoutZero) {
    EXPECT_EQ(gradeOf(HeadAgreement{}), AgreementGrade::Chance);
    EXPECT_EQ(gradeOf(overUsers(0.9, 0.0, /*users=*/1)), AgreementGrade::Chance);
    EXPECT_EQ(gradeOf(overUsers(0.5, 0.5)), AgreementGrade::Chance);
    EXPECT_EQ(gradeOf(overUsers(0.5, 0.49)), AgreementGrade::Partly);
}

// A rank correlation does not show which of the two rankings to trust, so no sentence may recommend one.
TEST(AgreementSentence, RecommendsNeitherRanking) {
    for (const double rho : {0.9, 0.5, 0.2, 0.0, -0.5}) {
        const std::string text = agreementSentence({.items = 200, .spearman = rho}, {0, 0}, {"A", "B"});
        for (const char* const advice : {"ead the", "instead", "Use its map", "Do not"})
            EXPECT_EQ(text.find(advice), std::string::npos) << text;
    }
}

TEST(StudySentence, NamesGradeNumbersAndConclusion) {
    HeadAgreement agreement = overUsers(0.42, 0.05);
    agreement.margins = {.cases = 100,
                         .attention = {.mean = 0.5, .low = 0.4, .high = 0.6},
                         .removal = {.mean = 0.2, .low = 0.1, .high = 0.3},
                         .difference = {.mean = -0.3, .low = -0.4, .high = -0.2}};
    const std::string text = agreementSentence(agreement);
    EXPECT_TRUE(
        text.starts_with("Over 100 users, layer 1, head 1 agrees partly with the removal test: mean rank "
                         "correlation 0.42 ± 0.05; for 50 % of the users"))
        << text;
    EXPECT_NE(text.find("+0.500 (+0.400 to +0.600) for the order of layer 1, head 1"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with(conclusionSentence(EvidenceConclusion::AttentionAhead, "layer 1, head 1"))) << text;
}

}  // namespace
}  // namespace recscope
