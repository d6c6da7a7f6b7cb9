// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/breakdown.h"

#include <algorithm>
#include <cmath>

#include "core/metrics/baselines.h"

namespace recscope {

namespace {

/// A user's rank and the value by which the user is grouped.
struct Valued {
    std::int64_t value = 0;
    UserRank rank;
};

std::vector<MetricGroup> grouped(std::vector<Valued> users, int groups) {
    std::stable_sort(users.begin(), users.end(), [](const Valued& a, const Valued& b) { return a.value < b.value; });
    std::vector<MetricGroup> result;
    for (std::size_t begin = 0; begin < users.size();) {
        const auto groupsLeft = static_cast<std::size_t>(std::max(1, groups - static_cast<int>(result.size())));
        std::size_t end = std::min(users.size(), begin + std::max<std::size_t>(1, (users.size() - begin) / groupsLeft));
        while (end < users.size() && users[end].value == users[end - 1].value) ++end;
        if (groupsLeft == 1) end = users.size();
        std::vector<UserRank> ranks;
        for (std::size_t i = begin; i < end; ++i) ranks.push_back(users[i].rank);
        result.push_back({.from = users[begin].value,
                          .to = users[end - 1].value,
                          .users = static_cast<std::int64_t>(ranks.size()),
                          .metrics = metricsOf(ranks),
                          .ndcg10 = metricInterval("ndcg@10", ranks)});
        begin = end;
    }
    return result;
}

}  // namespace

std::vector<MetricGroup> byHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                         int groups) {
    std::vector<Valued> users;
    for (const UserRank& rank : ranks)
        users.push_back({static_cast<std::int64_t>(histories.input(rank.user, split).size()), rank});
    return grouped(std::move(users), groups);
}

std::vector<MetricGroup> byTargetPopularity(const Histories& histories, std::span<const UserRank> ranks, int groups) {
    const std::vector<float> popularity = popularityScores(histories);
    std::vector<Valued> users;
    for (const UserRank& rank : ranks)
        users.push_back({static_cast<std::int64_t>(popularity[static_cast<std::size_t>(rank.target)]), rank});
    return grouped(std::move(users), groups);
}

std::vector<CurvePoint> curveOverK(std::span<const UserRank> ranks, std::int32_t maxK) {
    std::vector<std::int64_t> hits(static_cast<std::size_t>(std::max(maxK, 0)) + 1, 0);
    for (const UserRank& rank : ranks) {
        if (rank.rank <= maxK) ++hits[static_cast<std::size_t>(rank.rank)];
    }
    std::vector<CurvePoint> curve;
    double hr = 0, ndcg = 0;
    const double users = std::max<double>(1, static_cast<double>(ranks.size()));
    for (std::int32_t k = 1; k <= maxK; ++k) {
        const double share = static_cast<double>(hits[static_cast<std::size_t>(k)]) / users;
        hr += share;
        ndcg += share / std::log2(k + 1.0);
        curve.push_back({.k = k, .hr = hr, .ndcg = ndcg});
    }
    return curve;
}

ListCollector::ListCollector(const Histories& histories)
    : m_popularity(popularityScores(histories)), m_recommended(m_popularity.size(), false) {}

void ListCollector::add(std::span<const Token> best) {
    for (const Token token : best) {
        m_recommended[static_cast<std::size_t>(token)] = true;
        m_popularitySum += static_cast<double>(m_popularity[static_cast<std::size_t>(token)]);
        ++m_items;
    }
}

ListFacts ListCollector::facts() const {
    const auto shown = std::count(m_recommended.begin(), m_recommended.end(), true);
    const double items = static_cast<double>(m_recommended.size()) - 2;
    return {.coverage10 = items > 0 ? static_cast<double>(shown) / items : 0,
            .popularity10 = m_items > 0 ? m_popularitySum / static_cast<double>(m_items) : 0};
}

}  // namespace recscope
