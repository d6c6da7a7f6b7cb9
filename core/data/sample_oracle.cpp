// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_oracle.h"

#include <nlohmann/json.hpp>

#include "core/data/sample_shop.h"
#include "core/metrics/ranker.h"
#include "core/util/progress.h"

namespace recscope {

std::optional<std::vector<UserRank>> bestReachableRanks(const DatasetInfo& dataset, const Histories& histories,
                                                        const Protocol& protocol, Split split,
                                                        const std::stop_token& stop) {
    const auto facts = nlohmann::json::parse(dataset.facts, nullptr, /*allow_exceptions=*/false);
    if (!facts.is_object() || !facts.contains("best_reachable") || !facts.contains("seed")) return std::nullopt;
    if (Protocol::fromJson(facts["best_reachable"].at("protocol").dump()) != protocol) return std::nullopt;
    const SampleShop shop =
        makeSampleShop({.seed = facts["seed"].get<std::uint64_t>(), .users = histories.userCount()});
    if (shop.histories.items != histories.items || shop.histories.offsets != histories.offsets) return std::nullopt;
    const Ranker ranker(histories, protocol, split);
    std::vector<UserRank> ranks;
    for (const std::int32_t user : ranker.users()) {
        throwIfStopped(stop);
        ranks.push_back(ranker.rank(user, trueNextItem(shop, histories.input(user, split))));
    }
    return ranks;
}

}  // namespace recscope
