// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

// Debiased metrics, as in RecTools 0.19 (rectools/metrics/debias.py): a few items that very many users have as targets
// decide a metric together with the models that recommend what is popular. Therefore the targets of these items are
// down-sampled at random to a border, and the metric is computed from the targets and users that remain. The ranks of
// the remaining targets do not change.

inline constexpr double kIqrCoefficient = 1.5;
inline constexpr std::uint64_t kDebiasSeed = 42;

/// The border of an item's number of users who have it as a target: Q3 + iqrCoefficient * (Q3 - Q1), rounded down,
/// where Q1 and Q3 are quartiles of the numbers of all items that are a target. Pre: there is a number;
/// iqrCoefficient >= 0.
std::int64_t popularityBorder(std::vector<std::int64_t> numbers, double iqrCoefficient = kIqrCoefficient);

/// The ranks that remain after the targets of each item above the border were down-sampled to it. A user without a
/// remaining target is left out; `target` and `rank` are those of the user's best remaining target, whose `ties` are
/// unknown and set to 0 if it was not the best before. Which targets remain depends on the seed, the users and their
/// targets only, so it is the same for every model. Unset if it is not known which items the targets are
/// (`TargetRank`).
std::optional<std::vector<UserRank>> debiasedRanks(std::span<const UserRank> ranks,
                                                   double iqrCoefficient = kIqrCoefficient,
                                                   std::uint64_t seed = kDebiasSeed);

/// The metric to compute from `debiasedRanks`: "ndcg@10" for "debiased_ndcg@10". Unset for a name without the prefix.
std::optional<std::string> debiasedMetric(const std::string& name);

/// Throws the error of `metricNamed` if the name, with or without "debiased_" before it, is no metric of ranks.
void checkRankMetric(const std::string& name);

/// Whether the metrics can be computed from these ranks. Debiased ones need to know which items the targets are.
bool sufficeFor(std::span<const std::string> metrics, std::span<const UserRank> ranks);

}  // namespace recscope
