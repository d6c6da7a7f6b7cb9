// SPDX-License-Identifier: GPL-3.0-or-later
// Measures on which items of a history a recommendation depends, by removing items and scoring again.
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
    Deleted,  ///< the item is deleted and the gap closed, as if the interaction had never happened
    Hidden,   ///< the position stays, but its item is hidden (`kHiddenItem`)
};

/// How items are removed in removal tests and in everything based on them, such as deletion curves.
struct RemovalOptions {
    RemovalOptions(
        RemovalKind how = RemovalKind::Deleted,  // NOLINT(google-explicit-constructor): most callers pass only this
        RepeatedItems which = RepeatedItems::Together)
        : kind(how), repeatedItems(which) {}
    bool operator==(const RemovalOptions&) const = default;

    RemovalKind kind;
    RepeatedItems repeatedItems;
};

/// The history without the items at these positions: they become `kHiddenItem` (Hidden) or are deleted without leaving
/// a gap (Deleted).
OwnedHistory without(const History& history, std::span<const std::int32_t> removed, RemovalKind kind);

/// The groups of positions that are removed together. There is one group per distinct item that the model reads or, if
/// occurrences of an item are removed one by one, one group per position that it reads. The group of an item includes
/// occurrences that are too old for the model to read. Positions in a group are ascending; groups are sorted by their
/// newest position, oldest first.
std::vector<std::vector<std::int32_t>> removalGroups(std::span<const Token> history, std::int32_t firstReadPosition,
                                                     RepeatedItems repeatedItems);

/// The result of a removal test: how each item that the model reads affects one target.
struct RemovalTest {
    Token target = kPadToken;
    RemovalKind kind = RemovalKind::Deleted;
    double logProbability = 0;  ///< log p(target | history), nats
    /// One effect per item that the model reads, sorted by the newest position of the item, oldest first. Occurrences
    /// that are too old for the model to read are also removed. Empty if the model reads no item, or if it needs a
    /// history and reads only one item.
    std::vector<RemovalEffect> effects = {};
    RepeatedItems repeatedItems = RepeatedItems::Together;
    /// Rank of the target among all items except the seen items of the whole history. Removed items still count as
    /// seen, as in `smallestChange`.
    std::int32_t rank = 0;
};

/// Runs removal tests for all targets in batches: each item that the model reads is removed in turn. If the history is
/// longer than what the model reads, closing the gap lets the model read an older item. Throws Error(Input) for tokens
/// that are not items, and Error(Cancelled).
std::vector<RemovalTest> removalTests(const InferenceSession& inference, const History& history,
                                      std::span<const Token> targets, const RemovalOptions& options,
                                      const std::stop_token& stop = {});
RemovalTest removalTest(const InferenceSession& inference, const History& history, Token target,
                        const RemovalOptions& options, const std::stop_token& stop = {});

/// Smallest removal effect for which an item counts as carrying a recommendation even if the rank does not fall: -ln
/// 0.9, which corresponds to the loss of a tenth of the probability.
inline constexpr double kMinEvidenceEffect = 0.10536;  ///< nats

/// Whether a removal lowers the rank further than another one, or equally far with a larger effect. Effects that differ
/// only by rounding, such as the effects of two adjacent occurrences of one item, count as equal.
bool fallsFurther(std::int32_t rank, float effect, std::int32_t thanRank, float thanEffect);

/// The largest effect, and the removal that lowers the rank furthest (ties: the larger effect). Both are indices in
/// `RemovalTest::effects`. `byEffect` is -1 if no effect is above 0, `byRank` is -1 if no removal lowers the rank.
struct Strongest {
    std::int32_t byEffect = -1, byRank = -1;
    /// Whether a single removal lowers the rank or has an effect of `kMinEvidenceEffect` or more.
    bool carriesRecommendation = false;
};
Strongest strongestOf(const RemovalTest& test);

/// Converts values per position to values per effect: the values of occurrences removed together are summed. `values`:
/// one per position that the model reads, starting at `firstReadPosition`.
std::vector<float> summedByEffect(std::span<const RemovalEffect> effects, std::span<const float> values,
                                  std::int32_t firstReadPosition);

/// The target's log-probability in nats while items are removed one after the other, for several orders of removal.
struct DeletionCurve {
    /// Number of items removed at each point, ascending from 0; occurrences removed together count once.
    std::vector<std::int32_t> removed;
    std::vector<float> byAttention;  ///< largest attention weight removed first; empty without attention
    std::vector<float> byEffect;     ///< largest effect on the target removed first
    std::vector<float> random;       ///< mean over random orders; empty if none were requested
    /// Bounds of the middle 95 % of the random orders at each point; for fewer than 40 orders, the smallest and largest
    /// value.
    std::vector<float> randomLow, randomHigh;
    /// Mean over the points of (random - byAttention). If it is above 0, attention finds what matters faster than a
    /// random order. It is 0 without attention.
    double attentionGain = 0;
    double effectGain = 0;  ///< mean over the points of (random - byEffect)
    /// Bounds of the middle 95 % of the gains of single random orders; for fewer than 40 orders, the smallest and
    /// largest gain. A gain in this range cannot be distinguished from chance. Both are 0 without random orders.
    double randomGainLow = 0, randomGainHigh = 0;
};

struct DeletionOptions {
    std::int32_t randomOrders = 20;
    std::int32_t points = 40;  ///< maximum number of points, spread evenly over the removals
    std::uint64_t seed = 42;   ///< for drawing the random orders
};

/// Removes the items of a removal test one after the other and records the target's log-probability. `test`: a removal
/// test of `history`; items are removed with its options. `attention`: one weight per effect of `test`, or empty. For a
/// model that needs a history, the curve ends with one item left. Progress counts predictions. Throws Error(Cancelled).
DeletionCurve deletionCurve(const InferenceSession& inference, const History& history, const RemovalTest& test,
                            std::span<const float> attention, const DeletionOptions& options,
                            const ProgressSink& progress, const std::stop_token& stop);
/// Deletion curves for several heads, one curve per head. The order by effect and the random orders are computed only
/// once. Returns one curve without attention if `attentions` is empty.
std::vector<DeletionCurve> deletionCurves(const InferenceSession& inference, const History& history,
                                          const RemovalTest& test, std::span<const std::vector<float>> attentions,
                                          const DeletionOptions& options, const ProgressSink& progress,
                                          const std::stop_token& stop);

}  // namespace recscope
