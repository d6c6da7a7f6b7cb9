// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/metrics/baselines.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A user's rank and the value by which the user is grouped.
struct Valued {
    std::int64_t value = 0;
    UserRank rank;
};

MetricGroup groupOf(std::span<const Valued> users) {
    std::vector<UserRank> ranks;
    for (const Valued& user : users) ranks.push_back(user.rank);
    return {.from = users.front().value,
            .to = users.back().value,
            .users = static_cast<std::int64_t>(ranks.size()),
            .metrics = metricsOf(ranks),
            .ndcg10 = metricInterval("ndcg@10", ranks)};
}

std::vector<MetricGroup> grouped(std::vector<Valued> users, int groups) {
    std::stable_sort(users.begin(), users.end(), [](const Valued& a, const Valued& b) { return a.value < b.value; });
    std::vector<MetricGroup> result;
    for (std::size_t begin = 0; begin < users.size();) {
        const auto groupsLeft = static_cast<std::size_t>(std::max(1, groups - static_cast<int>(result.size())));
        std::size_t end = std::min(users.size(), begin + std::max<std::size_t>(1, (users.size() - begin) / groupsLeft));
        while (end < users.size() && users[end].value == users[end - 1].value) ++end;
        if (groupsLeft == 1) end = users.size();
        result.push_back(groupOf(std::span(users).subspan(begin, end - begin)));
        begin = end;
    }
    return result;
}

/// The distinct values of an attribute among the ranked users, and for each of these users the index of the value.
struct AttributeValues {
    std::vector<std::string> names;  ///< names of the values: numbers ascending, categories by falling frequency
    std::vector<Valued> users;       ///< users with a known value; `value` is an index in `names`
};

AttributeValues attributeValuesOf(const UserAttribute& attribute, std::span<const UserRank> ranks) {
    std::map<double, std::int64_t> counts;  // number of users per value; a category is given by the index of its label
    const auto valueOf = [&](std::int32_t user) {
        const auto i = static_cast<std::size_t>(user);
        return attribute.kind == AttributeKind::Number ? attribute.numbers[i]
                                                       : static_cast<double>(attribute.categories[i]);
    };
    const std::size_t described = std::max(attribute.numbers.size(), attribute.categories.size());
    std::vector<UserRank> known;
    for (const UserRank& rank : ranks) {
        const auto user = static_cast<std::size_t>(rank.user);
        if (user >= described || !attribute.isKnown(user)) continue;
        known.push_back(rank);
        ++counts[valueOf(rank.user)];
    }
    std::vector<double> values;
    for (const auto& [value, count] : counts) values.push_back(value);
    if (attribute.kind == AttributeKind::Category)
        std::stable_sort(values.begin(), values.end(), [&](double a, double b) { return counts[a] > counts[b]; });
    AttributeValues result;
    std::map<double, std::int64_t> indexOf;
    for (const double value : values) {
        indexOf[value] = static_cast<std::int64_t>(result.names.size());
        result.names.push_back(attribute.kind == AttributeKind::Number
                                   ? fmt::format("{}", value)
                                   : attribute.labels[static_cast<std::size_t>(value)]);
    }
    for (const UserRank& rank : known) result.users.push_back({indexOf[valueOf(rank.user)], rank});
    return result;
}

}  // namespace

AttributeGroups byAttribute(const UserAttribute& attribute, std::span<const UserRank> ranks, int groups) {
    AttributeGroups result{.attribute = attribute.name, .groups = {}, .names = {}};
    AttributeValues values = attributeValuesOf(attribute, ranks);
    const auto nameAt = [&](std::int64_t index) { return values.names[static_cast<std::size_t>(index)]; };
    if (attribute.kind == AttributeKind::Number) {
        result.groups = grouped(std::move(values.users), groups);
        for (const MetricGroup& group : result.groups)
            result.names.push_back(group.from == group.to ? nameAt(group.from)
                                                          : fmt::format("{}–{}", nameAt(group.from), nameAt(group.to)));
        return result;
    }
    std::vector<Valued>& users = values.users;
    std::stable_sort(users.begin(), users.end(), [](const Valued& a, const Valued& b) { return a.value < b.value; });
    const auto all = static_cast<std::int64_t>(values.names.size());
    const std::int64_t alone = all <= groups ? all : groups - 1;  // number of values with a group of their own
    for (auto begin = users.begin(); begin != users.end();) {
        const bool isRest = begin->value >= alone;
        const auto end =
            isRest ? users.end()
                   : std::find_if(begin, users.end(), [&](const Valued& user) { return user.value != begin->value; });
        result.groups.push_back(groupOf({begin, end}));
        result.names.push_back(isRest ? translated("{} others", all - alone) : nameAt(begin->value));
        begin = end;
    }
    return result;
}

