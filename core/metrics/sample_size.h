// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/metrics/seed_statistics.h"

namespace recscope {

/// How many users a comparison needs. "Found" means that the two-sided test at the 5 % level is significant in 80 % of
/// the cases in which there is such a difference (power 0.8; Cohen, 1988).
struct SampleSize {
    /// The users that find `difference`; nothing if no number of users suffices, because the variation between seeds
    /// alone hides it.
    std::optional<std::int64_t> users;
    double smallest = 0;  ///< the smallest difference that the users at hand find
};

/// `measured`: a difference paired by user, as of `seedDifference`, from which the variances over users and over seeds
/// are taken. `difference`: in units of the metric, above 0. Pre: measured.users >= 2, and its interval is wider than
/// 0.
SampleSize sampleSizeFor(const SeedInterval& measured, double difference);

}  // namespace recscope
