// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/agreement_study.h"

#include <fmt/format.h>

namespace recscope {

namespace {

/// What one head's rows came to, user by user.
struct Tally {
    std::vector<double> correlations;
    std::int64_t positive = 0, sameTop = 0, users = 0;

    void add(const Agreement& agreement) {
        ++users;
        sameTop += agreement.sameTop;
        if (!agreement.spearman) return;
        correlations.push_back(*agreement.spearman);
        positive += *agreement.spearman > 0;
    }

    HeadAgreement result(HeadId head) const {
        return {.head = head,
                .positive = shareOf(positive, static_cast<std::int64_t>(correlations.size())),
                .sameTop = shareOf(sameTop, users),
                .correlation = meanOf(correlations)};
    }
};

}  // namespace

AgreementStudy studyAgreement(const Explainer& explainer, const Histories& histories, RemovalKind kind,
                              StudyTarget target, const StudyOptions& options, const ProgressSink& progress,
                              const std::stop_token& stop) {
    const auto layers = static_cast<std::int32_t>(explainer.config().layers);
    const auto heads = static_cast<std::int32_t>(explainer.config().heads);
    std::vector<Tally> tallies(static_cast<std::size_t>(layers * heads));
    Tally mean;
    AgreementStudy study;
    study.kind = kind;
    const auto visit = [&](std::int32_t, const Explanation& explanation) {
        const bool asksFirst = target == StudyTarget::FirstRecommendation;
        if (asksFirst && explanation.recommendations.empty()) return;
        const Token item = asksFirst ? explanation.recommendations.front().token : explanation.heldOut->token;
        const RemovalTest test = removalTest(explainer, explanation.history, item, kind, stop);
        if (test.effects.size() < 2) return;
        ++study.users;
        study.sameTopByChance += 1 / static_cast<double>(test.effects.size());
        std::vector<float> sum(test.effects.size(), 0);
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            for (std::int32_t head = 0; head < heads; ++head) {
                const std::vector<float> weights = itemWeights(explanation, {layer, head});
                tallies[static_cast<std::size_t>(layer * heads + head)].add(agreementOf(weights, test.effects));
                for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weights[i];
            }
        }
        mean.add(agreementOf(sum, test.effects));
    };
    forEachStudied(explainer, histories, options, /*topK=*/1, visit, progress, stop);
    if (study.users > 0) study.sameTopByChance /= static_cast<double>(study.users);
    for (std::int32_t layer = 0; layer < layers; ++layer) {
        for (std::int32_t head = 0; head < heads; ++head)
            study.heads.push_back(tallies[static_cast<std::size_t>(layer * heads + head)].result({layer, head}));
    }
    study.meanOfHeads = mean.result({});
    return study;
}

AttentionVerdict verdictOf(const HeadAgreement& agreement) {
    if (agreement.positive.cases == 0) return AttentionVerdict::TooFewItems;
    if (agreement.positive.low > 0.5) return AttentionVerdict::Evidence;
    return agreement.positive.high < 0.5 ? AttentionVerdict::Misleading : AttentionVerdict::Decoration;
}

std::string verdictSentence(const HeadAgreement& agreement) {
    const AttentionVerdict verdict = verdictOf(agreement);
    if (verdict == AttentionVerdict::TooFewItems) return "Too few items to tell: no user of the sample read two items.";
    const std::string share =
        fmt::format("for {:.0f} % of {} users ({:.0f} to {:.0f} %)", 100 * agreement.positive.share,
                    agreement.positive.cases, 100 * agreement.positive.low, 100 * agreement.positive.high);
    const std::string top = fmt::format("Both name the same item first for {:.0f} %.", 100 * agreement.sameTop.share);
    if (verdict == AttentionVerdict::Evidence)
        return fmt::format(
            "Evidence for most users, not for each: {} the attention rises with what removing the item costs. {}",
            share, top);
    if (verdict == AttentionVerdict::Misleading) {
        return fmt::format("Misleading: only {} the attention rises with what removing the item costs. {}", share, top);
    }
    return fmt::format(
        "Decoration: {} the attention rises with what removing the item costs, no more than a coin would give. {}",
        share, top);
}

}  // namespace recscope
