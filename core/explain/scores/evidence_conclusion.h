// SPDX-License-Identifier: GPL-3.0-or-later
// From numbers to what may be said of attention and of the removal test as evidence: every sentence beside a plot or a
// table of them is made here, so that it cannot say another thing than what is drawn.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/explain/scores/removal_test.h"

namespace recscope {

/// A difference with its 95 % interval.
struct EvidenceMargin {
    double mean = 0, low = 0, high = 0;
    bool isAbove() const { return low > 0; }   ///< the whole interval lies above 0
    bool isBelow() const { return high < 0; }  ///< below it
};

/// How well attention and the removal test find what matters, each less what chance finds. Of one unit: shares of cases
/// in which the cause was found, or nats of area between deletion curves.
struct EvidenceMargins {
    std::int64_t cases = 0;     ///< 0: nothing could be compared
    EvidenceMargin attention;   ///< over chance
    EvidenceMargin removal;     ///< over chance
    EvidenceMargin difference;  ///< removal - attention, paired by case
};

enum class EvidenceConclusion {
    Nothing,         ///< no cases, or no order to compare
    Neither,         ///< neither is better than chance
    OnlyRemoval,     ///< the removal test is better than chance, attention cannot be told from it
    OnlyAttention,   ///< the other way round
    RemovalAhead,    ///< both are better than chance, the removal test more so
    AttentionAhead,  ///< both are better than chance, attention more so
    Alike,           ///< both are better than chance, and which one is better cannot be told
};

/// Stable in JSON: "nothing", "neither", "only removal", "removal ahead" …
const char* conclusionName(EvidenceConclusion conclusion);

/// By the intervals alone: better than chance, or than the other, is what lies above 0 with its whole interval.
EvidenceConclusion conclusionOf(const EvidenceMargins& margins);

/// Cases in which something is to be found, one entry a case: whether attention and the removal test found it, and the
/// probability with which chance would have. Shares with Wilson's interval; the difference by the score interval of the
/// cases that only one of them found, so that its interval leaves 0 out where McNemar's score test is significant. Pre:
/// equal sizes.
EvidenceMargins marginsOfHits(std::span<const bool> attention, std::span<const bool> removal,
                              std::span<const double> chance);

/// Several deletion curves, one entry a curve: `DeletionCurve::attentionGain` and `effectGain`. Means with Student's
/// interval over the curves; fewer than two compare nothing. Pre: equal sizes.
EvidenceMargins marginsOfGains(std::span<const double> attention, std::span<const double> removal);

/// One deletion curve. An order is better than chance where it gains more than every one of the middle 95 % of the
/// random orders; of 20 an order that is itself random beats all in 1 of 21 cases. The difference of the two orders is
/// no estimate, so its interval is itself, and less than is shown (0.001 nats) counts as none. Nothing for a curve
/// without attention or without random orders.
EvidenceMargins marginsOf(const DeletionCurve& curve);

/// What follows, as one sentence, without the numbers. `attention`: who looks, as in the middle of a sentence: "layer
/// 1, head 2", "the largest weight".
std::string conclusionSentence(EvidenceConclusion conclusion, const std::string& attention);

/// The areas of one deletion curve and what follows, beside its plot; empty where nothing can be compared. Says nothing
/// against the effect of a single item, which stands on the same screen.
std::string curveSentence(const DeletionCurve& curve, const std::string& attention);
/// The same of several curves: mean areas with their intervals.
std::string gainsSentence(const EvidenceMargins& margins, const std::string& attention);

}  // namespace recscope
