// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/metrics.h"

namespace recscope {

inline constexpr double kSignificant = 0.05;  ///< level of significance of all verdicts

/// What the difference of a metric between two sides shows.
enum class DifferenceVerdict {
    NotCompared,     ///< a side has no values, or the difference has no interval
    Higher,          ///< p below 0.05, difference at least the margin
    Lower,           ///< the same with the other sign
    MaybeTooSmall,   ///< p below 0.05 and difference below the margin, but the interval reaches the margin
    DoesNotMatter,   ///< the whole interval lies within the margin
    NotSignificant,  ///< no significant difference, but the interval does not rule out one that matters
};

/// `p`: of the difference, corrected for all comparisons. `margin`: the smallest difference that matters, in units of
/// the metric, >= 0.
DifferenceVerdict verdictOf(const MeanInterval& difference, double p, double margin);

}  // namespace recscope
