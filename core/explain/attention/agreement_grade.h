// SPDX-License-Identifier: GPL-3.0-or-later
// Grades how far attention agrees with the removal test (the effect of removing an item from the history).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/explain/attention/agreement.h"

namespace recscope {

/// Grades of agreement, in order of rising rank correlation between attention weights and removal effects.
enum class AgreementGrade { Against, Chance, Hardly, Partly, Strong };

/// Lowest rank correlation of strong agreement. Its square is 0.49: the ranks by attention explain about half of the
/// variance of the ranks by effect. Below this bound, more than half remains unexplained.
inline constexpr double kStrongAgreement = 0.7;
/// Lowest rank correlation of partial agreement: Cohen's "medium" correlation (Statistical Power Analysis, 1988,
/// section 3.2.1). Below this bound, the ranks by attention explain less than a tenth (0.3 squared) of the variance of
/// the ranks by effect.
inline constexpr double kPartialAgreement = 0.3;

/// The chance bound: for two unrelated orders of n items, the absolute rank correlation is estimated to stay within it
/// in 19 of 20 cases. It is 1.96 standard deviations, each 1 / sqrt(n - 1) (Kendall & Gibbons 1990, section 4.4). The
/// bound exceeds 1 for fewer than 5 items. Pre: n > 1.
double chanceBound(std::int32_t items);

/// Grades a rank correlation. All numbers are first rounded to two decimals, as they are shown. A `correlation` within
/// ±`chance` is graded Chance, however large it is. Outside this range, negative correlations are Against, and positive
/// ones are graded by kPartialAgreement and kStrongAgreement. For a fixed `chance`, the grade never falls as the
/// correlation rises.
AgreementGrade gradeOf(double correlation, double chance);
/// Grades the rank correlation of `agreement`, with the chance bound for its number of items. Without a rank
/// correlation (fewer than two items, or all values of one side equal), the grade is Chance.
AgreementGrade gradeOf(const Agreement& agreement);

/// The grade as one English word, for tables: "strong", "chance".
std::string gradeName(AgreementGrade grade);
/// A text that explains the bounds of the grades and their sources.
std::string gradeBounds();

/// The titles of the item with the largest weight (`byAttention`) and of the item with the largest removal effect
/// (`byRemoval`; empty if no effect is above 0).
struct TopItems {
    std::string byAttention, byRemoval;
};

/// One sentence that states, for one recommendation, how far two orders of the items agree: the order by one head's
/// attention and the order by removal effect. The sentence does not state which order to trust, because a correlation
/// cannot decide that (see core/explain/scores/evidence_conclusion.h). With an empty `top`, it names no items.
std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top = {});
/// The grade as a verb phrase: "agrees partly with the removal test". Pre: not Chance.
std::string relationOf(AgreementGrade grade);

}  // namespace recscope
