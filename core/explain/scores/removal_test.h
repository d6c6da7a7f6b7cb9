// SPDX-License-Identifier: GPL-3.0-or-later
// What a recommendation rests on, measured by removing items.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/util/progress.h"

namespace recscope {

/// How an item is removed.
enum class RemovalKind {
    Closed,   ///< as if it had never happened: later items move up in order
    Blanked,  ///< the position stays, its item is hidden (`kBlank`)
};

/// How items are removed in every explanation: removal test, deletion curves, smallest change.
struct RemovalOptions {
    RemovalOptions(RemovalKind how = RemovalKind::Closed,  // NOLINT(google-explicit-constructor): most choose only this
                   EqualItems which = EqualItems::Together)
        : kind(how), equal(which) {}
    bool operator==(const RemovalOptions&) const = default;

    RemovalKind kind;
    EqualItems equal;
};

/// The positions of a history that are removed at once, ascending: one group per item (or per position) that the model
/// reads, including its unread older occurrences. Groups are sorted by their newest position, oldest first.
std::vector<std::vector<std::int32_t>> removalGroups(std::span<const Token> history, std::int32_t firstRead,
                                                     EqualItems equal);

/// The effect of each item the model reads on one target.
struct RemovalTest {
    Token target = kPadToken;
    RemovalKind kind = RemovalKind::Closed;
    double logProbability = 0;  ///< log p(target | history), nats
    /// One per item the model reads, sorted by its newest position, oldest first. Occurrences older than what the model
    /// reads are removed, too. Empty if the model reads no item, or if it needs a history and reads only one item.
    std::vector<RemovalEffect> effects = {};
    EqualItems equal = EqualItems::Together;
    /// Of the target among all items except the seen ones of the whole history: removed items stay seen, as in
    /// `smallestChange`.
    std::int32_t rank = 0;
};

/// One batched pass for all targets: each item the model reads is removed in turn. If the history is longer than what
/// the model reads, closing the gap lets it read an older item. Throws Error(Input) for tokens that are not items, and
/// Error(Cancelled).
std::vector<RemovalTest> removalTests(const InferenceSession& inference, std::span<const Token> history,
                                      std::span<const Token> targets, const RemovalOptions& options,
                                      const std::stop_token& stop = {});
RemovalTest removalTest(const InferenceSession& inference, std::span<const Token> history, Token target,
                        const RemovalOptions& options, const std::stop_token& stop = {});

/// Smallest effect with which an item carries a recommendation whose rank does not fall: -ln 0.9, a tenth of the
/// probability.
inline constexpr double kLeastCarried = 0.10536;  ///< nats

/// Whether a removal lowers the rank further than another one, or equally far with a larger effect. Effects that differ
/// by no more than rounding count as equal, such as those of two equal adjacent items.
bool fallsFurther(std::int32_t rank, float effect, std::int32_t thanRank, float thanEffect);

/// The largest effect, and the removal that lowers the rank furthest (ties: the larger effect). Both are indices in
/// `effects`; -1 if no effect is above 0, or no removal lowers the rank.
struct Strongest {
    std::int32_t byEffect = -1, byRank = -1;
    bool carries = false;  ///< a single removal lowers the rank or has an effect of `kLeastCarried` or more
};
Strongest strongestOf(const RemovalTest& test);

/// Converts values per position to values per effect: the sum over equal items removed together. `values`: one per
/// position the model reads, from the history's `firstRead` on.
std::vector<float> summedByEffect(std::span<const RemovalEffect> effects, std::span<const float> values,
                                  std::int32_t firstRead);

/// The target's log-probability while items are removed one after the other.
struct DeletionCurve {
    std::vector<std::int32_t> removed;  ///< number removed at each point, ascending from 0; equal items count once
    std::vector<float> byAttention;     ///< the item with the largest weight first; empty without attention
    std::vector<float> byEffect;        ///< the item with the largest effect on the target first
    std::vector<float> random;          ///< mean over random orders; empty if none were requested
    std::vector<float> randomLow, randomHigh;  ///< middle 95 % of the random orders; extremes if there are few
    /// Mean over the points of (random - byAttention): above 0, attention finds what matters faster than chance; 0
    /// without attention.
    double attentionGain = 0;
    double effectGain = 0;
    /// Middle 95 % of the same gain over single random orders; extremes if there are few. A gain in this range cannot
    /// be distinguished from chance. 0 without random orders.
    double randomGainLow = 0, randomGainHigh = 0;
};

struct DeletionOptions {
    std::int32_t randomOrders = 20;
    std::int32_t points = 40;  ///< maximum number of points; long histories are thinned evenly
    std::uint64_t seed = 42;   ///< for drawing the random orders
};

/// Removes items as `test` did, one effect after the other. `attention`: a weight for each effect of `test`, or empty.
/// `test`: of the same history. For a model that needs a history, the curve ends with one item left. Progress counts
/// predictions. Throws Error(Cancelled).
DeletionCurve deletionCurve(const InferenceSession& inference, std::span<const Token> history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop);
/// The same for several heads, one curve each: the order by effect and the random orders are computed once. One curve
/// without attention if `attentions` is empty.
std::vector<DeletionCurve> deletionCurves(const InferenceSession& inference, std::span<const Token> history,
                                          const RemovalTest& test, std::span<const std::vector<float>> attentions,
                                          const DeletionOptions& options, const ProgressSink& progress,
                                          const std::stop_token& stop);

}  // namespace recscope
