// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/removal_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/explain/statistics.h"

namespace recscope {

namespace {

constexpr std::size_t kRemovalsAtOnce = 64;
constexpr double kNormal95 = 1.959964;  // two-sided 95 % of the standard normal distribution

std::vector<Token> without(std::span<const Token> history, std::size_t position, RemovalKind kind) {
    std::vector<Token> rest(history.begin(), history.end());
    if (kind == RemovalKind::Blanked) {
        rest[position] = kBlankItem;
    } else {
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(position));
    }
    return rest;
}

/// The standard deviation of the rank correlation of n unrelated items.
double chanceSpread(std::int32_t items) {
    return 1 / std::sqrt(static_cast<double>(items) - 1);
}

}  // namespace

std::vector<RemovalTest> removalTests(const Explainer& explainer, std::span<const Token> history,
                                      std::span<const Token> targets, RemovalKind kind, const std::stop_token& stop) {
    explainer.requireItems(history);
    explainer.requireItems(targets);
    std::vector<RemovalTest> tests;
    for (const Token target : targets) tests.push_back({.target = target, .kind = kind});
    const auto first = static_cast<std::size_t>(explainer.firstRead(history.size()));
    const std::size_t readBesides = kind == RemovalKind::Closed ? history.size() : history.size() - first;
    const bool testable = !history.empty() && (explainer.isBidirectional() || readBesides > 1);
    const std::size_t end = testable ? history.size() : first;  // none is taken away where nothing would be left
    if (history.empty() && !explainer.isBidirectional()) return tests;

    std::vector<std::vector<Token>> variants = {{history.begin(), history.end()}};
    std::size_t next = first;
    bool whole = true;  // the first row of all has everything
    while (!variants.empty()) {
        while (next < end && variants.size() < kRemovalsAtOnce) variants.push_back(without(history, next++, kind));
        const ScoreTable scores = explainer.scores(variants, stop);
        for (RemovalTest& test : tests) {
            if (whole) test.logProbability = scores.logProbability(0, test.target);
            for (std::size_t row = whole ? 1 : 0; row < scores.rows(); ++row) {
                const double effect = test.logProbability - scores.logProbability(row, test.target);
                test.effects.push_back({.position = static_cast<std::int32_t>(first + test.effects.size()),
                                        .effect = static_cast<float>(effect)});
            }
        }
        whole = false;
        variants.clear();
        if (next < end) variants.push_back(without(history, next++, kind));
    }
    return tests;
}

RemovalTest removalTest(const Explainer& explainer, std::span<const Token> history, Token target, RemovalKind kind,
                        const std::stop_token& stop) {
    return removalTests(explainer, history, {&target, 1}, kind, stop).front();
}

Agreement agreementOf(std::span<const float> attention, std::span<const RemovalEffect> effects) {
    std::vector<float> values;
    double sum = 0;
    for (std::size_t i = 0; i < effects.size(); ++i) {
        values.push_back(effects[i].effect);
        sum += static_cast<double>(attention[i]);
    }
    Agreement agreement;
    agreement.items = static_cast<std::int32_t>(effects.size());
    if (effects.empty()) return agreement;
    agreement.spearman = spearman(attention, values);
    agreement.sameTop = std::max_element(attention.begin(), attention.end()) - attention.begin() ==
                        std::max_element(values.begin(), values.end()) - values.begin();
    const double even = sum / static_cast<double>(effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i) {
        if (values[i] >= 0) continue;
        ++agreement.against;
        agreement.signDisagreements += static_cast<double>(attention[i]) > even;
    }
    return agreement;
}

std::vector<float> itemWeights(const Explanation& explanation, HeadId head, std::int32_t row) {
    const AttentionMaps& maps = explanation.attention;
    const auto weights = maps.row(head.layer, head.head, row < 0 ? maps.size - 1 : row);
    const auto items = explanation.history.size() - static_cast<std::size_t>(explanation.firstPosition);
    return {weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(items)};
}

AttentionVerdict verdictOf(const Agreement& agreement) {
    // With so few items not even equal orders would be beyond chance.
    if (agreement.items < 2 || kNormal95 * chanceSpread(agreement.items) >= 1) return AttentionVerdict::TooFewItems;
    const double beyondChance = kNormal95 * chanceSpread(agreement.items);
    if (!agreement.spearman || std::abs(*agreement.spearman) <= beyondChance) return AttentionVerdict::Decoration;
    return *agreement.spearman > 0 ? AttentionVerdict::Evidence : AttentionVerdict::Misleading;
}

std::string verdictSentence(const Agreement& agreement, HeadId head) {
    const std::string who = headName(head);
    const AttentionVerdict verdict = verdictOf(agreement);
    if (verdict == AttentionVerdict::TooFewItems) {
        return fmt::format(
            "Too few items to tell: with {} in the history, {} could agree with the removal test by luck alone.",
            agreement.items, who);
    }
    const std::string measured =
        agreement.spearman ? fmt::format("rank correlation {:.2f} over {} items", *agreement.spearman, agreement.items)
                           : "one of both is the same for all items";
    const std::string top = agreement.sameTop
                                ? "The item it looks at most is the one whose removal costs the recommendation most."
                                : "The item it looks at most is not the one whose removal costs it most.";
    if (verdict == AttentionVerdict::Evidence)
        return fmt::format("Evidence: what {} looks at is what the recommendation rests on ({}). {}", who, measured,
                           top);
    if (verdict == AttentionVerdict::Misleading) {
        return fmt::format("Misleading: the more {} looks at an item, the less the recommendation rests on it ({}). {}",
                           who, measured, top);
    }
    return fmt::format("Decoration: what {} looks at does not tell what the recommendation rests on ({}). {}", who,
                       measured, top);
}

}  // namespace recscope
