// SPDX-License-Identifier: GPL-3.0-or-later
// The probability distributions of the statistical tests, by Boost.Math.
#pragma once

#include <cstdint>
#include <vector>

namespace recscope {

/// P(|T| > t) for Student's t with `degrees` degrees of freedom; degrees > 0, t >= 0.
double studentTail(double degrees, double t);
/// The t with P(|T| > t) = `outside`, 0 < outside < 1.
double studentQuantile(double degrees, double outside = 0.05);

/// P(X <= hits) for X ~ Binomial(cases, 1/2); 0 <= hits <= cases.
double fairBinomialTail(std::int64_t hits, std::int64_t cases);

/// The hypergeometric distribution of the number of hits in group a, given the sizes of two groups and their hits
/// together. chances[i] is the probability of `fewest` + i hits. The sizes together must be below 2^31.
struct HitChances {
    std::int64_t fewest = 0;
    std::vector<double> chances;
};
HitChances hitChances(std::int64_t casesOfA, std::int64_t casesOfB, std::int64_t hits);

}  // namespace recscope
