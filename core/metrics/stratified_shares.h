// SPDX-License-Identifier: GPL-3.0-or-later
// Two shares compared within strata: groups of users that are alike in something that must not count.
#pragma once

#include <span>

#include "core/metrics/proportions.h"

namespace recscope {

/// The two groups' users of one stratum.
struct Stratum {
    Proportion a, b;
    bool isMatched() const { return a.cases > 0 && b.cases > 0; }
};

struct StratifiedComparison {
    Proportion a, b;      ///< of the strata that hold users of both
    double shareOfB = 0;  ///< as it would be if b had as many in each stratum as a (direct standardisation)
    /// 95 %, of a.share() - shareOfB: Newcombe's, with as many cases as have the variance of shareOfB (Kish 1965).
    Interval interval;
    ShareTestResult test;
};

/// Two-sided: is the share the same in both groups, within each stratum? Mantel & Haenszel's test (1959); where fewer
/// than 5 hits could have come up either way (Mantel & Fleiss 1980), the exact distribution given each stratum's sums.
StratifiedComparison compareStrata(std::span<const Stratum> strata);

}  // namespace recscope
