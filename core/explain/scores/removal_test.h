// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommendation rests on, found by taking items away.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/util/progress.h"

namespace recscope {

/// How an item is taken away.
enum class RemovalKind {
    Closed,   ///< it never happened: later items keep their order and move up
    Blanked,  ///< the position stays, its item is hidden (`kBlank`)
};

/// How items are taken away in every explanation: a removal test, its curves, the smallest change.
struct RemovalOptions {
    RemovalOptions(RemovalKind how = RemovalKind::Closed,  // NOLINT(google-explicit-constructor): most choose only this
                   EqualItems which = EqualItems::Together)
        : kind(how), equal(which) {}
    bool operator==(const RemovalOptions&) const = default;

    RemovalKind kind;
    EqualItems equal;
};

/// The positions of a history that go at once, rising: one group for each item, or for each position, of which the
/// model reads something. By the newest position, oldest first.
std::vector<std::vector<std::int32_t>> removalGroups(std::span<const Token> history, std::int32_t firstRead,
                                                     EqualItems equal);

/// The effect of each item of what the model reads on one target.
struct RemovalTest {
    Token target = kPadToken;
    RemovalKind kind = RemovalKind::Closed;
    double logProbability = 0;  ///< log p(target | history), nats
    /// One per item the model reads, by its newest position, oldest first; items of the whole history go, also what of
    /// them lies before what is read. Empty where it reads none, and where a model that needs a history reads one item
    /// only.
    std::vector<RemovalEffect> effects = {};
    EqualItems equal = EqualItems::Together;
    /// Of the target among all items but the seen ones of the whole history: what was taken away stays seen, as in
    /// `smallestChange`.
    std::int32_t rank = 0;
};

/// One batched pass for all targets together: each item the model reads is taken away in turn. Where the history is
/// longer than what is read, closing up lets an older item move in. Throws Error(Input) for tokens that are no items
/// and Error(Cancelled).
std::vector<RemovalTest> removalTests(const InferenceSession& inference, std::span<const Token> history,
                                      std::span<const Token> targets, const RemovalOptions& options,
                                      const std::stop_token& stop = {});
RemovalTest removalTest(const InferenceSession& inference, std::span<const Token> history, Token target,
                        const RemovalOptions& options, const std::stop_token& stop = {});

/// From here on an item carries a recommendation though its rank stays: -ln 0.9, a tenth of the probability goes.
inline constexpr double kLeastCarried = 0.10536;  ///< nats

/// Whether a removal lets the rank fall further than another one, or as far with a larger effect: one that differs by
/// no more than rounding is the same, as that of two equal items side by side is.
bool fallsFurther(std::int32_t rank, float effect, std::int32_t thanRank, float thanEffect);

/// Which effect is the largest, and which removal lets the rank fall furthest (of equal ranks the larger effect): both
/// indices in `effects`, -1 where there is none above 0, or none that lets it fall.
struct Strongest {
    std::int32_t byEffect = -1, byRank = -1;
    bool carries = false;  ///< some single removal lets the rank fall, or takes `kLeastCarried` or more
};
Strongest strongestOf(const RemovalTest& test);

/// What belongs to each effect of numbers that belong to the positions read: of equal items that went together, their
/// sum. `values`: one per item the model reads, from the history's `firstRead` on.
std::vector<float> summedByEffect(std::span<const RemovalEffect> effects, std::span<const float> values,
                                  std::int32_t firstRead);

/// The target's log-probability while items are taken away one after the other.
struct DeletionCurve {
    std::vector<std::int32_t> removed;  ///< how many items are gone at each point, from 0, rising; equal ones are one
    std::vector<float> byAttention;     ///< the item with the largest weight first; empty without attention
    std::vector<float> byEffect;        ///< the item with the largest effect on the target first
    std::vector<float> random;          ///< mean over random orders; empty if none were asked for
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
    std::int32_t randomOrders = 20;
    std::int32_t points = 40;  ///< at most so many; long histories are thinned evenly
    std::uint64_t seed = 42;   ///< draws the random orders
};

/// Takes items away as `test` did, one effect after the other. `attention`: a weight for each effect of `test`, or
/// empty; `test` is of the same history. The curve of a model that needs a history ends with one item left. Progress
/// counts predictions. Throws Error(Cancelled).
DeletionCurve deletionCurve(const InferenceSession& inference, std::span<const Token> history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop);
/// The same for several heads, in their order: the orders by effect and the random ones are worked out once. One curve
/// without attention where there are no heads.
std::vector<DeletionCurve> deletionCurves(const InferenceSession& inference, std::span<const Token> history,
                                          const RemovalTest& test, std::span<const std::vector<float>> attentions,
                                          const DeletionOptions& options, const ProgressSink& progress,
                                          const std::stop_token& stop);

}  // namespace recscope