std::vector<std::int32_t> usersOfAttributeGroup(const UserAttribute& attribute, std::span<const UserRank> ranks,
                                                const MetricGroup& group) {
    std::vector<std::int32_t> users;
    for (const Valued& user : attributeValuesOf(attribute, ranks).users)
        if (user.value >= group.from && user.value <= group.to) users.push_back(user.rank.user);
    return users;
}

std::vector<MetricGroup> byHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                         int groups) {
    std::vector<Valued> users;
    for (const UserRank& rank : ranks)
        users.push_back({static_cast<std::int64_t>(histories.input(rank.user, split).size()), rank});
    return grouped(std::move(users), groups);
}

std::vector<MetricGroup> byTargetPopularity(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                            int groups) {
    const std::vector<float> popularity = popularityScores(histories);
    std::vector<Valued> users;
    for (const UserRank& rank : ranks)
        users.push_back(
            {static_cast<std::int64_t>(popularity[static_cast<std::size_t>(histories.target(rank.user, split))]),
             rank});
    return grouped(std::move(users), groups);
}

std::vector<CurvePoint> curveOverK(std::span<const UserRank> ranks, std::int32_t maxK) {
    std::vector<CurvePoint> curve;
    const double users = std::max<double>(1, static_cast<double>(ranks.size()));
    const bool haveOneTarget =
        std::all_of(ranks.begin(), ranks.end(), [](const UserRank& user) { return user.others.empty(); });
    if (haveOneTarget) {
        std::vector<std::int64_t> hitsAt(static_cast<std::size_t>(std::max(maxK, 0)) + 1, 0);
        for (const UserRank& user : ranks)
            if (user.rank <= maxK) ++hitsAt[static_cast<std::size_t>(user.rank)];
        double hr = 0, ndcg = 0;
        for (std::int32_t k = 1; k <= maxK; ++k) {
            const double share = static_cast<double>(hitsAt[static_cast<std::size_t>(k)]) / users;
            hr += share;
            ndcg += share / std::log2(k + 1.0);
            curve.push_back({.k = k, .hr = hr, .ndcg = ndcg});
        }
        return curve;
    }
    // All targets as (rank, index of the user), the best ranks first.
    std::vector<std::pair<std::int32_t, std::size_t>> targets;
    for (std::size_t user = 0; user < ranks.size(); ++user) {
        targets.emplace_back(ranks[user].rank, user);
        for (const TargetRank& other : ranks[user].others) targets.emplace_back(other.rank, user);
    }
    std::sort(targets.begin(), targets.end());
    std::vector<double> gains(ranks.size(), 0), ideals(ranks.size(), 0);
    double hits = 0;
    std::size_t next = 0;
    for (std::int32_t k = 1; k <= maxK; ++k) {
        const double gain = 1 / std::log2(k + 1.0);
        for (; next < targets.size() && targets[next].first <= k; ++next) {
            const std::size_t user = targets[next].second;
            hits += gains[user] == 0;
            gains[user] += gain;
        }
        double ndcg = 0;
        for (std::size_t user = 0; user < ranks.size(); ++user) {
            if (k <= 1 + std::ssize(ranks[user].others)) ideals[user] += gain;
            ndcg += gains[user] / ideals[user];
        }
        curve.push_back({.k = k, .hr = hits / users, .ndcg = ndcg / users});
    }
    return curve;
}

}  // namespace recscope
