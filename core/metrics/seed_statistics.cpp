// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/seed_statistics.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/log_gamma.h"
#include "core/metrics/rank_gains.h"

namespace recscope {

namespace {

/// Moves `at` to the user; false where the list does not hold them.
bool advance(std::span<const UserRank> list, std::size_t& at, std::int32_t user) {
    while (at < list.size() && list[at].user < user) ++at;
    return at < list.size() && list[at].user == user;
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method.
double betaFraction(double x, double a, double b) {
    constexpr double kTiny = 1e-300, kPrecision = 1e-15;
    constexpr int kMost = 10'000;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    double result = d;
    const auto step = [&](double coefficient) {
        d = 1 + coefficient * d;
        d = 1 / (std::abs(d) < kTiny ? kTiny : d);
        c = 1 + coefficient / c;
        if (std::abs(c) < kTiny) c = kTiny;
        result *= d * c;
        return std::abs(d * c - 1) < kPrecision;
    };
    for (int m = 1; m < kMost; ++m) {
        step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
        if (step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))) break;
    }
    return result;
}

/// The regularised incomplete beta function I_x(a, b).
double incompleteBeta(double x, double a, double b) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front = std::exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * std::log(x) + b * std::log1p(-x));
    // The fraction converges fast on this side of the mode; the other side is its complement.
    if (x < (a + 1) / (a + b + 2)) return front * betaFraction(x, a, b) / a;
    return 1 - front * betaFraction(1 - x, b, a) / b;
}

}  // namespace

Spread spreadOf(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    if (values.empty()) return {};
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    for (const double value : values) squares += (value - sum / n) * (value - sum / n);
    return {.mean = sum / n, .deviation = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

double studentQuantile(double degrees) {
    constexpr double kNormal975 = 1.959963984540054, kAsGoodAsNormal = 1e6;
    if (degrees > kAsGoodAsNormal) return kNormal975;
    // P(|T| > t) = I_{n / (n + t^2)}(n / 2, 1 / 2) falls with t; 13 is above the largest quantile, that of one degree.
    double below = kNormal975 - 1e-3, above = 13;
    for (int i = 0; i < 60; ++i) {
        const double middle = (below + above) / 2;
        const double outside = incompleteBeta(degrees / (degrees + middle * middle), degrees / 2, 0.5);
        (outside > 0.05 ? below : above) = middle;
    }
    return (below + above) / 2;
}

double pValueOf(const SeedInterval& of) {
    if (of.users < 2 || of.interval.mean == 0) return 1;
    if (of.interval.halfWidth <= 0) return 0;
    const double t = of.interval.mean / (of.interval.halfWidth / studentQuantile(of.degrees));
    return incompleteBeta(of.degrees / (of.degrees + t * t), of.degrees / 2, 0.5);
}

SeedInterval seedMean(const std::string& metric, const SeedRanks& seeds) {
    return seedDifference(metric, seeds, {});
}

// Users and seeds are crossed: every seed ranks every user. The variance of a mean over both is estimated by the sum of
// what it would be over users alone (of each user's mean over the seeds) and over seeds alone (of each seed's mean over
// the users): the crossed random effects of P. McCullagh, "Resampling and exchangeable arrays", Bernoulli 6(2), 2000,
// and A. Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1(2), 2007. Where users and seeds interact the
// sum counts the interaction twice, so that it errs on the side of too wide an interval. The two configs' seeds are
// drawn apart from each other and their variances add up; users are the same and are paired. With three seeds the
// deviation itself is uncertain: Student's quantile with the degrees of freedom of F. E. Satterthwaite (1946) and B. L.
// Welch (1947) allows for it. A side with one seed says nothing about the chance of its seed.
SeedInterval seedDifference(const std::string& metric, const SeedRanks& a, const SeedRanks& b) {
    SeedInterval result;
    if (a.empty()) return result;
    RankGains gains(metric);
    const SeedRanks* sides[2] = {&a, &b};
    std::vector<std::size_t> at[2] = {std::vector<std::size_t>(a.size()), std::vector<std::size_t>(b.size())};
    std::vector<double> sums[2] = {std::vector<double>(a.size()), std::vector<double>(b.size())};
    std::vector<double> differences;  // by common user
    std::vector<double> own[2] = {std::vector<double>(a.size()), std::vector<double>(b.size())};
    for (const UserRank& first : a.front()) {
        bool everywhere = true;
        for (int side = 0; side < 2; ++side)
            for (std::size_t seed = 0; seed < sides[side]->size() && everywhere; ++seed) {
                const std::span<const UserRank> list = (*sides[side])[seed];
                everywhere = advance(list, at[side][seed], first.user);
                if (everywhere) own[side][seed] = gains.of(list[at[side][seed]].rank);
            }
        if (!everywhere) continue;
        double means[2] = {0, 0};
        for (int side = 0; side < 2; ++side)
            for (std::size_t seed = 0; seed < own[side].size(); ++seed) {
                sums[side][seed] += own[side][seed];
                means[side] += own[side][seed] / static_cast<double>(own[side].size());
            }
        differences.push_back(means[0] - means[1]);
    }
    result.users = static_cast<std::int64_t>(differences.size());
    if (result.users < 1) return result;
    const auto users = static_cast<double>(differences.size());
    const Spread overUsers = spreadOf(differences);
    result.interval.mean = overUsers.mean;
    const double userPart = overUsers.deviation * overUsers.deviation / users;
    double variance = userPart, satterthwaite = users > 1 ? userPart * userPart / (users - 1) : 0, seedPart = 0;
    for (std::vector<double>& side : sums) {
        if (side.size() < 2) continue;
        for (double& sum : side) sum /= users;
        const double deviation = spreadOf(side).deviation, seeds = static_cast<double>(side.size());
        const double part = deviation * deviation / seeds;
        variance += part;
        seedPart += part;
        satterthwaite += part * part / (seeds - 1);
    }
    if (variance <= 0) return result;
    result.degrees = std::max(1.0, variance * variance / satterthwaite);
    result.seedVariance = seedPart / variance;
    result.interval.halfWidth = studentQuantile(result.degrees) * std::sqrt(variance);
    return result;
}

}  // namespace recscope
