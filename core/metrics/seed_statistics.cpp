// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/seed_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/metrics/distributions.h"
#include "core/metrics/metric_values.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// Advances `at` to the entry of the user in the list, which is in user order. Returns false if there is no such entry.
bool advance(std::span<const UserValue> list, std::size_t& at, std::int32_t user) {
    while (at < list.size() && list[at].user < user) ++at;
    return at < list.size() && list[at].user == user;
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

double pValueOf(const SeedInterval& interval) {
    if (interval.users < 2 || interval.interval.mean == 0) return 1;
    if (interval.interval.halfWidth <= 0) return 0;
    const double t = interval.interval.mean / (interval.interval.halfWidth / studentQuantile(interval.degrees));
    return studentTail(interval.degrees, std::abs(t));
}

std::string intervalText(const SeedInterval& interval, int decimals) {
    const auto number = [decimals](double value) { return fmt::format("{:.{}f}", value, decimals); };
    if (!interval.hasInterval()) return number(interval.interval.mean);
    if (!interval.bounds)
        return fmt::format("{} \u00b1 {}", number(interval.interval.mean), number(interval.interval.halfWidth));
    return translated("{} ({} to {})", number(interval.interval.mean), number(interval.low()), number(interval.high()));
}

SeedInterval seedMean(const std::string& metric, const SeedRanks& seeds) {
    return seedDifference(metric, seeds, {});
}

namespace {

/// The half-width of the interval if all users have the same value. Their variance is 0, but users outside the sample
/// may differ. Since none of `users` users differs, the share of users who differ is estimated to be at most the upper
/// bound of Wilson's interval for 0 hits. Their values differ by at most the range of the metric, `minimum` to 1.
double halfWidthOfEqualValues(double value, double users, double minimum) {
    const double share = wilsonInterval(0, users).high;
    return share * std::max(1 - value, value - minimum);
}

/// The bounds of a hit rate over users and seeds: Wilson's interval with the effective number of users, which is the
/// number that gives `variance`. It is also valid for few or no hits (Franco et al., "Comparative study of confidence
/// intervals for proportions in complex sample surveys", J. Survey Statistics and Methodology 7(3), 2019). For one seed
/// the result is Wilson's interval itself.
Interval hitRateBounds(double rate, double users, std::size_t seeds, double variance, double quantile) {
    if (seeds == 1) return wilsonInterval(rate, users);
    const bool isKnown = variance > 0 && rate > 0 && rate < 1;
    return wilsonInterval(rate, isKnown ? rate * (1 - rate) / variance : users, isKnown ? quantile : 0);
}

}  // namespace

// The method for intervals over users and seeds:
// - Users and seeds are crossed random effects, because every seed ranks every user. The overall mean's
//   variance is estimated as the sum of two variances: that of the users' means (each over the seeds) and that of the
//   seeds' means (each over the users). See P. McCullagh, "Resampling and exchangeable arrays", Bernoulli 6(2), 2000,
//   and A. Owen, "The pigeonhole bootstrap", Annals of Applied Statistics 1(2), 2007. The sum counts the interaction of
//   users and seeds twice, so the interval tends to be too wide rather than too narrow.
// - The seeds of the two compared configs are independent, so their variances are added. Both configs rank the same
//   users, so users are paired.
// - With few seeds, the variance estimate is itself uncertain. Therefore the interval uses Student's quantile with the
//   degrees of freedom of F. E. Satterthwaite (1946) and B. L. Welch (1947).
// - A side with one seed gives no information about the variance over seeds, so its seed variance is left out.
SeedInterval seedDifference(const std::string& metric, const SeedRanks& a, const SeedRanks& b) {
    const MetricValues first = rankValues(metric, a), second = rankValues(metric, b);
    return valueDifference(first.range, first.seeds(), second.seeds());
}

SeedInterval valueDifference(ValueRange range, const SeedValues& a, const SeedValues& b) {
    SeedInterval result;
    if (a.empty()) return result;
    const bool isHitRate = range == ValueRange::ZeroOrOne;
    const SeedValues* sides[2] = {&a, &b};
    std::vector<std::size_t> at[2] = {std::vector<std::size_t>(a.size()), std::vector<std::size_t>(b.size())};
    std::vector<double> sums[2] = {std::vector<double>(a.size()), std::vector<double>(b.size())};
    std::vector<double> differences;  // one per user who is in all lists
    std::vector<double> userValues[2] = {std::vector<double>(a.size()), std::vector<double>(b.size())};
    for (const UserValue& entry : a.front()) {
        bool isInAllLists = true;
        for (int side = 0; side < 2; ++side)
            for (std::size_t seed = 0; seed < sides[side]->size() && isInAllLists; ++seed) {
                const std::span<const UserValue> list = (*sides[side])[seed];
                isInAllLists = advance(list, at[side][seed], entry.user);
                if (isInAllLists) userValues[side][seed] = list[at[side][seed]].value;
            }
        if (!isInAllLists) continue;
        double means[2] = {0, 0};
        for (int side = 0; side < 2; ++side)
            for (std::size_t seed = 0; seed < userValues[side].size(); ++seed) {
                sums[side][seed] += userValues[side][seed];
                means[side] += userValues[side][seed] / static_cast<double>(userValues[side].size());
            }
        differences.push_back(means[0] - means[1]);
    }
    result.users = static_cast<std::int64_t>(differences.size());
    if (result.users < 1) return result;
    const auto users = static_cast<double>(differences.size());
    const Spread overUsers = spreadOf(differences);
    result.interval.mean = overUsers.mean;
    const bool isMean = b.empty();
    double userPart = overUsers.deviation * overUsers.deviation / users;
    if (isHitRate && !isMean) {
        // Two imaginary users are added: a hit for the first side only, and a hit for the second side only. This keeps
        // the interval valid for few hits (Agresti & Min 2005; Bonett & Price, J. Educational and Behavioral Statistics
        // 37(4), 2012).
        double sum = 0, squares = 2;
        for (const double difference : differences) sum += difference, squares += difference * difference;
        const double all = users + 2;
        userPart = (squares / all - (sum / all) * (sum / all)) / all;
    }
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
    const double mean = result.interval.mean;
    const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
    const bool isEqual = *least == *most && seedPart <= 0 && (isMean || !isHitRate);
    result.degrees = std::max(1.0, users - 1);
    if (isEqual && range != ValueRange::Unbounded) {
        result.interval.halfWidth = halfWidthOfEqualValues(mean, users, isMean ? 0 : -1);
    } else if (variance > 0) {
        if (satterthwaite > 0) result.degrees = std::max(1.0, variance * variance / satterthwaite);
        result.seedVariance = seedPart / variance;
        result.interval.halfWidth = studentQuantile(result.degrees) * std::sqrt(variance);
    }
    if (!isMean) return result;
    if (isHitRate)
        result.bounds = hitRateBounds(mean, users, a.size(), variance, studentQuantile(result.degrees));
    else if (isEqual && range != ValueRange::Unbounded)
        result.bounds = {std::max(0.0, mean - result.interval.halfWidth),
                         std::min(1.0, mean + result.interval.halfWidth)};
    if (std::optional<Interval>& bounds = result.bounds) {
        bounds = Interval{std::min(bounds->low, mean), std::max(bounds->high, mean)};  // rounding may exclude the mean
        result.interval.halfWidth = std::max(mean - bounds->low, bounds->high - mean);
    }
    return result;
}

}  // namespace recscope
