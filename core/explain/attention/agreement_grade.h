// SPDX-License-Identifier: GPL-3.0-or-later
// How far attention agrees with the removal test, in words that claim no more than the numbers show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/explain/attention/agreement.h"

namespace recscope {

/// In order of rising rank correlation, from -1 to 1.
enum class AgreementGrade { Against, Chance, Hardly, Partly, Strong };

/// Lower bound of strong agreement: the squared rank correlation is 0.49, so the order by attention explains half of
/// the order by effect. Below it, most of that order remains unexplained.
inline constexpr double kStrongAgreement = 0.7;
/// Lower bound of partial agreement: Cohen's "medium" correlation (Statistical Power Analysis, 1988, section 3.2.1).
/// Below it, the order by attention explains less than a tenth (0.3 squared) of the order by effect.
inline constexpr double kPartialAgreement = 0.3;

/// The rank correlation that n unrelated items stay within, on either side of 0, in 19 of 20 cases: 1.96 standard
/// deviations of 1 / sqrt(n - 1) each (Kendall & Gibbons 1990, section 4.4). Above 1 for fewer than 5 items. Pre: n >
/// 1.
double chanceBound(std::int32_t items);

/// Rounds all numbers to two decimals, as they are shown. Chance takes precedence: a `correlation` within ±`chance` is
/// Chance, however large it is. Beyond that, negative correlations are Against and positive ones follow the bounds
/// above. For a fixed `chance`, the grade never falls as the correlation rises.
AgreementGrade gradeOf(double correlation, double chance);
/// With the chance bound for the agreement's number of items. Also Chance if there is no correlation: fewer than two
/// items, or constant values.
AgreementGrade gradeOf(const Agreement& agreement);

/// One English word for a table: "strong", "chance".
std::string gradeName(AgreementGrade grade);
/// Explains the bounds of the grades and where they come from.
std::string gradeBounds();

/// The titles of the item with the largest weight and of the one with the largest removal effect; the second is empty
/// if no effect is above 0.
struct TopItems {
    std::string looked, removed;
};

/// One sentence on one head and one recommendation: how far the two orders agree. It does not say which of them to
/// trust, which a correlation cannot decide (see core/explain/scores/evidence_conclusion.h). Without titles, the items
/// are not named.
std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top = {});
/// "agrees partly with the removal test". Pre: not Chance.
std::string relationOf(AgreementGrade grade);

}  // namespace recscope
