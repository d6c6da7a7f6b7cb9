// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommendation rests on, found by taking items away.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/explain/scores/explainer.h"
#include "core/util/progress.h"

namespace recscope {

/// How an item is taken away.
enum class RemovalKind {
    Closed,   ///< it never happened: later items keep their order and move up
    Blanked,  ///< the position stays, its item is hidden (`kBlankItem`)
};

/// The effect of each item of what the model reads on one target.
struct RemovalTest {
    Token target = kPadToken;
    RemovalKind kind = RemovalKind::Closed;
    double logProbability = 0;  ///< log p(target | history), nats
    /// One per item the model reads, oldest first. Empty where it reads none, and where a model that needs a history
    /// reads one item only.
    std::vector<RemovalEffect> effects = {};
};

/// One batched pass for all targets together: each item the model reads is taken away in turn. Where the history is
/// longer than what is read, closing up lets an older item move in. Throws Error(Input) for tokens that are no items
/// and Error(Cancelled).
std::vector<RemovalTest> removalTests(const Explainer& explainer, std::span<const Token> history,
                                      std::span<const Token> targets, RemovalKind kind,
                                      const std::stop_token& stop = {});
RemovalTest removalTest(const Explainer& explainer, std::span<const Token> history, Token target, RemovalKind kind,
                        const std::stop_token& stop = {});

/// The target's log-probability while items are taken away one after the other.
struct DeletionCurve {
    std::vector<std::int32_t> removed;         ///< how many items are gone at each point, from 0, rising
    std::vector<float> byAttention;            ///< the item with the largest weight first; empty without attention
    std::vector<float> byEffect;               ///< the item with the largest effect on the target first
    std::vector<float> random;                 ///< mean over random orders; empty if none were asked for
    std::vector<float> randomLow, randomHigh;  ///< the middle 95 % of the random orders: smallest to largest if few
    /// Mean over the points of (random - byAttention): above 0, the attention finds what matters faster than chance; 0
    /// without attention.
    double attentionGain = 0;
    double effectGain = 0;
    /// The same of single random orders, the middle 95 % of them: smallest to largest if few. What no order can be told
    /// from; 0 without random orders.
    double randomGainLow = 0, randomGainHigh = 0;
};

struct DeletionOptions {
    RemovalKind kind = RemovalKind::Closed;
    std::int32_t randomOrders = 20;
    std::int32_t points = 40;  ///< at most so many; long histories are thinned evenly
    std::uint64_t seed = 42;   ///< draws the random orders
};

/// `attention`: a weight for each effect of `test`, or empty; `test` is of the same history. The curve of a model that
/// needs a history ends with one item left. Progress counts predictions. Throws Error(Cancelled).
DeletionCurve deletionCurve(const Explainer& explainer, std::span<const Token> history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
