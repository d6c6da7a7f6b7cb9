// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/planted_causes.h"

#include <algorithm>
#include <cmath>

#include "core/explain/scores/explainer.h"
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

/// For each (layer, head): whether the last row's largest weight among the history's items lies on the cause.
std::vector<bool> headsOnCause(const Explanation& explanation, std::int32_t cause, std::int32_t itemsRead) {
    const AttentionMaps& maps = explanation.attention;
    std::vector<bool> found;
    for (std::int32_t layer = 0; layer < maps.layers; ++layer) {
        for (std::int32_t head = 0; head < maps.heads; ++head) {
            const auto lastRow = maps.map(layer, head)
                                     .last(static_cast<std::size_t>(maps.size))
                                     .first(static_cast<std::size_t>(itemsRead));
            const auto largest = std::max_element(lastRow.begin(), lastRow.end()) - lastRow.begin();
            found.push_back(explanation.firstPosition + static_cast<std::int32_t>(largest) == cause);
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
    const auto itemsRead = [&](const Explanation& explanation) {
        return static_cast<std::int32_t>(explanation.history.size()) - explanation.firstPosition;
    };

    std::vector<std::int64_t> hits(heads, 0);
    for (const Case& example : valid) {
        const Explanation explanation = explainer.forUser(example.user).explain(example.input, /*topK=*/0);
        const auto found = headsOnCause(explanation, example.cause, itemsRead(explanation));
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
        const auto found = headsOnCause(explanation, example.cause, itemsRead(explanation));
        if (hasHeads) finding.attentionShare += found[best];
        finding.anyHeadShare += std::find(found.begin(), found.end(), true) != found.end();
        const double chance = 1.0 / itemsRead(explanation);
        if (hasHeads) finding.attentionChance += chance;
        finding.anyHeadChance += 1 - std::pow(1 - chance, static_cast<double>(heads));
        const auto effects = explainer.forUser(example.user).removalEffects(example.input, example.target);
        const auto largest =
            std::max_element(effects.begin(), effects.end(),
                             [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
        finding.removalShare += largest != effects.end() && largest->position == example.cause;
        finding.removalChance += effects.empty() ? 0 : 1.0 / static_cast<double>(effects.size());
    }
    for (double* share : {&finding.attentionShare, &finding.anyHeadShare, &finding.removalShare,
                          &finding.attentionChance, &finding.anyHeadChance, &finding.removalChance})
        *share /= static_cast<double>(test.size());
    return finding;
}

}  // namespace recscope
