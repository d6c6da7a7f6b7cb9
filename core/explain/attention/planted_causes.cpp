// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/planted_causes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/metrics/paired_hits.h"
#include "core/recommender/query.h"
#include "core/recommender/run_histories.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kMethods = {CauseMethod::Mean, CauseMethod::Head, CauseMethod::Removal};

/// Whether to measure removal effects in addition to the weights.
enum class Effects { Skipped, Measured };

/// The positions that caused the user's held-out item; empty unless its pattern is AfterGap.
std::vector<std::int32_t> plantedFor(const DatasetStore& datasets, DatasetId dataset, const Histories& histories,
                                     std::int32_t user, Split split) {
    const auto position = static_cast<std::int32_t>(histories.input(user, split).size());
    for (const PlantedCause& planted : datasets.plantedCauses(dataset, user))
        if (planted.position == position && planted.pattern == Pattern::AfterGap) return planted.causes;
    return {};
}

/// The removal effect of each item in `causeCase.items`, in nats. A hidden movie leaves blank positions
/// (`kHiddenItem`), so no other item changes its position. Empty if hiding a movie would leave no item.
std::vector<double> effectsOfHiding(const InferenceSession& inference, const CauseCase& causeCase,
                                    const std::stop_token& stop) {
    std::vector<std::vector<Token>> variants{causeCase.items};
    std::map<Token, std::size_t> rows;
    for (const Token movie : causeCase.items) {
        if (!rows.try_emplace(movie, variants.size()).second) continue;
        std::vector<Token>& hidden = variants.emplace_back(causeCase.items);
        std::replace(hidden.begin(), hidden.end(), movie, kHiddenItem);
        if (std::all_of(hidden.begin(), hidden.end(), [](Token token) { return token == kHiddenItem; })) return {};
    }
    const ScoreTable scores = inference.scores(variants, stop);
    std::vector<double> effects;
    for (const Token movie : causeCase.items)
        effects.push_back(scores.logProbability(0, causeCase.target) -
                          scores.logProbability(rows[movie], causeCase.target));
    return effects;
}

std::vector<CauseCase> casesOf(const InferenceSession& session, const DatasetStore& datasets,
                               const Histories& histories, Split split, Effects effects, const std::stop_token& stop) {
    const DatasetId dataset = session.run().dataset;
    std::vector<CauseCase> cases;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        throwIfStopped(stop);
        if (!histories.hasTarget(user, split)) continue;
        const std::vector<std::int32_t> planted = plantedFor(datasets, dataset, histories, user, split);
        if (planted.empty()) continue;
        const auto input = histories.input(user, split);
        const InferenceSession inference = session.forUser(user);
        const Explanation explanation = inference.explain(input, /*topK=*/0);
        if (planted.front() < explanation.firstPosition) continue;
        CauseCase causeCase;
        causeCase.user = user;
        causeCase.items.assign(input.begin() + explanation.firstPosition, input.end());
        causeCase.target = histories.target(user, split);
        causeCase.cause = input[static_cast<std::size_t>(planted.front())];
        const AttentionMaps& maps = explanation.attention;
        const auto heads = static_cast<double>(maps.layers * maps.heads);
        causeCase.mean.assign(causeCase.items.size(), 0);
        for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
            for (std::int32_t head = 0; head < maps.heads; ++head) {
                const auto row = maps.map(layer, head).last(static_cast<std::size_t>(maps.size));
                std::vector<double>& weights = causeCase.heads.emplace_back();
                for (std::size_t item = 0; item < causeCase.items.size(); ++item) {
                    weights.push_back(static_cast<double>(row[item]));
                    causeCase.mean[item] += weights.back() / heads;
                }
            }
        }
        if (effects == Effects::Measured) causeCase.effects = effectsOfHiding(inference, causeCase, stop);
        cases.push_back(std::move(causeCase));
    }
    return cases;
}

Token filmOfLargestEffect(const CauseCase& causeCase) {
    if (causeCase.effects.empty()) return kPadToken;
    const auto largest =
        std::max_element(causeCase.effects.begin(), causeCase.effects.end()) - causeCase.effects.begin();
    return causeCase.items[static_cast<std::size_t>(largest)];
}

}  // namespace

