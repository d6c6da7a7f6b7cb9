// SPDX-License-Identifier: GPL-3.0-or-later
// Grades how far attention agrees with the removal test, without claiming more than the numbers show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/explain/attention/agreement.h"

namespace recscope {

/// In order of rising rank correlation, from -1 to 1.
enum class AgreementGrade { Against, Chance, Hardly, Partly, Strong };

/// Lowest rank correlation of strong agreement. Its square is 0.49, so the order by attention explains half of the
/// order by effect. Below it, most of that order remains unexplained.
inline constexpr double kStrongAgreement = 0.7;
/// Lowest rank correlation of partial agreement: Cohen's "medium" correlation (Statistical Power Analysis, 1988,
/// section 3.2.1). Below it, the order by attention explains less than a tenth (0.3 squared) of the order by effect.
inline constexpr double kPartialAgreement = 0.3;

/// The bound within which the absolute rank correlation of two unrelated orders of n items stays in 19 of 20 cases:
/// 1.96 standard deviations, each 1 / sqrt(n - 1) (Kendall & Gibbons 1990, section 4.4). The bound exceeds 1 for fewer
/// than 5 items. Pre: n > 1.
double chanceBound(std::int32_t items);

/// Grades a rank correlation. Rounds all numbers to two decimals first, as they are shown. Chance takes precedence: a
/// `correlation` within ±`chance` is Chance, however large it is. Beyond that, negative correlations are Against and
/// positive ones follow the bounds above. For a fixed `chance`, the grade never falls as the correlation rises.
AgreementGrade gradeOf(double correlation, double chance);
/// Grades the agreement with the chance bound for its number of items. The grade is also Chance if there is no
/// correlation, because there are fewer than two items or all values of one side are equal.
AgreementGrade gradeOf(const Agreement& agreement);

/// One English word for a table: "strong", "chance".
std::string gradeName(AgreementGrade grade);
/// Explains the bounds of the grades and where they come from.
std::string gradeBounds();

/// The titles of the item with the largest weight (`looked`) and of the item with the largest removal effect
/// (`removed`; empty if no effect is above 0).
struct TopItems {
    std::string looked, removed;
};

/// One sentence on one head and one recommendation: how far the order by attention and the order by removal effect
/// agree. It does not say which of the two to trust, because a correlation cannot decide that (see
/// core/explain/scores/evidence_conclusion.h). Without titles, it does not name the items.
std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top = {});
/// The grade as a predicate: "agrees partly with the removal test". Pre: not Chance.
std::string relationOf(AgreementGrade grade);

}  // namespace recscope
