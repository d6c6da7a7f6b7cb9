// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/sample_size.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/distributions.h"

namespace recscope {

namespace {

constexpr double kOutsidePower = 0.4;  // two-sided tail whose quantile is the one-sided 80 % quantile
constexpr double kMostUsers = 1e12;    // more users than that count as "no number of users suffices"

/// By how many standard errors a difference must exceed 0 to be found with 80 % power.
double errorsNeeded(double degrees) {
    return studentQuantile(degrees) + studentQuantile(degrees, kOutsidePower);
}

}  // namespace

// The squared standard error is the variance over users divided by their number, plus the part of the seeds, which more
// users do not reduce. With more users the part of the seeds dominates, so Satterthwaite's degrees of freedom fall
// towards the few of the seeds.
SampleSize sampleSizeFor(const SeedInterval& measured, double difference) {
    SampleSize result;
    const double error = measured.interval.halfWidth / studentQuantile(measured.degrees);
    const auto usersNow = static_cast<double>(measured.users);
    const double variance = error * error, ofSeeds = variance * measured.seedVariance, ofUsers = variance - ofSeeds;
    result.smallest = errorsNeeded(measured.degrees) * error;
    // Satterthwaite: variance^2 / degrees is a sum over the parts; that of the seeds is what that of the users leaves.
    const double seedTerm =
        ofSeeds > 0 ? std::max(0.0, variance * variance / measured.degrees - ofUsers * ofUsers / (usersNow - 1)) : 0;
    const auto findsIt = [&](double users) {
        const double part = ofUsers * usersNow / users, all = part + ofSeeds;
        const double degrees = std::max(1.0, all * all / (part * part / (users - 1) + seedTerm));
        return difference >= errorsNeeded(degrees) * std::sqrt(all);
    };
    double high = 2;
    while (!findsIt(high)) {
        high *= 2;
        if (high > kMostUsers) return result;
    }
    double low = high / 2;  // does not find it, or is below 2
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (findsIt(middle) ? high : low) = middle;
    }
    result.users = static_cast<std::int64_t>(high);
    return result;
}

}  // namespace recscope
