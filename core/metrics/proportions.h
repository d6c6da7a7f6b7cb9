// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two shares (such as hit rates): intervals, tests, and corrections for multiple tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace recscope {

/// The two-sided 95 % quantile of the standard normal distribution.
inline constexpr double kNormal95 = 1.959963984540054;

/// A share of cases: `hits` out of `cases`.
struct Proportion {
    std::int64_t hits = 0, cases = 0;
    double share() const { return cases > 0 ? static_cast<double>(hits) / static_cast<double>(cases) : 0; }
};

/// A 95 % interval from `low` to `high`.
struct Interval {
    double low = 0, high = 0;
};

/// The score interval of one share (Wilson 1927); 0…1 without cases.
Interval wilsonInterval(const Proportion& proportion);
/// The score interval of an estimated share whose variance is that of a simple share out of `cases` cases; `cases` need
/// not be a whole number. `quantile`: the quantile for a two-sided 95 % interval; 0 = the normal quantile, 1.96.
Interval wilsonInterval(double share, double cases, double quantile = 0);

/// The interval of a.share() - b.share(): the hybrid of two score intervals (Newcombe 1998, "Interval estimation for
/// the difference between independent proportions", method 10), which is also valid for small counts and for shares of
/// 0 and 1.
Interval newcombeInterval(const Proportion& a, const Proportion& b);
/// Newcombe's interval of a - b, from two shares and their score intervals.
Interval newcombeInterval(double a, const Interval& ofA, double b, const Interval& ofB);

/// The test by which a p-value was computed: the first two by `compareShares`, the others by `compareStrata`.
enum class ShareTest { PooledNormal, FisherExact, MantelHaenszel, StratifiedExact };
struct ShareTestResult {
    double p = 1;
    ShareTest test = ShareTest::PooledNormal;
};

/// Two-sided test of whether two groups have the same share: by the pooled normal approximation, or by Fisher's exact
/// test if the expected count of a cell is below 5 (Cochran 1954). p = 1 if a group is empty.
ShareTestResult compareShares(const Proportion& a, const Proportion& b);

/// The two-sided p-value of an exact test: the total probability of all outcomes that are at most as likely as the
/// outcome `observed`, an index of `chances`.
double asUnlikelyAs(std::span<const double> chances, std::int64_t observed);
/// Fisher's exact test of the two groups, two-sided: the total probability of all 2 x 2 tables with the same margins
/// that are at most as likely as the observed one.
double fisherExact(const Proportion& a, const Proportion& b);
/// The z test with one pooled share for both groups, two-sided.
double pooledNormalTest(const Proportion& a, const Proportion& b);

/// Adjusted p-values (Holm 1979): calling everything with a value below 0.05 a finding keeps the chance of even one
/// false finding below 5 %, whatever the dependence between the tests. This holds only for tests chosen without looking
/// at the data. If the best of k methods, chosen by the same data, is compared with the other methods, `p` must contain
/// the k (k - 1) / 2 tests of all pairs, not only k - 1 tests. Returned in the order of `p`.
std::vector<double> holm(std::span<const double> p);

/// Adjusted p-values (Benjamini & Hochberg 1995): calling everything with a value of at most q a finding keeps the
/// expected share of false findings at q, also under positive dependence between the tests (Benjamini & Yekutieli
/// 2001). Returned in the order of `p`.
std::vector<double> benjaminiHochberg(std::span<const double> p);

}  // namespace recscope
