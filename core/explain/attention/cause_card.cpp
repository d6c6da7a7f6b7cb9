// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/cause_card.h"

#include <algorithm>

#include "core/explain/attention/agreement.h"
#include "core/sequence/history_input.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"

namespace recscope {

namespace {

/// The rank, among all `values`, of the largest value whose index is in `chosen`: 1 + the number of larger values.
template <class Value>
std::int32_t bestRank(const std::vector<Value>& values, const std::vector<std::size_t>& chosen) {
    Value largest = values[chosen.front()];
    for (const std::size_t i : chosen) largest = std::max(largest, values[i]);
    return 1 + static_cast<std::int32_t>(
                   std::count_if(values.begin(), values.end(), [&](Value value) { return value > largest; }));
}

}  // namespace

std::optional<CauseCard> causeCard(const InferenceSession& session, Workspace& workspace, std::int32_t user,
                                   Split split, const RemovalOptions& removal, const std::stop_token& stop) {
    const DatasetStore datasets(workspace);
    const DatasetId dataset = session.run().dataset;
    const std::vector<Interaction> interactions = datasets.history(dataset, user);
    const OwnedHistory whole = historyOf(interactions);
    const ModelHistory given =
        modelHistory(whole, cutOf(session.run().protocol.split, interactions), inputBefore(split));
    const auto cut = static_cast<std::int32_t>(given.items.size());
    const std::vector<PlantedCause> known = datasets.plantedCauses(dataset, user);
    const auto planted =
        std::find_if(known.begin(), known.end(), [&](const PlantedCause& cause) { return cause.position == cut; });
    if (!given.target || given.items.empty() || planted == known.end()) return std::nullopt;

    const InferenceSession inference = session.forUser(user).atTime(given.targetTime);
    const History history = given.items;
    CauseCard card;
    card.target = *given.target;
    card.pattern = planted->pattern;
    card.causes = planted->causes;
    const std::int32_t first = inference.firstReadPosition(history.size());
    const auto groups = removalGroups(history, first, removal.repeatedItems);
    std::vector<std::size_t> causeGroups;  // indices of the groups that contain a cause the model reads
    for (const std::int32_t cause : card.causes) {
        if (cause < first || cause >= cut) continue;
        card.causesRead.push_back(cause);
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const bool isIn = std::find(groups[group].begin(), groups[group].end(), cause) != groups[group].end();
            if (isIn && std::find(causeGroups.begin(), causeGroups.end(), group) == causeGroups.end())
                causeGroups.push_back(group);
        }
    }
    card.items = static_cast<std::int32_t>(groups.size());
    if (causeGroups.empty()) return card;

    const Explanation explanation = inference.explain(history, /*topK=*/0);
    // Pointwise weights are not shares of attention, so no share can be stated for a cause.
    const bool areShares = inference.capabilities().attentionWeights == AttentionWeights::Softmax;
    for (std::int32_t layer = 0; areShares && layer < explanation.attention.layers; ++layer) {
        for (std::int32_t head = 0; head < explanation.attention.heads; ++head) {
            const std::vector<float> byPosition = itemWeights(explanation, {layer, head});
            std::vector<float> weights(groups.size(), 0);
            CauseMass mass{.head = {layer, head}};
            for (std::size_t group = 0; group < groups.size(); ++group) {
                const bool isCause = std::find(causeGroups.begin(), causeGroups.end(), group) != causeGroups.end();
                for (const std::int32_t position : groups[group]) {
                    if (position < first) continue;
                    weights[group] += byPosition[static_cast<std::size_t>(position - first)];
                    mass.uniformMass += isCause ? 1.0 / explanation.attention.size : 0;
                }
            }
            mass.rank = bestRank(weights, causeGroups);
            for (const std::size_t cause : causeGroups) mass.mass += static_cast<double>(weights[cause]);
            card.heads.push_back(mass);
        }
    }
    std::vector<float> effects;
    double positiveEffects = 0;
    for (const RemovalEffect& effect : removalTest(inference, history, card.target, removal, stop).effects) {
        effects.push_back(effect.effect);
        positiveEffects += std::max(0.0, static_cast<double>(effect.effect));
    }
    if (effects.empty()) return card;
    double positiveCauseEffects = 0;
    for (const std::size_t cause : causeGroups) {
        card.effect += static_cast<double>(effects[cause]);
        positiveCauseEffects += std::max(0.0, static_cast<double>(effects[cause]));
    }
    card.effectShare = positiveEffects > 0 ? positiveCauseEffects / positiveEffects : 0;
    card.effectRank = bestRank(effects, causeGroups);
    return card;
}

}  // namespace recscope
