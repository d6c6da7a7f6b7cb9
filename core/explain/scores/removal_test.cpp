// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/removal_test.h"

namespace recscope {

namespace {

constexpr std::size_t kRemovalsAtOnce = 64;

std::vector<Token> without(std::span<const Token> history, std::size_t position, RemovalKind kind) {
    std::vector<Token> rest(history.begin(), history.end());
    if (kind == RemovalKind::Blanked) {
        rest[position] = kBlankItem;
    } else {
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(position));
    }
    return rest;
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
    const Capabilities& can = explainer.capabilities();
    const bool testable = can.readsHistory && !history.empty() && (!can.needsHistory || readBesides > 1);
    const std::size_t end = testable ? history.size() : first;  // none is taken away where nothing would be left
    if (history.empty() && can.needsHistory) return tests;

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

}  // namespace recscope
