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
    const std::int64_t most = std::min(hits, casesOfA), all = casesOfA + casesOfB;
    result.chances.resize(static_cast<std::size_t>(most - result.fewest) + 1);
    const auto chance = [&](std::int64_t i) -> double& {
        return result.chances[static_cast<std::size_t>(i - result.fewest)];
    };
    // Boost takes up to 0.1 ms for a probability, so it computes only that of the mode. The others follow from the
    // ratio of P(i + 1 hits) to P(i hits).
    const auto ratio = [&](std::int64_t i) {
        return static_cast<double>(hits - i) * static_cast<double>(casesOfA - i) /
               (static_cast<double>(i + 1) * static_cast<double>(all - hits - casesOfA + i + 1));
    };
    const double likeliest =
        (static_cast<double>(hits) + 1) * (static_cast<double>(casesOfA) + 1) / (static_cast<double>(all) + 2);
    const std::int64_t mode = std::clamp(static_cast<std::int64_t>(likeliest), result.fewest, most);
    chance(mode) = math::pdf(distribution, count(mode));
    for (std::int64_t i = mode; i < most; ++i) chance(i + 1) = chance(i) * ratio(i);
    for (std::int64_t i = mode; i > result.fewest; --i) chance(i - 1) = chance(i) / ratio(i - 1);
    return result;
}

}  // namespace recscope