Token filmOfLargestWeight(const std::vector<Token>& items, const std::vector<double>& weights) {
    std::map<Token, double> sums;
    for (std::size_t item = 0; item < items.size(); ++item) sums[items[item]] += weights[item];
    const auto largest =
        std::max_element(sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return largest == sums.end() ? kPadToken : largest->first;
}

std::size_t CauseCase::movieCount() const {
    std::vector<Token> different = items;
    std::sort(different.begin(), different.end());
    return static_cast<std::size_t>(std::unique(different.begin(), different.end()) - different.begin());
}

double CauseCase::effectOfCause() const {
    const auto at = std::find(items.begin(), items.end(), cause) - items.begin();
    return effects.empty() ? 0 : effects[static_cast<std::size_t>(at)];
}

HeadId CauseFinding::headAt(std::size_t index) const {
    const auto at = static_cast<std::int32_t>(index);
    return {.layer = at / headsOfLayer, .head = at % headsOfLayer};
}

std::string CauseFinding::headTitle() const {
    return head ? headName(*head) : std::string();
}

const std::vector<bool>& CauseFinding::by(CauseMethod method) const {
    return method == CauseMethod::Mean ? byMean : method == CauseMethod::Head ? byHead : byRemoval;
}

ShareInterval CauseFinding::shareOf(CauseMethod method) const {
    return recscope::shareOf(hitsIn(by(method)), static_cast<std::int64_t>(by(method).size()));
}

bool CauseConclusion::isBest(CauseMethod method) const {
    return std::find(best.begin(), best.end(), method) != best.end();
}

CauseConclusion conclusionFrom(const CauseFinding& finding) {
    std::vector<CauseMethod> methods;
    std::vector<std::vector<bool>> hits;
    for (const CauseMethod method : kMethods) {
        if (finding.by(method).empty()) continue;  // a model without attention has no results for this method
        methods.push_back(method);
        hits.push_back(finding.by(method));
    }
    CauseConclusion conclusion;
    for (const std::size_t leader : leadersOf(hits)) {
        conclusion.best.push_back(methods[leader]);
        conclusion.isAboveChance = conclusion.isAboveChance || finding.shareOf(methods[leader]).low > finding.chance;
    }
    return conclusion;
}

CauseFinding findPlantedCauses(const InferenceSession& inference, Workspace& workspace, const std::stop_token& stop) {
    const DatasetStore datasets(workspace);
    const Histories histories = historiesOf(workspace, inference.run());
    const std::vector<CauseCase> valid = casesOf(inference, datasets, histories, Split::Valid, Effects::Skipped, stop);
    CauseFinding finding;
    finding.cases = casesOf(inference, datasets, histories, Split::Test, Effects::Measured, stop);
    if (finding.cases.empty() || valid.empty()) {
        throw Error(ErrorKind::Input,
                    translated("The dataset \"{}\" has no planted causes.", inference.run().datasetName),
                    translated("Only the bundled sample records why each interaction happened."));
    }
    const Capabilities& can = inference.capabilities();
    const auto heads = static_cast<std::size_t>(can.layers * can.heads);
    std::vector<std::int64_t> hits(heads, 0);
    for (const CauseCase& causeCase : valid)
        for (std::size_t i = 0; i < heads; ++i)
            hits[i] += filmOfLargestWeight(causeCase.items, causeCase.heads[i]) == causeCase.cause;
    const auto best = static_cast<std::size_t>(std::max_element(hits.begin(), hits.end()) - hits.begin());
    if (heads > 0) {
        finding.headsOfLayer = static_cast<std::int32_t>(can.heads);
        finding.head = finding.headAt(best);
        finding.headValidationShare = recscope::shareOf(hits[best], static_cast<std::int64_t>(valid.size()));
    }
    const auto cases = static_cast<double>(finding.cases.size());
    for (const CauseCase& causeCase : finding.cases) {
        const double chance = 1.0 / static_cast<double>(causeCase.movieCount());
        finding.chance += chance / cases;
        finding.byRemoval.push_back(filmOfLargestEffect(causeCase) == causeCase.cause);
        finding.casesRaised += causeCase.effectOfCause() < 0;
        if (heads == 0) continue;
        bool isFoundByAnyHead = false;
        for (const auto& weights : causeCase.heads)
            isFoundByAnyHead = isFoundByAnyHead || filmOfLargestWeight(causeCase.items, weights) == causeCase.cause;
        finding.byAnyHead.push_back(isFoundByAnyHead);
        finding.anyHeadChance += (1 - std::pow(1 - chance, static_cast<double>(heads))) / cases;
        finding.byHead.push_back(filmOfLargestWeight(causeCase.items, causeCase.heads[best]) == causeCase.cause);
        finding.byMean.push_back(filmOfLargestWeight(causeCase.items, causeCase.mean) == causeCase.cause);
    }
    return finding;
}

CauseFinding findPlantedCauses(Workspace& workspace, RunId run) {
    return findPlantedCauses(InferenceSession::load(workspace, run), workspace);
}

}  // namespace recscope
