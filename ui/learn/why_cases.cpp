// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/why_cases.h"

#include <algorithm>

#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/util/error.h"
#include "core/util/random.h"

namespace recscope::ui {

namespace {

int indexOfLargest(const std::vector<double>& values) {
    return values.empty() ? -1 : int(std::max_element(values.begin(), values.end()) - values.begin());
}

/// The positions that made a user's test item likely; empty unless it was planted to follow after a gap.
std::vector<std::int32_t> causesOfTarget(const DatasetStore& store, DatasetId dataset, const Histories& histories,
                                         std::int32_t user) {
    const auto target = std::int32_t(histories.input(user, Split::Test).size());
    for (const PlantedCause& cause : store.plantedCauses(dataset, user))
        if (cause.position == target && cause.pattern == Pattern::AfterGap) return cause.causes;
    return {};
}

WhyCase caseOf(const Explainer& explainer, const Histories& histories, std::int32_t user,
               const std::vector<std::int32_t>& causes) {
    const auto input = histories.input(user, Split::Test);
    WhyCase made;
    made.target = histories.target(user, Split::Test);
    const Explanation of = explainer.explain(input, /*topK=*/1);
    const AttentionMaps& maps = of.attention;
    made.items.assign(input.begin() + of.firstPosition, input.end());
    made.weights.assign(made.items.size(), 0);
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        for (std::int32_t head = 0; head < maps.heads; ++head)
            for (std::size_t item = 0; item < made.items.size(); ++item)
                made.weights[item] +=
                    double(maps.at(layer, head, maps.size - 1, std::int32_t(item))) / (maps.layers * maps.heads);
    made.largestWeight = indexOfLargest(made.weights);
    for (const std::int32_t cause : causes)
        if (cause >= of.firstPosition) made.causes.push_back(cause - of.firstPosition);
    std::vector<double> effects(made.items.size(), 0);
    bool any = false;
    for (const RemovalEffect& effect : explainer.removalEffects(input, made.target)) {
        if (effect.position < of.firstPosition) continue;
        effects[std::size_t(effect.position - of.firstPosition)] = effect.effect;
        any = true;
    }
    if (any) made.removal = indexOfLargest(effects);
    made.effects = std::move(effects);
    return made;
}

}  // namespace

bool WhyCase::isCause(int index) const {
    return std::find(causes.begin(), causes.end(), index) != causes.end();
}

std::vector<WhyCase> drawCases(Workspace& workspace, ExplainerCache& cache, DatasetId dataset, const LoadedRun& run,
                               std::uint64_t seed, const std::stop_token& stop, int most, std::size_t longest) {
    const DatasetStore store(workspace);
    const Explainer& explainer = cache.of(workspace, run);
    const Histories histories = splitHistories(workspace, dataset, explainer.run().protocol.split);
    std::vector<std::int32_t> users;
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        if (histories.hasTarget(user, Split::Test)) users.push_back(user);
    Random random({seed});
    std::vector<WhyCase> cases;
    for (std::size_t i = 0; i < users.size() && int(cases.size()) < most; ++i) {
        if (stop.stop_requested()) throw Error(ErrorKind::Cancelled, "Stopped.");
        std::swap(users[i], users[i + random.below(users.size() - i)]);
        if (histories.input(users[i], Split::Test).size() > longest) continue;
        const std::vector<std::int32_t> causes = causesOfTarget(store, dataset, histories, users[i]);
        if (causes.empty()) continue;
        WhyCase made = caseOf(explainer, histories, users[i], causes);
        made.userId = store.user(dataset, users[i]).id;
        if (!made.causes.empty()) cases.push_back(std::move(made));
    }
    return cases;
}

}  // namespace recscope::ui
