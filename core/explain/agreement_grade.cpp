// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/agreement_grade.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace recscope {

namespace {

constexpr double kNormal95 = 1.959964;  // two-sided 95 % of the standard normal distribution

double asShown(double value) {
    return std::round(value * 100) / 100;
}

std::string capitalized(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

/// What each of both puts first, to go on a sentence; empty without titles.
std::string topClause(const Agreement& agreement, const TopItems& top, bool agrees) {
    if (top.looked.empty() || !agreement.spearman) return {};
    if (top.removed.empty()) return "; removing any one item makes the recommendation no less likely";
    if (agreement.sameTop || top.looked == top.removed)
        return fmt::format(", {} both put {} first", agrees ? "and" : "although", top.looked);
    return fmt::format("{} it looks most at {}, while removing {} costs the recommendation most",
                       agrees ? ", but" : ":", top.looked, top.removed);
}

std::string tooFewSentence(const Agreement& agreement, const std::string& who, const TopItems& top) {
    std::string text = fmt::format("Too few items to tell whether {} agrees with the removal test: ", who);
    if (agreement.items < 2) {
        text += "there is only one.";
    } else if (!agreement.spearman) {
        text += fmt::format("there are {}, and either the attention or the removal effect is the same for all of them.",
                            agreement.items);
    } else if (asShown(chanceBound(agreement.items)) >= 1) {
        text += fmt::format("over {} items even the same order can be chance.", agreement.items);
    } else {
        text += fmt::format("over {} items a rank correlation of {:.2f} can be chance, which reaches {:.2f}.",
                            agreement.items, *agreement.spearman, chanceBound(agreement.items));
    }
    if (top.removed.empty()) return text + " Read the removal effects instead.";
    return text +
           fmt::format(" Read the removal effects instead: removing {} costs the recommendation most.", top.removed);
}

}  // namespace

double chanceBound(std::int32_t items) {
    return kNormal95 / std::sqrt(static_cast<double>(items) - 1);
}

AgreementGrade gradeOf(const Agreement& agreement) {
    if (agreement.items < 2) return AgreementGrade::TooFew;
    const double chance = asShown(chanceBound(agreement.items));
    const bool chanceIsStrong = chance >= kStrongAgreement;
    if (!agreement.spearman) return chanceIsStrong ? AgreementGrade::TooFew : AgreementGrade::Hardly;
    const double shown = asShown(*agreement.spearman);
    const bool isLarge = std::abs(shown) >= kPartialAgreement;
    if (std::abs(shown) <= chance && (isLarge || chanceIsStrong)) return AgreementGrade::TooFew;
    if (!isLarge) return AgreementGrade::Hardly;
    if (shown < 0) return AgreementGrade::Against;
    return shown >= kStrongAgreement ? AgreementGrade::Strong : AgreementGrade::Partly;
}

std::string gradeName(AgreementGrade grade) {
    switch (grade) {
        case AgreementGrade::Strong:
            return "strong";
        case AgreementGrade::Partly:
            return "partly";
        case AgreementGrade::Hardly:
            return "hardly";
        case AgreementGrade::Against:
            return "against";
        case AgreementGrade::TooFew:
            return "too few to tell";
    }
    return {};
}

std::string gradeBounds() {
    return fmt::format(
        "Strong: a rank correlation of {0} or more (its square is about one half: one order then explains about half "
        "of the other). Partly: {1} to {0}. Hardly: between -{1} and {1}. Against: -{1} or less. Too few to tell: so "
        "large a "
        "correlation also comes about by chance, with unrelated orders of as many items (beyond 1.96 / √(n − 1) "
        "it does so in 1 of 20 cases).",
        kStrongAgreement, kPartialAgreement);
}

std::string relationOf(AgreementGrade grade) {
    switch (grade) {
        case AgreementGrade::Strong:
            return "agrees strongly with the removal test";
        case AgreementGrade::Partly:
            return "agrees partly with the removal test";
        case AgreementGrade::Hardly:
            return "hardly agrees with the removal test";
        case AgreementGrade::Against:
            return "goes against the removal test";
        case AgreementGrade::TooFew:
            break;
    }
    return {};
}

std::string adviceFor(AgreementGrade grade) {
    switch (grade) {
        case AgreementGrade::Strong:
            return "Its map shows which items matter; how much each of them does is what the removal test says.";
        case AgreementGrade::Partly:
            return "Take its map as a hint where to look, and the removal test as the answer.";
        case AgreementGrade::Hardly:
        case AgreementGrade::Against:
            return "Do not read its map as a reason; read the removal effects.";
        case AgreementGrade::TooFew:
            return "Read the removal effects instead.";
    }
    return {};
}

std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top) {
    const AgreementGrade grade = gradeOf(agreement);
    if (grade == AgreementGrade::TooFew) return tooFewSentence(agreement, headName(head), top);
    const std::string who = capitalized(headName(head));
    const std::string measured =
        agreement.spearman ? fmt::format("rank correlation {:.2f} over {} items", *agreement.spearman, agreement.items)
                           : fmt::format("attention or removal effect is the same for all {} items", agreement.items);
    const std::string rest =
        grade == AgreementGrade::Against
            ? ": the items it looks at more tend to matter less"
            : topClause(agreement, top, grade == AgreementGrade::Strong || grade == AgreementGrade::Partly);
    return fmt::format("{} {} ({}){}. {}", who, relationOf(grade), measured, rest, adviceFor(grade));
}

}  // namespace recscope
