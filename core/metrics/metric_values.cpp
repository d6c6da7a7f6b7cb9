// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metric_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/metrics/debiased.h"
#include "core/metrics/distributions.h"
#include "core/metrics/list_metrics.h"
#include "core/metrics/rank_gains.h"

namespace recscope {

namespace {

constexpr std::array kCatalogueMetrics = {"coverage@10", "gini@10", "entropy@10"};

/// The elements of `list`, ascending by `userOf`, whose user is in `chosen`, ascending.
template <class List, class UserOf, class Keep>
void forEachChosen(const List& list, std::span<const std::int32_t> chosen, const UserOf& userOf, const Keep& keep) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        while (next < chosen.size() && chosen[next] < userOf(list[i])) ++next;
        if (next == chosen.size()) return;
        if (chosen[next] == userOf(list[i])) keep(i);
    }
}

}  // namespace

Better betterValues(std::string_view metric) {
    if (metric == "gini@10" || metric == "popularity_lift@10") return Better::Lower;
    if (metric == "popularity@10" || metric == "repeats@10") return Better::Neither;
    return Better::Higher;
}

std::span<const char* const> catalogueMetricNames() {
    return kCatalogueMetrics;
}

bool isCatalogueMetric(std::string_view metric) {
    return std::find(kCatalogueMetrics.begin(), kCatalogueMetrics.end(), metric) != kCatalogueMetrics.end();
}

bool isMetricOfLists(std::string_view metric) {
    return listMetricNamed(metric) || isCatalogueMetric(metric);
}

SeedInterval MetricValues::mean() const {
    if (!isOfAllLists()) return valueDifference(range, seeds());
    const Spread spread = spreadOf(ofAllLists);
    const auto seeds = static_cast<double>(ofAllLists.size());
    SeedInterval mean;
    mean.interval.mean = spread.mean;
    mean.users = lists;
    if (seeds < 2) return mean;
    mean.degrees = seeds - 1;
    mean.seedVariance = 1;
    mean.interval.halfWidth = studentQuantile(mean.degrees) * spread.deviation / std::sqrt(seeds);
    return mean;
}

MetricValues MetricValues::among(std::span<const std::int32_t> chosen) const {
    MetricValues some{.name = name, .range = range, .users = {}, .ofAllLists = {}};
    for (const std::vector<UserValue>& seed : users) {
        std::vector<UserValue>& kept = some.users.emplace_back();
        forEachChosen(
            seed, chosen, [](const UserValue& value) { return value.user; },
            [&](std::size_t i) { kept.push_back(seed[i]); });
    }
    return some;
}

MetricValues rankValues(const std::string& metric, const SeedRanks& seeds) {
    const std::optional<std::string> undebiased = debiasedMetric(metric);
    const std::string perUser = undebiased.value_or(metric);
    RankGains gains(perUser);
    MetricValues values{.name = metric,
                        .range = metricNamed(perUser).isHitRate() ? ValueRange::ZeroOrOne : ValueRange::Share,
                        .users = {},
                        .ofAllLists = {}};
    for (std::span<const UserRank> ranks : seeds) {
        std::vector<UserRank> remaining;
        if (undebiased) ranks = remaining = debiasedRanks(ranks).value_or(std::vector<UserRank>());
        std::vector<UserValue>& ofSeed = values.users.emplace_back();
        ofSeed.reserve(ranks.size());
        for (const UserRank& rank : ranks) ofSeed.push_back({.user = rank.user, .value = gains.of(rank)});
        constexpr auto kByUser = [](const UserValue& a, const UserValue& b) { return a.user < b.user; };
        if (!std::is_sorted(ofSeed.begin(), ofSeed.end(), kByUser)) std::sort(ofSeed.begin(), ofSeed.end(), kByUser);
    }
    return values;
}

MetricValues catalogueValues(const std::string& metric, std::span<const RecommendedLists> seeds,
                             std::int32_t itemCount) {
    MetricValues values{.name = metric, .range = ValueRange::Unbounded, .users = {}, .ofAllLists = {}};
    for (const RecommendedLists& lists : seeds) {
        if (lists.empty()) continue;
        const CatalogueUse use = catalogueUse(lists, itemCount);
        values.lists = static_cast<std::int64_t>(lists.users.size());
        values.ofAllLists.push_back(metric == kCatalogueMetrics[0]   ? use.coverage
                                    : metric == kCatalogueMetrics[1] ? use.gini
                                                                     : use.entropy);
    }
    return values;
}

RecommendedLists listsAmong(const RecommendedLists& lists, std::span<const std::int32_t> users) {
    RecommendedLists chosen;
    forEachChosen(
        lists.users, users, [](std::int32_t user) { return user; },
        [&](std::size_t i) {
            const auto begin = lists.items.begin() + static_cast<std::ptrdiff_t>(i * RecommendedLists::kLength);
            chosen.users.push_back(lists.users[i]);
            chosen.items.insert(chosen.items.end(), begin, begin + RecommendedLists::kLength);
        });
    return chosen;
}

}  // namespace recscope
