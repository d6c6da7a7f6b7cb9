// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/agreement_study.h"

#include <fmt/format.h>

#include <cmath>

#include "core/explain/attention/require_attention.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Options for deletion curves that are only averaged over users. A coarse curve needs roughly a tenth of the
/// predictions of a plotted one.
constexpr DeletionOptions kCoarse = {.randomOrders = 4, .points = 10};

/// Collects the results of one head over users. The vectors have one entry per user with a value.
struct Tally {
    std::vector<double> correlations, attentionGains, effectGains;
    std::int64_t positive = 0, sameTop = 0, users = 0;

    void add(const Agreement& agreement, const DeletionCurve& curve) {
        attentionGains.push_back(curve.attentionGain);
        effectGains.push_back(curve.effectGain);
        ++users;
        sameTop += agreement.hasSameTop;
        if (!agreement.spearman) return;
        correlations.push_back(*agreement.spearman);
        positive += *agreement.spearman > 0;
    }

    HeadAgreement result(HeadId head) const {
        return {.head = head,
                .positive = shareOf(positive, static_cast<std::int64_t>(correlations.size())),
                .sameTop = shareOf(sameTop, users),
                .correlation = meanOf(correlations),
                .margins = marginsOfGains(attentionGains, effectGains)};
    }
};

}  // namespace

AgreementStudy studyAgreement(const InferenceSession& inference, const Histories& histories,
                              const RemovalOptions& removal, StudyTarget target, const StudyOptions& options,
                              const ProgressSink& progress, const std::stop_token& stop) {
    requireSoftmaxAttention(inference);
    const auto layers = static_cast<std::int32_t>(inference.capabilities().layers);
    const auto heads = static_cast<std::int32_t>(inference.capabilities().heads);
    std::vector<Tally> tallies(static_cast<std::size_t>(layers * heads));
    Tally mean;
    AgreementStudy study;
    study.removal = removal;
    const auto visit = [&](std::int32_t user, const Explanation& explanation) {
        const bool usesFirstRecommendation = target == StudyTarget::FirstRecommendation;
        if (usesFirstRecommendation && explanation.recommendations.empty()) return;
        const Token item =
            usesFirstRecommendation ? explanation.recommendations.front().token : explanation.heldOut->token;
        const InferenceSession userSession = inference.forUser(user);
        const RemovalTest test = removalTest(userSession, explanation.given(), item, removal, stop);
        if (test.effects.size() < 2) return;
        ++study.users;
        study.sameTopByChance += 1 / static_cast<double>(test.effects.size());
        std::vector<float> sum(test.effects.size(), 0);
        std::vector<std::vector<float>> maps;  // one weight vector per head, then their sum over all heads
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            for (std::int32_t head = 0; head < heads; ++head) {
                maps.push_back(effectWeights(explanation, {layer, head}, test.effects));
                for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += maps.back()[i];
            }
        }
        maps.push_back(std::move(sum));
        const auto curves = deletionCurves(userSession, explanation.given(), test, maps, kCoarse, {}, stop);
        for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i].add(agreementOf(maps[i], test.effects), curves[i]);
        mean.add(agreementOf(maps.back(), test.effects), curves.back());
    };
    forEachStudied(inference, histories, options, /*topK=*/1, visit, progress, stop);
    if (study.users > 0) study.sameTopByChance /= static_cast<double>(study.users);
    for (std::int32_t layer = 0; layer < layers; ++layer) {
        for (std::int32_t head = 0; head < heads; ++head)
            study.heads.push_back(tallies[static_cast<std::size_t>(layer * heads + head)].result({layer, head}));
    }
    study.meanOfHeads = mean.result({});
    return study;
}

AgreementGrade gradeOf(const HeadAgreement& agreement) {
    if (agreement.positive.cases < 2) return AgreementGrade::Chance;
    return gradeOf(agreement.correlation.mean, agreement.correlation.halfWidth);
}

std::string agreementSentence(const HeadAgreement& agreement) {
    const AgreementGrade grade = gradeOf(agreement);
    const std::string headText = headName(agreement.head);
    if (agreement.positive.cases == 0)
        return translated(
            "It cannot be determined whether {} agrees with the removal test: no user has two items to compare.",
            headText);
    const std::string users =
        agreement.positive.cases == 1 ? translated("1 user") : translated("{} users", agreement.positive.cases);
    const auto percent = [](double share) { return std::round(100 * share); };  // rounds halves up, like the table
    const std::string measured = translated(
        "mean rank correlation {} ± {:.2f}; for {:.0f} % of the users ({:.0f} to {:.0f} %) it is above 0, "
        "and for {:.0f} % both put the same item first",
        numberText(agreement.correlation.mean, 2), agreement.correlation.halfWidth, percent(agreement.positive.share),
        percent(agreement.positive.low), percent(agreement.positive.high), percent(agreement.sameTop.share));
    std::string curves = gainsSentence(agreement.margins, headText);
    if (!curves.empty()) curves = ' ' + curves;
    if (grade == AgreementGrade::Chance)
        return translated("Over {}, the agreement of {} with the removal test cannot be distinguished from chance: {}.",
                          users, headText, measured) +
               curves;
    return translated("Over {}, {} {}: {}.", users, headText, relationOf(grade), measured) + curves;
}

}  // namespace recscope
