// SPDX-License-Identifier: GPL-3.0-or-later
// Two shares against each other: interval, test, and the correction for many tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// So many of so many.
struct Proportion {
    std::int64_t hits = 0, cases = 0;
    double share() const { return cases > 0 ? static_cast<double>(hits) / static_cast<double>(cases) : 0; }
};

/// From `low` to `high`, 95 %.
struct Interval {
    double low = 0, high = 0;
};

/// Of one share: the score interval (Wilson 1927); 0…1 for no cases.
Interval wilsonInterval(const Proportion& proportion);
/// The same of a share of so many cases, which need not be whole: an estimate with the variance of so many. `quantile`
/// is the distribution's for two-sided 95 %; 0 = the normal one's.
Interval wilsonInterval(double share, double cases, double quantile = 0);

/// Of a.share() - b.share(): the hybrid of two score intervals (Newcombe 1998, "Interval estimation for the difference
/// between independent proportions", method 10), which holds for small counts and for shares of 0 and 1, too.
Interval newcombeInterval(const Proportion& a, const Proportion& b);
/// The same out of two shares and their intervals.
Interval newcombeInterval(double a, const Interval& ofA, double b, const Interval& ofB);

/// How a p-value was computed.
enum class ShareTest { PooledNormal, FisherExact, MantelHaenszel, StratifiedExact };
struct ShareTestResult {
    double p = 1;
    ShareTest test = ShareTest::PooledNormal;
};

/// Two-sided: are the shares of two groups the same? By the pooled normal approximation, or by Fisher's exact test
/// where a cell of the table expects fewer than 5 cases (Cochran 1954). 1 if a group is empty.
ShareTestResult compareShares(const Proportion& a, const Proportion& b);

/// Fisher's exact test of the two groups, two-sided: all tables that are at most as likely as the one seen.
double fisherExact(const Proportion& a, const Proportion& b);
/// The z test with one pooled share for both groups, two-sided.
double pooledNormalTest(const Proportion& a, const Proportion& b);

/// Adjusted p-values (Holm 1979): calling everything with a value below 0.05 a finding keeps the chance of even one
/// false finding below 5 %, however the tests depend on each other. That holds for tests that were chosen without
/// looking at the data: of all pairs those with the largest value are k (k - 1) / 2 tests, not k - 1. In the order
/// given.
std::vector<double> holm(std::span<const double> p);

/// Adjusted p-values (Benjamini & Hochberg 1995): calling everything with a value of at most q a finding keeps the
/// expected share of false findings at q, also where the tests depend on each other positively (Benjamini & Yekutieli
/// 2001). In the order given.
std::vector<double> benjaminiHochberg(std::span<const double> p);

}  // namespace recscope
