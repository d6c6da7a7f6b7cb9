// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_oracle.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "core/data/sample_shop.h"
#include "core/metrics/ranker.h"
#include "core/util/progress.h"

namespace recscope {

namespace {

/// Generates the sample again. Unset if the dataset is not that sample, or if its best reachable values are stored for
/// another protocol.
std::optional<SampleShop> shopOf(const DatasetInfo& dataset, const Histories& histories, const Protocol& protocol) {
    const auto facts = nlohmann::json::parse(dataset.sampleFacts, nullptr, /*allow_exceptions=*/false);
    if (!facts.is_object() || !facts.contains("best_reachable") || !facts.contains("seed")) return std::nullopt;
    if (Protocol::fromJson(facts["best_reachable"].at("protocol").dump()) != protocol) return std::nullopt;
    SampleShop shop = makeSampleShop({.seed = facts["seed"].get<std::uint64_t>(), .users = histories.userCount()});
    if (shop.histories.items != histories.items || shop.histories.offsets != histories.offsets) return std::nullopt;
    return shop;
}

/// The summed probabilities of the components of one pattern. They need not sum to 1, which does not change the ranks.
std::vector<float> nextItemBy(Pattern pattern, const SampleShop& shop, std::span<const Token> history) {
    std::vector<double> sums(static_cast<std::size_t>(vocabularySize(SampleRules::kItems)), 0.0);
    for (const NextItemComponent& component : nextItemComponents(shop.rules, history)) {
        if (component.pattern != pattern) continue;
        for (const auto& [token, probability] : component.items)
            sums[static_cast<std::size_t>(token)] += component.weight * probability;
        if (!component.items.empty()) continue;
        for (std::size_t token = 1; token < shop.rules.popularity.size(); ++token)
            sums[token] += component.weight * shop.rules.popularity[token];
    }
    return {sums.begin(), sums.end()};
}

/// Scores that rank by `first`, and ties by `second`. Ties count against the held-out item. Some planted patterns make
/// several items equally likely; if these stayed ties, a model that separates them by means of other patterns could
/// exceed the bound of the planted pattern.
std::vector<float> rankedBy(const std::vector<float>& first, const std::vector<float>& second) {
    std::vector<std::size_t> order(first.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto of = [&](std::size_t token) { return std::pair(first[token], second[token]); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return of(a) < of(b); });
    std::vector<float> scores(first.size());
    for (std::size_t i = 1; i < order.size(); ++i)
        scores[order[i]] = scores[order[i - 1]] + (of(order[i]) == of(order[i - 1]) ? 0.0F : 1.0F);
    return scores;
}

template <class Scores>
std::vector<UserRank> ranked(const Histories& histories, const Protocol& protocol, Split split,
                             const std::stop_token& stop, const Scores& scoresOf) {
    const Ranker ranker(histories, protocol, split);
    std::vector<UserRank> ranks;
    for (const std::int32_t user : ranker.users()) {
        throwIfStopped(stop);
        ranks.push_back(ranker.rank(user, scoresOf(user, histories.input(user, split))));
    }
    return ranks;
}

}  // namespace

std::optional<std::vector<UserRank>> bestReachableRanks(const DatasetInfo& dataset, const Histories& histories,
                                                        const Protocol& protocol, Split split,
                                                        const std::stop_token& stop) {
    const std::optional<SampleShop> shop = shopOf(dataset, histories, protocol);
    if (!shop) return std::nullopt;
    return ranked(histories, protocol, split, stop,
                  [&](std::int32_t, std::span<const Token> input) { return trueNextItem(*shop, input); });
}

std::optional<std::vector<UserRank>> bestRanksByCause(const DatasetInfo& dataset, const Histories& histories,
                                                      const Protocol& protocol, Split split,
                                                      const std::stop_token& stop) {
    const std::optional<SampleShop> shop = shopOf(dataset, histories, protocol);
    if (!shop) return std::nullopt;
    return ranked(histories, protocol, split, stop, [&](std::int32_t user, std::span<const Token> input) {
        const Pattern cause = shop->causes[static_cast<std::size_t>(user)].at(input.size()).pattern;
        return rankedBy(nextItemBy(cause, *shop, input), trueNextItem(*shop, input));
    });
}

bool knowsCauses(const DatasetInfo& dataset) {
    const auto facts = nlohmann::json::parse(dataset.sampleFacts, nullptr, /*allow_exceptions=*/false);
    return facts.is_object() && facts.contains("patterns");
}

}  // namespace recscope
