// SPDX-License-Identifier: GPL-3.0-or-later
// Concludes from measured margins whether attention or the removal test is better evidence of what matters for a
// recommendation. All sentences on this question come from here, so that every text agrees with the plots and tables
// beside it.
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
    bool isBelow() const { return high < 0; }  ///< the whole interval lies below 0
};

/// How much better than chance attention and the removal test each find what matters. All three margins have the same
/// unit: either a share of cases in which the cause was found, or the area between deletion curves in nats.
struct EvidenceMargins {
    std::int64_t cases = 0;     ///< number of cases; 0 = nothing could be compared
    EvidenceMargin attention;   ///< attention - chance
    EvidenceMargin removal;     ///< removal test - chance
    EvidenceMargin difference;  ///< removal test - attention, paired by case
};

enum class EvidenceConclusion {
    Nothing,         ///< nothing could be compared
    Neither,         ///< neither is clearly better than chance
    OnlyRemoval,     ///< the removal test is better than chance, attention is not clearly so
    OnlyAttention,   ///< attention is better than chance, the removal test is not clearly so
    RemovalAhead,    ///< both are better than chance, the removal test more so
    AttentionAhead,  ///< both are better than chance, attention more so
    Alike,           ///< both are better than chance, neither is clearly ahead
};

/// The name of the conclusion in JSON, which never changes: "nothing", "neither", "only removal", "removal ahead" …
const char* conclusionName(EvidenceConclusion conclusion);

/// Decides by the intervals alone. Attention or the removal test is better than chance only if the whole interval of
/// its margin lies above 0. One is ahead of the other only if the interval of the difference excludes 0.
EvidenceConclusion conclusionOf(const EvidenceMargins& margins);

/// The margins over several cases with a cause to find. Each span has one entry per case: whether attention found the
/// cause, whether the removal test found it, and the probability of finding it by chance. The shares have Wilson's
/// interval. The interval of the difference is a score interval, computed from the cases whose cause only one of the
/// two found; it excludes 0 exactly if McNemar's score test is significant. Pre: equal sizes.
EvidenceMargins marginsOfHits(std::span<const bool> attention, std::span<const bool> removal,
                              std::span<const double> chance);

/// The margins over several deletion curves: means with Student's interval. Each span has one entry per curve:
/// `DeletionCurve::attentionGain` and `DeletionCurve::effectGain`. `cases` is 0 for fewer than two curves.
/// Pre: equal sizes.
EvidenceMargins marginsOfGains(std::span<const double> attention, std::span<const double> removal);

/// The margins of one deletion curve. An order of removal is better than chance if its gain exceeds the middle 95 % of
/// the gains of random orders. With the default of 20 random orders, the middle 95 % contains all 20 gains, and a
/// further random order would exceed them all in 1 of 21 cases. The difference between removal by effect and removal by
/// attention is exact, so its interval has zero width; a difference that would be shown as 0.000 nats counts as 0.
/// `cases` is 0 for a curve without attention or without random orders.
EvidenceMargins marginsOf(const DeletionCurve& curve);

/// The conclusion as one sentence without numbers. `attention`: the name of the attention source as it appears within a
/// sentence: "layer 1, head 2", "the largest weight".
std::string conclusionSentence(EvidenceConclusion conclusion, const std::string& attention);

/// The areas of one deletion curve and the conclusion, shown beside its plot; empty if nothing can be compared. Worded
/// so that it does not contradict the effects of single items, which are shown on the same screen.
std::string curveSentence(const DeletionCurve& curve, const std::string& attention);
/// The sentence for several curves: mean areas with their intervals, and the conclusion.
std::string gainsSentence(const EvidenceMargins& margins, const std::string& attention);

}  // namespace recscope
