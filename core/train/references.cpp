// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/metrics/ranker.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/trainer.h"

namespace recscope {

namespace {

/// POP: every user is given the items most frequent in the training parts.
Metrics popularityMetrics(const Histories& histories, const Protocol& protocol, Split split) {
    std::vector<float> scores(static_cast<std::size_t>(vocabularySize(histories.itemCount)), 0.0F);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        for (const Token token : trainingPart(histories.of(user))) ++scores[static_cast<std::size_t>(token)];
    }
    const Ranker ranker(histories, protocol, split);
    std::vector<UserRank> ranks;
    for (const std::int32_t user : ranker.users()) ranks.push_back(ranker.rank(user, scores));
    return metricsOf(ranks);
}

}  // namespace

std::vector<Reference> referencesFor(Workspace& workspace, DatasetId dataset) {
    const DatasetStore datasets(workspace);
    const Histories histories = datasets.histories(dataset);
    const Protocol protocol = Protocol::defaultFor(histories);
    std::vector<Reference> references = {{.name = "Popularity",
                                          .valid = popularityMetrics(histories, protocol, Split::Valid),
                                          .test = popularityMetrics(histories, protocol, Split::Test)}};
    const auto facts = nlohmann::json::parse(datasets.byId(dataset).facts, nullptr, /*allow_exceptions=*/false);
    if (facts.is_object() && facts.contains("best_reachable")) {
        const auto& best = facts["best_reachable"];
        if (Protocol::fromJson(best.at("protocol").dump()) == protocol) {
            references.push_back({.name = "Best reachable",
                                  .valid = Metrics::fromJson(best.at("valid").dump()),
                                  .test = Metrics::fromJson(best.at("test").dump())});
        }
    }
    return references;
}

}  // namespace recscope
