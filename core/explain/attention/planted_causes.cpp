// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/planted_causes.h"

#include <algorithm>
#include <cmath>

#include "core/explain/attention/agreement.h"
#include "core/explain/scores/removal_test.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A held-out item of the sample data that an earlier item made likely.
struct Case {
    std::int32_t user = 0;
    std::vector<Token> input;
    Token target = kPadToken;
    std::int32_t cause = 0;  ///< position in input
};

std::vector<Case> afterGapCases(const DatasetStore& datasets, DatasetId dataset, const Histories& histories,
                                Split split) {
    std::vector<Case> cases;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (!histories.hasTarget(user, split)) continue;
        const auto input = histories.input(user, split);
        for (const PlantedCause& planted : datasets.plantedCauses(dataset, user)) {
            if (planted.position != static_cast<std::int32_t>(input.size()) || planted.pattern != Pattern::AfterGap)
                continue;
            cases.push_back({user, {input.begin(), input.end()}, histories.target(user, split), planted.causes.at(0)});
        }
    }
    return cases;
}

/// The items that are compared, as the removal test takes them away: equal ones together.
std::vector<RemovalEffect> itemsOf(const Explanation& explanation) {
    std::vector<RemovalEffect> items;
    for (const auto& group : removalGroups(explanation.history, explanation.firstPosition, EqualItems::Together))
        items.push_back({.position = group.back(), .earlier = {group.begin(), group.end() - 1}});
    return items;
}

/// For each (layer, head): whether the last row's largest weight on an item of the history is on the cause.
std::vector<bool> headsOnCause(const Explanation& explanation, std::int32_t cause) {
    const AttentionMaps& maps = explanation.attention;
    const std::vector<RemovalEffect> items = itemsOf(explanation);
    std::vector<bool> found;
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            const std::vector<float> weights = effectWeights(explanation, {layer, head}, items);
            const auto largest = std::max_element(weights.begin(), weights.end()) - weights.begin();
            found.push_back(items[static_cast<std::size_t>(largest)].takes(cause));
        }
    }
    return found;
}

}  // namespace

CauseFinding findPlantedCauses(Workspace& workspace, RunId run) {
    const Explainer explainer = Explainer::load(workspace, run);
    const DatasetStore datasets(workspace);
    const DatasetId dataset = explainer.run().dataset;
    const Histories histories = datasets.histories(dataset);
    const std::vector<Case> valid = afterGapCases(datasets, dataset, histories, Split::Valid);
    const std::vector<Case> test = afterGapCases(datasets, dataset, histories, Split::Test);
    if (test.empty() || valid.empty()) {
        throw Error(ErrorKind::Input,
                    translated("The dataset \"{}\" has no planted causes.", explainer.run().datasetName),
                    translated("Only the bundled sample knows why each interaction happened."));
    }
    const auto heads = static_cast<std::size_t>(explainer.capabilities().layers * explainer.capabilities().heads);

    std::vector<std::int64_t> hits(heads, 0);
    for (const Case& example : valid) {
        const Explanation explanation = explainer.forUser(example.user).explain(example.input, /*topK=*/0);
        const auto found = headsOnCause(explanation, example.cause);
        for (std::size_t i = 0; i < heads; ++i) hits[i] += found[i];
    }
    const auto best = static_cast<std::size_t>(std::max_element(hits.begin(), hits.end()) - hits.begin());
    const bool hasHeads = heads > 0;

    CauseFinding finding;
    finding.cases = static_cast<std::int64_t>(test.size());
    const auto headsPerLayer = static_cast<std::size_t>(explainer.capabilities().heads);
    if (hasHeads)
        finding.bestHead = headName({.layer = static_cast<std::int32_t>(best / headsPerLayer),
                                     .head = static_cast<std::int32_t>(best % headsPerLayer)});
    for (const Case& example : test) {
        const Explanation explanation = explainer.forUser(example.user).explain(example.input, /*topK=*/0);
        const auto found = headsOnCause(explanation, example.cause);
        if (hasHeads) finding.attentionShare += found[best];
        finding.anyHeadShare += std::find(found.begin(), found.end(), true) != found.end();
        const double chance = 1.0 / static_cast<double>(itemsOf(explanation).size());
        if (hasHeads) finding.attentionChance += chance;
        finding.anyHeadChance += 1 - std::pow(1 - chance, static_cast<double>(heads));
        const auto effects = explainer.forUser(example.user).removalEffects(example.input, example.target);
        const auto largest =
            std::max_element(effects.begin(), effects.end(),
                             [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
        finding.removalShare += largest != effects.end() && largest->takes(example.cause);
        finding.removalChance += effects.empty() ? 0 : 1.0 / static_cast<double>(effects.size());
    }
    for (double* share : {&finding.attentionShare, &finding.anyHeadShare, &finding.removalShare,
                          &finding.attentionChance, &finding.anyHeadChance, &finding.removalChance})
        *share /= static_cast<double>(test.size());
    return finding;
}

}  // namespace recscope
