// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/distributions.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace recscope {

namespace math = boost::math;

double studentTail(double degrees, double t) {
    return 2 * math::cdf(math::complement(math::students_t(degrees), t));
}

double studentQuantile(double degrees, double outside) {
    return math::quantile(math::complement(math::students_t(degrees), outside / 2));
}

double fairBinomialTail(std::int64_t hits, std::int64_t cases) {
    return math::cdf(math::binomial(static_cast<double>(cases), 0.5), static_cast<double>(hits));
}

HitChances hitChances(std::int64_t casesOfA, std::int64_t casesOfB, std::int64_t hits) {
    const auto count = [](std::int64_t value) { return static_cast<unsigned>(value); };
    const math::hypergeometric distribution(count(hits), count(casesOfA), count(casesOfA + casesOfB));
    HitChances result{std::max<std::int64_t>(0, hits - casesOfB), {}};
    for (std::int64_t i = result.fewest; i <= std::min(hits, casesOfA); ++i)
        result.chances.push_back(math::pdf(distribution, count(i)));
    return result;
}

}  // namespace recscope
