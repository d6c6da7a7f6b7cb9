// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the shares of two groups of users, `a` and `b`, within strata. The users of a stratum are alike in a
// property, such as history length, that must not affect the result.
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
    Proportion a, b;      ///< sums over the strata that contain users of both groups
    double shareOfB = 0;  ///< the share of b if it had as many users in each stratum as a (direct standardisation)
    /// 95 % interval of a.share() - shareOfB by Newcombe's method. For b, it uses the effective number of cases, which
    /// is the number that gives the variance of shareOfB (Kish 1965).
    Interval interval;
    ShareTestResult test;
};

/// Two-sided test of whether both groups have the same share within each stratum: the test of Mantel & Haenszel (1959)
/// or the exact test given each stratum's margins (group sizes and number of hits). The exact test is used if the
/// expected number of hits in a is less than 5 away from its minimum or maximum (Mantel & Fleiss 1980).
StratifiedComparison compareStrata(std::span<const Stratum> strata);

}  // namespace recscope
