// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/evidence_conclusion.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/explain/scores/statistics.h"
#include "core/metrics/distributions.h"
#include "core/metrics/seed_statistics.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr double kShownAsZero = 0.0005;  ///< nats; a smaller value is shown as 0.000 and counts as 0

EvidenceMargin symmetricMargin(double mean, double halfWidth) {
    return {.mean = mean, .low = mean - halfWidth, .high = mean + halfWidth};
}

EvidenceMargin meanMargin(std::span<const double> values) {
    const Spread spread = spreadOf(values);
    const auto n = static_cast<double>(values.size());
    return symmetricMargin(spread.mean, studentQuantile(n - 1) * spread.deviation / std::sqrt(n));
}

EvidenceMargin shareMargin(std::span<const bool> found, double chance) {
    const ShareInterval share = shareOf(std::count(found.begin(), found.end(), true), std::ssize(found));
    return {.mean = share.share - chance, .low = share.low - chance, .high = share.high - chance};
}

std::string capitalized(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

const char* conclusionName(EvidenceConclusion conclusion) {
    switch (conclusion) {
        case EvidenceConclusion::Nothing:
            return "nothing";
        case EvidenceConclusion::Neither:
            return "neither";
        case EvidenceConclusion::OnlyRemoval:
            return "only removal";
        case EvidenceConclusion::OnlyAttention:
            return "only attention";
        case EvidenceConclusion::RemovalAhead:
            return "removal ahead";
        case EvidenceConclusion::AttentionAhead:
            return "attention ahead";
        case EvidenceConclusion::Alike:
            return "alike";
    }
    return "";
}

EvidenceConclusion conclusionOf(const EvidenceMargins& margins) {
    if (margins.cases < 1) return EvidenceConclusion::Nothing;
    const bool attentionBeatsChance = margins.attention.isAbove(), removalBeatsChance = margins.removal.isAbove();
    if (!attentionBeatsChance && !removalBeatsChance) return EvidenceConclusion::Neither;
    if (!attentionBeatsChance) return EvidenceConclusion::OnlyRemoval;
    if (!removalBeatsChance) return EvidenceConclusion::OnlyAttention;
    if (margins.difference.isAbove()) return EvidenceConclusion::RemovalAhead;
    return margins.difference.isBelow() ? EvidenceConclusion::AttentionAhead : EvidenceConclusion::Alike;
}

EvidenceMargins marginsOfHits(std::span<const bool> attention, std::span<const bool> removal,
                              std::span<const double> chance) {
    EvidenceMargins margins;
    margins.cases = std::ssize(chance);
    if (margins.cases == 0) return margins;
    const auto n = static_cast<double>(chance.size());
    const double byChance = std::accumulate(chance.begin(), chance.end(), 0.0) / n;
    margins.attention = shareMargin(attention, byChance);
    margins.removal = shareMargin(removal, byChance);
    std::int64_t onlyRemoval = 0, onlyOne = 0;
    for (std::size_t i = 0; i < chance.size(); ++i) {
        onlyOne += attention[i] != removal[i];
        onlyRemoval += removal[i] && !attention[i];
    }
    if (onlyOne == 0) return margins;
    // Of the cases in which only one of the two found the cause, the share in which this was the removal test. It is
    // one half if both are equally good.
    const ShareInterval share = shareOf(onlyRemoval, onlyOne);
    const double scale = static_cast<double>(onlyOne) / n;
    margins.difference = {.mean = (2 * share.share - 1) * scale,
                          .low = (2 * share.low - 1) * scale,
                          .high = (2 * share.high - 1) * scale};
    return margins;
}

EvidenceMargins marginsOfGains(std::span<const double> attention, std::span<const double> removal) {
    EvidenceMargins margins;
    if (attention.size() < 2) return margins;
    std::vector<double> differences;
    for (std::size_t i = 0; i < attention.size(); ++i) differences.push_back(removal[i] - attention[i]);
    margins.cases = std::ssize(attention);
    margins.attention = meanMargin(attention);
    margins.removal = meanMargin(removal);
    margins.difference = meanMargin(differences);
    return margins;
}

EvidenceMargins marginsOf(const DeletionCurve& curve) {
    EvidenceMargins margins;
    if (curve.byAttention.empty() || curve.random.empty()) return margins;
    margins.cases = 1;
    const auto overChance = [&](double gain) {
        return EvidenceMargin{.mean = gain, .low = gain - curve.randomGainHigh, .high = gain - curve.randomGainLow};
    };
    margins.attention = overChance(curve.attentionGain);
    margins.removal = overChance(curve.effectGain);
    const double ahead = curve.effectGain - curve.attentionGain;
    margins.difference = symmetricMargin(std::abs(ahead) < kShownAsZero ? 0 : ahead, 0);
    return margins;
}

std::string conclusionSentence(EvidenceConclusion conclusion, const std::string& attention) {
    switch (conclusion) {
        case EvidenceConclusion::Nothing:
            return translated("There is no basis for comparing {} and the removal test.", attention);
        case EvidenceConclusion::Neither:
            return translated(
                "Neither {} nor the removal test finds what matters better than chance: take neither as an "
                "explanation.",
                attention);
        case EvidenceConclusion::OnlyRemoval:
            return translated(
                "The removal test finds what matters better than chance, but {} does not: rely on the removal effects.",
                attention);
        case EvidenceConclusion::OnlyAttention:
            return translated(
                "{} finds what matters better than chance, but the removal test does not: here the map shows more than "
                "the removal effects.",
                capitalized(attention));
        case EvidenceConclusion::RemovalAhead:
            return translated(
                "Both find what matters better than chance, and the removal test does so better than {}: use the map "
                "to see where to look, and the removal effects for the answer.",
                attention);
        case EvidenceConclusion::AttentionAhead:
            return translated(
                "Both find what matters better than chance, and {} does so better than the removal test: items act "
                "together, and removing them one by one misses that.",
                attention);
        case EvidenceConclusion::Alike:
            return translated(
                "Both find what matters better than chance, and neither {} nor the removal test is clearly ahead.",
                attention);
    }
    return {};
}

std::string curveSentence(const DeletionCurve& curve, const std::string& attention) {
    const EvidenceMargins margins = marginsOf(curve);
    if (margins.cases == 0) return {};
    const EvidenceConclusion conclusion = conclusionOf(margins);
    // If a single item carries the recommendation, one in n random orders of the n items removes it first and is as
    // good as the best order. The curve then cannot distinguish the orders from random ones, but the effect of that
    // item remains valid. Therefore the sentence for this case speaks only of the orders.
    const std::string conclusionText =
        conclusion == EvidenceConclusion::Neither
            ? translated(
                  "Neither the order of {} nor that of the removal effects is clearly better than a random order.",
                  attention)
            : conclusionSentence(conclusion, attention);
    return translated(
               "Area below the mean of the random orders, in nats: {} for the order of {}, {} for the order of the "
               "removal effects; random orders lie between {} and {}.",
               signedText(curve.attentionGain, 3), attention, signedText(curve.effectGain, 3),
               signedText(curve.randomGainLow, 3), signedText(curve.randomGainHigh, 3)) +
           ' ' + conclusionText;
}

std::string gainsSentence(const EvidenceMargins& margins, const std::string& attention) {
    if (margins.cases == 0) return {};
    const auto text = [](const EvidenceMargin& margin) {
        return translated("{} ({} to {})", signedText(margin.mean, 3), signedText(margin.low, 3),
                          signedText(margin.high, 3));
    };
    return translated(
               "Mean area below random orders, in nats, when items are removed one after the other: {} for the order "
               "of {}, {} for the order of the removal effects.",
               text(margins.attention), attention, text(margins.removal)) +
           ' ' + conclusionSentence(conclusionOf(margins), attention);
}

}  // namespace recscope
