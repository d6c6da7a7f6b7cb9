// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics/recommended_lists.h"
#include "core/metrics/seed_statistics.h"

namespace recscope {

/// Which values of a metric are better.
enum class Better {
    Higher,
    Lower,
    Neither,  ///< for a metric that only describes the lists, such as the share of repeats
};
/// Metrics of ranks ("ndcg@10") are better if they are higher. For those of lists see `MetricValues`.
Better betterValues(std::string_view metric);

/// The values of one metric for one config: one element per seed in `users`, or, for a property of all lists together
/// ("coverage@10", "gini@10", "entropy@10"), in `ofAllLists`. Both are empty if the metric is not known or not defined.
struct MetricValues {
    std::string name;
    ValueRange range = ValueRange::Share;
    std::vector<std::vector<UserValue>> users;  ///< of each user for whom the metric is defined, in user order
    std::vector<double> ofAllLists;
    std::int64_t lists = 0;     ///< number of users whose lists `ofAllLists` is about
    bool dependsOnSeed = true;  ///< false for models such as popularity, of which one run is enough

    bool isOfAllLists() const { return !ofAllLists.empty(); }
    SeedValues seeds() const { return {users.begin(), users.end()}; }
    /// The mean with its interval over users and seeds; of a property of all lists over the seeds only, and without an
    /// interval for one seed.
    SeedInterval mean() const;
    /// The values of these users (ascending). Pre: not isOfAllLists().
    MetricValues among(std::span<const std::int32_t> chosen) const;
};

/// The values of a metric of ranks, debiased or not (debiased.h). Throws Error(Usage) for an unknown name. No user has
/// a value of a debiased metric if it is not known which items the targets are.
MetricValues rankValues(const std::string& metric, const SeedRanks& seeds);
/// The values of "coverage@10", "gini@10" or "entropy@10", without lists none. Pre: one of these names.
MetricValues catalogueValues(const std::string& metric, std::span<const RecommendedLists> seeds,
                             std::int32_t itemCount);
/// "coverage@10", "gini@10", "entropy@10".
std::span<const char* const> catalogueMetricNames();
/// Whether the metric is one of `catalogueMetricNames`. Such a metric depends on the number of users whose lists it is
/// computed from, so it cannot be compared between groups of users.
bool isCatalogueMetric(std::string_view metric);
/// Whether the metric is computed from recommendation lists: one of `catalogueMetricNames` or `listMetricNames`.
bool isMetricOfLists(std::string_view metric);

/// The lists of these users (ascending).
RecommendedLists listsAmong(const RecommendedLists& lists, std::span<const std::int32_t> users);

}  // namespace recscope
