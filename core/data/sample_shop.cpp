// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_shop.h"

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "core/data/sample_titles.h"
#include "core/metrics/metrics.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Random streams of the generator, one per purpose, so that a change in one does not change the draws of the others.
enum Stream : std::uint64_t { kRulesStream, kTitlesStream, kHistoryStream, kTimesStream };

constexpr std::size_t kMinHistoryLength = 12, kMaxHistoryLength = 30;

Token drawItem(const SampleRules& rules, const NextItemComponent& component, Random& random) {
    if (component.items.empty()) return static_cast<Token>(random.weighted(rules.popularity));
    std::vector<double> weights;
    for (const auto& [token, probability] : component.items) weights.push_back(probability);
    return component.items[random.weighted(weights)].first;
}

void drawHistory(SampleShop& shop, Random& random) {
    // The sum of two dice: lengths near the middle are the most frequent.
    constexpr std::size_t kSides = (kMaxHistoryLength - kMinHistoryLength) / 2 + 1;
    const std::size_t length = kMinHistoryLength + random.below(kSides) + random.below(kSides);
    std::vector<Token> history;
    std::vector<PlantedCause>& causes = shop.causes.emplace_back();
    while (history.size() < length) {
        const auto components = nextItemComponents(shop.rules, history);
        std::vector<double> weights;
        for (const NextItemComponent& component : components) weights.push_back(component.weight);
        const NextItemComponent& chosen = components[random.weighted(weights)];
        causes.push_back({static_cast<std::int32_t>(history.size()), chosen.pattern, chosen.causes});
        history.push_back(drawItem(shop.rules, chosen, random));
    }
    shop.histories.append(history);
}

/// The times of `count` visits: one evening every few days, from 2024 on.
std::vector<std::int64_t> drawTimes(std::size_t count, Random& random) {
    using namespace std::chrono;
    constexpr std::int64_t kSecondsPerDay = 86400, kQuarterHour = 900, kFivePm = 17 * 3600;
    const std::int64_t firstDay = sys_days(year{2024} / January / 1).time_since_epoch().count();
    std::int64_t day = firstDay + static_cast<std::int64_t>(random.below(330));
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < count; ++i) {
        times.push_back(day * kSecondsPerDay + kFivePm + kQuarterHour * static_cast<std::int64_t>(random.below(22)));
        day += 1 + static_cast<std::int64_t>(random.below(13));
    }
    return times;
}

/// The metrics of the true distribution itself: no model can do better on average.
Metrics bestReachable(const SampleShop& shop, Split split, const std::stop_token& stop) {
    std::vector<UserRank> ranks;
    for (std::int32_t user = 0; user < shop.histories.userCount(); ++user) {
        throwIfStopped(stop);
        const auto probabilities = trueNextItem(shop, shop.histories.input(user, split));
        UserRank rank = rankAmongAll(probabilities, shop.histories.target(user, split), {});
        rank.user = user;
        ranks.push_back(rank);
    }
    return metricsOf(ranks);
}

nlohmann::json patternFacts(const SampleShop& shop) {
    std::array<std::int64_t, 6> counts{};
    for (const auto& causes : shop.causes) {
        for (const PlantedCause& cause : causes) ++counts[static_cast<std::size_t>(cause.pattern)];
    }
    nlohmann::json patterns = nlohmann::json::array();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto pattern = static_cast<Pattern>(i);
        patterns.push_back(
            {{"name", patternName(pattern)},
             {"description", patternDescription(pattern)},
             {"share", static_cast<double>(counts[i]) / static_cast<double>(shop.histories.items.size())}});
    }
    return patterns;
}

std::string factsOf(const SampleShop& shop, const SampleOptions& options, const std::stop_token& stop) {
    // Seen items stay candidates, because repeating one is a right answer here.
    Protocol protocol;
    protocol.seen = SeenItems::Kept;
    const auto json = [](const std::string& text) { return nlohmann::json::parse(text); };
    return nlohmann::json{{"seed", options.seed},
                          {"patterns", patternFacts(shop)},
                          {"best_reachable",
                           {{"valid", json(bestReachable(shop, Split::Valid, stop).toJson())},
                            {"test", json(bestReachable(shop, Split::Test, stop).toJson())},
                            {"protocol", json(protocol.toJson())}}}}
        .dump();
}

}  // namespace

SampleShop makeSampleShop(const SampleOptions& options) {
    SampleShop shop;
    Random rulesRandom({options.seed, kRulesStream});
    shop.rules = SampleRules::make(rulesRandom);
    Random titlesRandom({options.seed, kTitlesStream});
    shop.items = makeSampleItems(shop.rules, titlesRandom);
    shop.histories.itemCount = SampleRules::kItems;
    for (std::int32_t user = 0; user < options.users; ++user) {
        const auto key = static_cast<std::uint64_t>(user);
        Random historyRandom({options.seed, kHistoryStream, key});
        drawHistory(shop, historyRandom);
        Random timesRandom({options.seed, kTimesStream, key});
        shop.times.push_back(drawTimes(shop.histories.of(user).size(), timesRandom));
    }
    for (const Token token : shop.histories.items) ++shop.items[static_cast<std::size_t>(token - 1)].interactions;
    return shop;
}

std::vector<float> trueNextItem(const SampleShop& shop, std::span<const Token> history) {
    std::vector<double> sums(static_cast<std::size_t>(vocabularySize(SampleRules::kItems)), 0.0);
    for (const NextItemComponent& component : nextItemComponents(shop.rules, history)) {
        for (const auto& [token, probability] : component.items) {
            sums[static_cast<std::size_t>(token)] += component.weight * probability;
        }
        if (!component.items.empty()) continue;
        for (std::size_t token = 1; token < shop.rules.popularity.size(); ++token) {
            sums[token] += component.weight * shop.rules.popularity[token];
        }
    }
    return {sums.begin(), sums.end()};
}

DatasetInfo ensureSampleDataset(Workspace& workspace, const ProgressSink& progress, std::stop_token stop) {
    DatasetStore store(workspace);
    if (auto known = store.find(kSampleName)) return *std::move(known);
    const auto notify = [&](const std::string& stage, std::int64_t done, std::int64_t total) {
        if (progress) progress({stage, done, total, "interactions"});
    };
    notify(translated("Making the sample data"), 0, 0);
    const SampleOptions options;
    SampleShop shop = makeSampleShop(options);
    const auto total = static_cast<std::int64_t>(shop.histories.items.size());
    NewDataset dataset;
    dataset.info.name = kSampleName;
    dataset.info.source = translatable("built in");
    dataset.info.format = "sample";
    dataset.info.sampleFacts = factsOf(shop, options, stop);
    for (std::int32_t user = 1; user <= options.users; ++user) dataset.userIds.push_back(std::to_string(user));
    for (const auto& times : shop.times) dataset.times.insert(dataset.times.end(), times.begin(), times.end());
    dataset.items = std::move(shop.items);
    dataset.histories = std::move(shop.histories);
    dataset.causes = std::move(shop.causes);
    try {
        return store.add(dataset, [&](std::int64_t done) {
            throwIfStopped(stop);
            notify(translated("Storing the sample data"), done, total);
        });
    } catch (const Error&) {
        // Another thread or process may have added it in the meantime.
        if (auto known = store.find(kSampleName)) return *std::move(known);
        throw;
    }
}

}  // namespace recscope
