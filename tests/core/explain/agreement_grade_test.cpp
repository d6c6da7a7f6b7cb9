// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/agreement_grade.h"

#include <gtest/gtest.h>

#include <optional>

#include "core/explain/agreement_study.h"

namespace recscope {
namespace {

constexpr std::int32_t kMany = 401;  // chance reaches 1.96 / 20 = 0.10

AgreementGrade grade(std::int32_t items, std::optional<double> rho) {
    return gradeOf(Agreement{.items = items, .spearman = rho});
}

TEST(AgreementGrade, IsStrongFromSevenTenthsOn) {
    EXPECT_EQ(grade(kMany, 1.0), AgreementGrade::Strong);
    EXPECT_EQ(grade(kMany, 0.70), AgreementGrade::Strong);
    EXPECT_EQ(grade(kMany, 0.695), AgreementGrade::Strong);  // shown as 0.70
    EXPECT_EQ(grade(kMany, 0.694), AgreementGrade::Partly);  // shown as 0.69
}

TEST(AgreementGrade, IsPartialFromThreeTenthsOn) {
    EXPECT_EQ(grade(kMany, 0.38), AgreementGrade::Partly);
    EXPECT_EQ(grade(kMany, 0.30), AgreementGrade::Partly);
    EXPECT_EQ(grade(kMany, 0.29), AgreementGrade::Hardly);
}

TEST(AgreementGrade, IsHardlyAroundZeroHoweverManyItems) {
    EXPECT_EQ(grade(kMany, 0.0), AgreementGrade::Hardly);
    EXPECT_EQ(grade(kMany, 0.20), AgreementGrade::Hardly);  // beyond chance, and yet it says next to nothing
    EXPECT_EQ(grade(kMany, -0.29), AgreementGrade::Hardly);
    EXPECT_EQ(grade(kMany, std::nullopt), AgreementGrade::Hardly);
}

TEST(AgreementGrade, IsAgainstFromMinusThreeTenthsDown) {
    EXPECT_EQ(grade(kMany, -0.30), AgreementGrade::Against);
    EXPECT_EQ(grade(kMany, -0.95), AgreementGrade::Against);
}

TEST(AgreementGrade, TellsNothingWhereChanceReachesAsFar) {
    EXPECT_EQ(grade(26, 0.40), AgreementGrade::Partly);  // 1.96 / 5 = 0.39
    EXPECT_EQ(grade(26, 0.39), AgreementGrade::TooFew);
    EXPECT_EQ(grade(26, -0.39), AgreementGrade::TooFew);
    EXPECT_EQ(grade(26, -0.40), AgreementGrade::Against);
    EXPECT_EQ(grade(26, 0.29), AgreementGrade::Hardly);
}

TEST(AgreementGrade, TellsNothingOfSoFewItemsThatChanceReachesAStrongAgreement) {
    EXPECT_EQ(grade(0, std::nullopt), AgreementGrade::TooFew);
    EXPECT_EQ(grade(1, std::nullopt), AgreementGrade::TooFew);
    EXPECT_EQ(grade(4, 1.0), AgreementGrade::TooFew);  // 1.96 / sqrt(3) = 1.13
    EXPECT_EQ(grade(8, 0.0), AgreementGrade::TooFew);  // 1.96 / sqrt(7) = 0.74
    EXPECT_EQ(grade(8, 0.74), AgreementGrade::TooFew);
    EXPECT_EQ(grade(8, 0.75), AgreementGrade::Strong);
    EXPECT_EQ(grade(9, 0.0), AgreementGrade::Hardly);  // 1.96 / sqrt(8) = 0.69
    EXPECT_EQ(grade(8, std::nullopt), AgreementGrade::TooFew);
}

TEST(AgreementSentence, NamesBothItemsWhereTheyDifferAndSaysWhatToDo) {
    EXPECT_EQ(
        agreementSentence({.items = 42, .spearman = 0.38}, {0, 1}, {"Toy Story (1995)", "Aladdin (1992)"}),
        "Layer 1, head 2 agrees partly with the removal test (rank correlation 0.38 over 42 items), but it looks "
        "most at Toy Story (1995), while removing Aladdin (1992) costs the recommendation most. Take its map as a "
        "hint where to look, and the removal test as the answer.");
}

TEST(AgreementSentence, DoesNotContradictItselfInAnyGrade) {
    for (const double rho : {0.9, 0.5, 0.0, -0.5}) {
        for (const bool same : {true, false}) {
            const TopItems top{"A", same ? "A" : "B"};
            const std::string text = agreementSentence({.items = 50, .spearman = rho, .sameTop = same}, {0, 0}, top);
            EXPECT_EQ(text.find("what the recommendation rests on"), std::string::npos) << text;
            EXPECT_EQ(text.find(" and both put A first") != std::string::npos, same && rho > 0.3) << text;
            EXPECT_EQ(text.find(" although both put A first") != std::string::npos, same && rho == 0.0) << text;
            EXPECT_TRUE(text.ends_with(".")) << text;
        }
    }
}

TEST(AgreementSentence, SaysOfFewItemsThatTheyAreTooFew) {
    EXPECT_EQ(
        agreementSentence({.items = 6, .spearman = 0.5}, {0, 0}, {"A", "B"}),
        "Too few items to tell whether layer 1, head 1 agrees with the removal test: over 6 items a rank "
        "correlation of 0.50 can be chance, which reaches 0.88. Read the removal effects instead: removing B costs "
        "the recommendation most.");
    EXPECT_NE(agreementSentence({.items = 4, .spearman = 1.0}, {0, 0}).find("even the same order can be chance"),
              std::string::npos);
    EXPECT_NE(agreementSentence({.items = 1, .spearman = std::nullopt}, {0, 0}).find("there is only one"), std::string::npos);
}

TEST(AgreementSentence, SaysWhereNoRemovalCostsAnything) {
    const std::string text = agreementSentence({.items = 50, .spearman = 0.5}, {0, 0}, {"A", ""});
    EXPECT_NE(text.find("removing any one item makes the recommendation no less likely"), std::string::npos) << text;
}

HeadAgreement overUsers(double mean, double halfWidth, std::int64_t users = 100) {
    return {.positive = shareOf(users / 2, users),
            .sameTop = shareOf(users / 4, users),
            .correlation = {.mean = mean, .halfWidth = halfWidth}};
}

TEST(StudyGrade, HasTheBoundsOfOneRecommendation) {
    EXPECT_EQ(gradeOf(overUsers(0.70, 0.05)), AgreementGrade::Strong);
    EXPECT_EQ(gradeOf(overUsers(0.69, 0.05)), AgreementGrade::Partly);
    EXPECT_EQ(gradeOf(overUsers(0.30, 0.05)), AgreementGrade::Partly);
    EXPECT_EQ(gradeOf(overUsers(0.29, 0.05)), AgreementGrade::Hardly);
    EXPECT_EQ(gradeOf(overUsers(-0.30, 0.05)), AgreementGrade::Against);
}

TEST(StudyGrade, NeedsUsersAndAnIntervalWithoutZero) {
    EXPECT_EQ(gradeOf(HeadAgreement{}), AgreementGrade::TooFew);
    EXPECT_EQ(gradeOf(overUsers(0.9, 0.0, /*users=*/1)), AgreementGrade::TooFew);
    EXPECT_EQ(gradeOf(overUsers(0.5, 0.5)), AgreementGrade::TooFew);
    EXPECT_EQ(gradeOf(overUsers(0.5, 0.49)), AgreementGrade::Partly);
}

TEST(StudySentence, SaysTheGradeItsNumbersAndWhatToDo) {
    const std::string text = agreementSentence(overUsers(0.42, 0.05));
    EXPECT_TRUE(
        text.starts_with("Over 100 users, layer 1, head 1 agrees partly with the removal test: mean rank "
                         "correlation 0.42 ± 0.05; for 50 % of the users"))
        << text;
    EXPECT_TRUE(text.ends_with(adviceFor(AgreementGrade::Partly))) << text;
}

}  // namespace
}  // namespace recscope
