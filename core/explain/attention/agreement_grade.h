// SPDX-License-Identifier: GPL-3.0-or-later
// How far attention agrees with the removal test, in words that say no more than the numbers do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/explain/attention/agreement.h"

namespace recscope {

/// Along the rank correlation, from -1 to 1.
enum class AgreementGrade { Against, Chance, Hardly, Partly, Strong };

/// From here on attention and removal agree strongly: squared, the correlation of the ranks is 0.49, so that half of
/// the order by effect can be read off the order by attention. Below it most of that order is something else.
inline constexpr double kStrongAgreement = 0.7;
/// From here on they agree partly: Cohen's "medium" correlation (Statistical Power Analysis, 1988, section 3.2.1).
/// Below it the order by attention tells less than a tenth (0.3 squared) of the order by effect.
inline constexpr double kPartialAgreement = 0.3;

/// The rank correlation that n unrelated items stay within, on either side of 0, in 19 of 20 cases: 1.96 standard
/// deviations, which are 1 / sqrt(n - 1) each (Kendall & Gibbons 1990, section 4.4). Above 1 for fewer than 5 items.
/// Pre: n > 1.
double chanceBound(std::int32_t items);

/// All numbers rounded to two decimals as they are shown. Chance comes first: `correlation` within ±`chance` is Chance,
/// however large it is. Beyond it, negative ones are Against and the others have the bounds above. For one `chance` the
/// grades along the correlation never go back.
AgreementGrade gradeOf(double correlation, double chance);
/// With the chance bound of as many items. Chance too where there is no correlation: fewer than two items, or all
/// equal.
AgreementGrade gradeOf(const Agreement& agreement);

/// One English word for a table: "strong", "chance".
std::string gradeName(AgreementGrade grade);
/// The bounds and what they rest on, for whoever asks what the words mean.
std::string gradeBounds();

/// The titles of the item with the largest weight and of the one whose removal costs most; the second is empty where no
/// removal costs anything.
struct TopItems {
    std::string looked, removed;
};

/// One sentence on one head and one recommendation: how far the two orders agree, and nothing on which of them to read,
/// which a correlation cannot tell (core/explain/scores/evidence_conclusion.h). Without titles the items are not named.
std::string agreementSentence(const Agreement& agreement, HeadId head, const TopItems& top = {});
/// "agrees partly with the removal test". Pre: not Chance.
std::string relationOf(AgreementGrade grade);

}  // namespace recscope
