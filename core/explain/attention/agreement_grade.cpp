// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/agreement_grade.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "core/metrics/proportions.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

double asShown(double value) {
    return std::round(value * 100) / 100;
}

std::string capitalized(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

/// A clause that names the item with the largest weight and the item with the largest removal effect; empty if `top`
/// has no titles. `agrees`: whether the main clause states agreement.
std::string topClause(const Agreement& agreement, const TopItems& top, bool agrees) {
    if (top.byAttention.empty() || !agreement.spearman) return {};
    if (top.byRemoval.empty()) return translated("; removing any one item makes the recommendation no less likely");
    if (agreement.hasSameTop || top.byAttention == top.byRemoval)
        return translated(", {} both put {} first", agrees ? translated("and") : translated("although"),
                          top.byAttention);
    return translated(
        "{} it looks most at {}, while removing {} makes the recommendation less likely than removing any other item",
        agrees ? translated(", but") : std::string(":"), top.byAttention, top.byRemoval);
}

std::string chanceSentence(const Agreement& agreement, const std::string& headText, const TopItems& top) {
    std::string text;
    if (agreement.items < 2) {
        text = translated("{} cannot be compared with the removal test: the model reads only one item.",
                          capitalized(headText));
    } else if (!agreement.spearman) {
        text = translated(
            "{} cannot be compared with the removal test: its attention or the removal effects are the same for all {} "
            "items.",
            capitalized(headText), agreement.items);
    } else {
        const double chance = chanceBound(agreement.items);
        text = translated(
            "The agreement of {} with the removal test cannot be distinguished from chance with {} items (rank "
            "correlation {}; chance reaches {}).",
            headText, agreement.items, numberText(*agreement.spearman, 2),
            chance < 1 ? "±" + numberText(chance, 2) : "±1");
    }
    if (!top.byRemoval.empty())
        text += ' ' + translated("Removing {} makes the recommendation less likely than removing any other item.",
                                 top.byRemoval);
    return text;
}

}  // namespace

double chanceBound(std::int32_t items) {
    return kNormal95 / std::sqrt(static_cast<double>(items) - 1);
}

AgreementGrade gradeOf(double correlation, double chance) {
    const double shown = asShown(correlation);
    if (std::abs(shown) <= asShown(chance)) return AgreementGrade::Chance;
    if (shown < 0) return AgreementGrade::Against;
    if (shown < kPartialAgreement) return AgreementGrade::Hardly;
    return shown < kStrongAgreement ? AgreementGrade::Partly : AgreementGrade::Strong;
}

AgreementGrade gradeOf(const Agreement& agreement) {
    if (agreement.items < 2 || !agreement.spearman) return AgreementGrade::Chance;
    return gradeOf(*agreement.spearman, chanceBound(agreement.items));
}

std::string gradeName(AgreementGrade grade) {
    switch (grade) {
        case AgreementGrade::Against:
            return translatable("against");
        case AgreementGrade::Chance:
            return translatable("chance");
        case AgreementGrade::Hardly:
            return translatable("hardly");
        case AgreementGrade::Partly:
            return translatable("partly");
        case AgreementGrade::Strong:
            return translatable("strong");
    }
    return {};
}

std::string gradeBounds() {
    return translated(
        "Chance: the absolute rank correlation is no larger than that of unrelated orders (for one history of n items "
        "±1.96 / √(n − 1), which they exceed in 1 of 20 cases; for a mean over users the half-width of its 95 % "
        "interval). Beyond chance: against, if it is negative; hardly, below {1}; partly, from {1} to {0}; strong, {0} "
        "or more (its square is about one half: one order then explains about half of the other).",
        kStrongAgreement, kPartialAgreement);
}

std::string relationOf(AgreementGrade grade) {
    switch (grade) {
        case AgreementGrade::Against:
            return translated("goes against the removal test");
        case AgreementGrade::Chance:
            break;
        case AgreementGrade::Hardly:
            return translated("hardly agrees with the removal test");
        case AgreementGrade::Partly:
            return translated("agrees partly with the removal test");
        case AgreementGrade::Strong:
            return translated("agrees strongly with the removal test");
    }
    return {};
}

std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top) {
    const AgreementGrade grade = gradeOf(agreement);
    if (grade == AgreementGrade::Chance) return chanceSentence(agreement, headName(head), top);
    const std::string rest =
        grade == AgreementGrade::Against
            ? translated(": the items it looks at more tend to matter less")
            : topClause(agreement, top, grade == AgreementGrade::Strong || grade == AgreementGrade::Partly);
    return translated("{} {} (rank correlation {} over {} items, where chance reaches ±{:.2f}){}.",
                      capitalized(headName(head)), relationOf(grade), numberText(*agreement.spearman, 2),
                      agreement.items, chanceBound(agreement.items), rest);
}

}  // namespace recscope
