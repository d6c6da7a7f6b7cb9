// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/removal_test.h"

#include <algorithm>

#include "core/explain/scores/seen_items.h"
#include "core/recommender/query_reading.h"

namespace recscope {

namespace {

constexpr std::size_t kRemovalsAtOnce = 64;  // number of histories scored in one call

/// Whether the model still has an item to read after the positions `removed` are removed.
bool leavesSomething(std::span<const Token> history, std::int32_t firstReadPosition,
                     std::span<const std::int32_t> removed, RemovalKind kind) {
    if (kind == RemovalKind::Deleted) return removed.size() < history.size();
    const auto read = static_cast<std::int64_t>(history.size()) - firstReadPosition;
    return std::count_if(removed.begin(), removed.end(),
                         [&](std::int32_t position) { return position >= firstReadPosition; }) < read;
}

}  // namespace

OwnedHistory without(const History& history, std::span<const std::int32_t> removed, RemovalKind kind) {
    OwnedHistory rest(history);
    for (const std::int32_t position : removed) rest.items[static_cast<std::size_t>(position)] = kHiddenItem;
    return kind == RemovalKind::Deleted ? withoutBlanks(rest) : rest;
}

std::vector<std::vector<std::int32_t>> removalGroups(std::span<const Token> history, std::int32_t firstReadPosition,
                                                     RepeatedItems repeatedItems) {
    std::vector<std::vector<std::int32_t>> groups;
    for (std::int32_t position = firstReadPosition; position < static_cast<std::int32_t>(history.size()); ++position) {
        if (repeatedItems == RepeatedItems::OneByOne) {
            groups.push_back({position});
            continue;
        }
        const auto rest = history.subspan(static_cast<std::size_t>(position));
        const Token item = rest.front();
        if (std::find(rest.begin() + 1, rest.end(), item) != rest.end()) continue;  // grouped at its newest position
        std::vector<std::int32_t>& group = groups.emplace_back();
        for (std::int32_t at = 0; at <= position; ++at)
            if (history[static_cast<std::size_t>(at)] == item) group.push_back(at);
    }
    return groups;
}

std::vector<RemovalTest> removalTests(const InferenceSession& inference, const History& history,
                                      std::span<const Token> targets, const RemovalOptions& options,
                                      const std::stop_token& stop) {
    inference.requireItems(history);
    inference.requireItems(targets);
    std::vector<RemovalTest> tests;
    for (const Token target : targets)
        tests.push_back({.target = target, .kind = options.kind, .repeatedItems = options.repeatedItems});
    const Capabilities& can = inference.capabilities();
    if (history.empty() && can.needsHistory) return tests;
    const std::int32_t first = inference.firstReadPosition(history.size());
    std::vector<std::vector<std::int32_t>> groups;
    if (can.readsHistory) groups = removalGroups(history, first, options.repeatedItems);
    if (can.needsHistory)
        std::erase_if(groups,
                      [&](const auto& removed) { return !leavesSomething(history, first, removed, options.kind); });

    const std::vector<Token> seen = seenItems(inference, history, {});
    std::vector<OwnedHistory> variants = {OwnedHistory(history)};
    std::size_t next = 0;
    bool isFirstBatch = true;  // true for the first batch, whose row 0 is the unchanged history
    while (!variants.empty()) {
        const std::size_t begin = next - (isFirstBatch ? 0 : variants.size());
        while (next < groups.size() && variants.size() < kRemovalsAtOnce)
            variants.push_back(without(history, groups[next++], options.kind));
        const ScoreTable scores = inference.scores(variants, stop);
        for (RemovalTest& test : tests) {
            if (isFirstBatch) {
                test.logProbability = scores.logProbability(0, test.target);
                test.rank = itemRank(scores, 0, test.target, seen).rank;
            }
            for (std::size_t row = isFirstBatch ? 1 : 0; row < scores.rows(); ++row) {
                const std::vector<std::int32_t>& removed = groups[begin + row - (isFirstBatch ? 1 : 0)];
                const double effect = test.logProbability - scores.logProbability(row, test.target);
                test.effects.push_back({.position = removed.back(),
                                        .effect = static_cast<float>(effect),
                                        .rank = itemRank(scores, row, test.target, seen).rank,
                                        .earlier = {removed.begin(), removed.end() - 1}});
            }
        }
        isFirstBatch = false;
        variants.clear();
        if (next < groups.size()) variants.push_back(without(history, groups[next++], options.kind));
    }
    return tests;
}

RemovalTest removalTest(const InferenceSession& inference, const History& history, Token target,
                        const RemovalOptions& options, const std::stop_token& stop) {
    return removalTests(inference, history, {&target, 1}, options, stop).front();
}

bool fallsFurther(std::int32_t rank, float effect, std::int32_t thanRank, float thanEffect) {
    constexpr float kRounding = 1e-5F;  // exceeds the float32 rounding error of log-probabilities around -10
    return rank > thanRank || (rank == thanRank && effect > thanEffect + kRounding);
}

Strongest strongestOf(const RemovalTest& test) {
    Strongest strongest;
    const auto& effects = test.effects;
    const auto at = [&](std::int32_t index) -> const RemovalEffect& {
        return effects[static_cast<std::size_t>(index)];
    };
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(effects.size()); ++i) {
        const RemovalEffect& effect = at(i);
        if (effect.effect > 0 && (strongest.byEffect < 0 || effect.effect > at(strongest.byEffect).effect))
            strongest.byEffect = i;
        if (effect.rank <= test.rank) continue;
        if (strongest.byRank < 0 ||
            fallsFurther(effect.rank, effect.effect, at(strongest.byRank).rank, at(strongest.byRank).effect))
            strongest.byRank = i;
    }
    const double largest = strongest.byEffect < 0 ? 0 : static_cast<double>(at(strongest.byEffect).effect);
    strongest.carriesRecommendation = strongest.byRank >= 0 || largest >= kMinEvidenceEffect;
    return strongest;
}

std::vector<float> summedByEffect(std::span<const RemovalEffect> effects, std::span<const float> values,
                                  std::int32_t firstReadPosition) {
    std::vector<float> sums;
    for (const RemovalEffect& effect : effects) {
        float& sum = sums.emplace_back(0.0F);
        for (const std::int32_t position : effect.positions())
            if (position >= firstReadPosition) sum += values[static_cast<std::size_t>(position - firstReadPosition)];
    }
    return sums;
}

}  // namespace recscope
