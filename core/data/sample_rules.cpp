// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/util/translated.h"

namespace recscope {

namespace {

// How far back, in films, the cause of a planted pattern can be.
constexpr std::int32_t kRepeatDistance = 4;
constexpr std::int32_t kMinGap = 2, kMaxGap = 8;  // the last film is at distance 1
constexpr std::int32_t kBundleReminder = 4;  // a season among this many last films reminds the visitor of the series
constexpr std::int32_t kBundleMemory = 12;   // seasons among this many last films count as seen

// Weights of the causes before they are scaled to sum to 1. They are chosen so that each planted pattern explains a
// considerable share of the data.
constexpr double kNoiseWeight = 0.08;
constexpr double kRepeatWeight = 0.30;
constexpr double kGapWeight = 0.80;  // of each trigger whose partner has not followed yet
constexpr double kChainWeight = 0.75;
constexpr std::array kBundleWeights = {0.0, 0.40, 0.60, 1.00};  // index = seasons seen; highest if one is left

constexpr std::array kSuccessorShares = {0.6, 0.3, 0.1};
constexpr double kZipfExponent = 0.6;
// Films that can start a planted pattern are more popular, so that the pattern is frequent enough.
constexpr double kTriggerBoost = 9;   // the first film of each pair
constexpr double kOpenerBoost = 1.5;  // the seasons of a series, each of which can be the first

std::vector<Token> take(std::vector<Token>& from, std::int32_t count) {
    const std::vector<Token> taken(from.end() - count, from.end());
    from.resize(from.size() - static_cast<std::size_t>(count));
    return taken;
}

std::size_t at(Token token) {
    return static_cast<std::size_t>(token);
}

/// Three different successors within the serial, none of them the film itself.
std::vector<SampleRules::Successor> drawSuccessors(const std::vector<Token>& serial, Token token, Random& random) {
    std::vector<Token> candidates = serial;
    std::erase(candidates, token);
    random.shuffle(std::span(candidates));
    std::vector<SampleRules::Successor> successors;
    for (std::size_t i = 0; i < kSuccessorShares.size(); ++i)
        successors.push_back({candidates[i], kSuccessorShares[i]});
    return successors;
}

std::vector<double> drawPopularity(const SampleRules& rules, Random& random) {
    std::vector<std::size_t> ranks(SampleRules::kItems);
    std::iota(ranks.begin(), ranks.end(), std::size_t{1});
    random.shuffle(std::span(ranks));
    std::vector<double> popularity(SampleRules::kItems + 1, 0.0);
    for (std::size_t token = 1; token < popularity.size(); ++token) {
        popularity[token] = std::pow(static_cast<double>(ranks[token - 1]), -kZipfExponent);
    }
    for (const auto& [trigger, partner] : rules.pairs) popularity[at(trigger)] *= kTriggerBoost;
    for (const auto& bundle : rules.bundles) {
        for (const Token token : bundle) popularity[at(token)] *= kOpenerBoost;
    }
    const double sum = std::accumulate(popularity.begin(), popularity.end(), 0.0);
    for (double& share : popularity) share /= sum;
    return popularity;
}

/// Distance of the token's latest occurrence: 1 = the last film, 0 = not among the last `limit`.
std::int32_t distanceBack(std::span<const Token> history, Token token, std::int32_t limit) {
    const auto length = static_cast<std::int32_t>(history.size());
    for (std::int32_t distance = 1; distance <= std::min(limit, length); ++distance) {
        if (history[static_cast<std::size_t>(length - distance)] == token) return distance;
    }
    return 0;
}

void addRepeat(std::span<const Token> history, std::vector<NextItemComponent>& components) {
    const auto position = static_cast<std::int32_t>(history.size()) - kRepeatDistance;
    if (position < 0) return;
    const Token token = history[static_cast<std::size_t>(position)];
    components.push_back({Pattern::Repeat, kRepeatWeight, {{token, 1.0}}, {position}});
}

void addAfterGap(const SampleRules& rules, std::span<const Token> history, std::vector<NextItemComponent>& components) {
    const auto length = static_cast<std::int32_t>(history.size());
    for (const auto& [trigger, partner] : rules.pairs) {
        const std::int32_t gap = distanceBack(history, trigger, kMaxGap);
        if (gap < kMinGap || distanceBack(history, partner, gap) != 0) continue;
        components.push_back({Pattern::AfterGap, kGapWeight, {{partner, 1.0}}, {length - gap}});
    }
}

void addBundles(const SampleRules& rules, std::span<const Token> history, std::vector<NextItemComponent>& components) {
    const auto length = static_cast<std::int32_t>(history.size());
    for (const auto& bundle : rules.bundles) {
        NextItemComponent component;
        component.pattern = Pattern::Bundle;
        bool isReminded = false;
        for (const Token token : bundle) {
            const std::int32_t distance = distanceBack(history, token, kBundleMemory);
            if (distance == 0) {
                component.items.emplace_back(token, 0.0);
            } else {
                component.causes.push_back(length - distance);
                isReminded = isReminded || distance <= kBundleReminder;
            }
        }
        if (!isReminded || component.items.empty()) continue;
        for (auto& [token, probability] : component.items) {
            probability = 1.0 / static_cast<double>(component.items.size());
        }
        component.weight = kBundleWeights[component.causes.size()];
        std::sort(component.causes.begin(), component.causes.end());
        components.push_back(std::move(component));
    }
}

void addChain(const SampleRules& rules, std::span<const Token> history, std::vector<NextItemComponent>& components) {
    if (history.empty()) return;
    const auto& successors = rules.successors[at(history.back())];
    if (successors.empty()) return;
    NextItemComponent component;
    component.pattern = Pattern::Chain;
    component.weight = kChainWeight;
    for (const auto& [token, probability] : successors) component.items.emplace_back(token, probability);
    component.causes.push_back(static_cast<std::int32_t>(history.size()) - 1);
    components.push_back(std::move(component));
}

}  // namespace

SampleRules SampleRules::make(Random& random) {
    SampleRules rules;
    std::vector<Token> free(kItems);
    std::iota(free.begin(), free.end(), kFirstItemToken);
    random.shuffle(std::span(free));
    for (std::int32_t i = 0; i < kPairs; ++i) {
        const std::vector<Token> pair = take(free, 2);
        rules.pairs.emplace_back(pair[0], pair[1]);
    }
    for (std::int32_t i = 0; i < kBundles; ++i) {
        const std::vector<Token> members = take(free, kBundleSize);
        std::copy(members.begin(), members.end(), rules.bundles.emplace_back().begin());
    }
    rules.successors.resize(kItems + 1);
    for (std::int32_t i = 0; i < kSerials; ++i) {
        const auto& serial = rules.serials.emplace_back(take(free, kSerialSize));
        for (const Token token : serial) rules.successors[at(token)] = drawSuccessors(serial, token, random);
    }
    rules.others = free;
    rules.popularity = drawPopularity(rules, random);
    return rules;
}

std::vector<NextItemComponent> nextItemComponents(const SampleRules& rules, std::span<const Token> history) {
    std::vector<NextItemComponent> components;
    components.push_back({history.empty() ? Pattern::Start : Pattern::Noise, kNoiseWeight, {}, {}});
    addRepeat(history, components);
    addAfterGap(rules, history, components);
    addBundles(rules, history, components);
    addChain(rules, history, components);
    double sum = 0;
    for (const NextItemComponent& component : components) sum += component.weight;
    for (NextItemComponent& component : components) component.weight /= sum;
    return components;
}

const char* patternDescription(Pattern pattern) {
    switch (pattern) {
        case Pattern::Start:
            return translatable("The first film: drawn by popularity.");
        case Pattern::Repeat:
            return translatable("The film seen exactly four visits ago is seen again.");
        case Pattern::AfterGap:
            return translatable("A film is followed by its sequel, two to eight visits later.");
        case Pattern::Bundle:
            return translatable("After one season of a series the other three follow, in any order.");
        case Pattern::Chain:
            return translatable("A serial: each film is followed by one of three others (60, 30, 10 %).");
        case Pattern::Noise:
            return translatable("No reason: drawn by popularity.");
    }
    return "";
}

}  // namespace recscope
