// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of two shares within strata: groups of users alike in something that must not affect the result.
#pragma once

#include <span>

#include "core/metrics/proportions.h"

namespace recscope {

/// The users of both groups in one stratum.
struct Stratum {
    Proportion a, b;
    bool isMatched() const { return a.cases > 0 && b.cases > 0; }
};

struct StratifiedComparison {
    Proportion a, b;      ///< over the strata that hold users of both
    double shareOfB = 0;  ///< as it would be if b had as many in each stratum as a (direct standardisation)
    /// 95 %, of a.share() - shareOfB: Newcombe's, with the number of cases that gives the variance of shareOfB (Kish
    /// 1965).
    Interval interval;
    ShareTestResult test;
};

/// Two-sided test of whether both groups have the same share within each stratum: Mantel & Haenszel's (1959), or, if
/// the expected hits are less than 5 from their minimum or maximum (Mantel & Fleiss 1980), the exact distribution given
/// each stratum's margins.
StratifiedComparison compareStrata(std::span<const Stratum> strata);

}  // namespace recscope
