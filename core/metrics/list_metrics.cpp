// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/list_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "core/metrics/baselines.h"

namespace recscope {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::array kListMetricNames = {"popularity@10", "popularity_lift@10", "novelty@10",
                                         "diversity@10",  "serendipity@10",     "repeats@10"};

std::size_t at(Token token) {
    return static_cast<std::size_t>(token);
}

/// The mean of value(token) over the tokens.
template <class Value>
double meanOver(std::span<const Token> tokens, const Value& value) {
    double sum = 0;
    for (const Token token : tokens) sum += static_cast<double>(value(token));
    return sum / static_cast<double>(tokens.size());
}

}  // namespace

std::span<const char* const> listMetricNames() {
    return kListMetricNames;
}

std::optional<ListMetric> listMetricNamed(std::string_view name) {
    for (std::size_t i = 0; i < kListMetricNames.size(); ++i)
        if (name == kListMetricNames[i]) return static_cast<ListMetric>(i);
    return std::nullopt;
}

ValueRange rangeOf(ListMetric metric) {
    const bool isShare = metric == ListMetric::Diversity || metric == ListMetric::Repeats;
    return isShare ? ValueRange::Share : ValueRange::Unbounded;
}

CatalogueUse catalogueUse(const RecommendedLists& lists, std::int32_t itemCount) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(itemCount), 0);
    double sum = 0;
    for (const Token token : lists.items) {
        if (token == kPadToken) continue;
        ++counts[at(token - kFirstItemToken)];
        ++sum;
    }
    CatalogueUse use;
    if (sum == 0) return use;
    std::sort(counts.begin(), counts.end());
    const double V = itemCount;
    double weighted = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto count = static_cast<double>(counts[i]);
        use.coverage += count > 0 ? 1 : 0;
        weighted += (2 * static_cast<double>(i + 1) - V - 1) * count;
        if (count > 0) use.entropy -= count / sum * std::log2(count / sum);
    }
    use.coverage /= V;
    use.gini = weighted / (V * sum);
    return use;
}

ListFacts listFacts(const RecommendedLists& lists, const Histories& histories) {
    const std::vector<float> popularity = popularityScores(histories);
    double sum = 0;
    std::int64_t recommended = 0;
    for (const Token token : lists.items) {
        if (token == kPadToken) continue;
        sum += static_cast<double>(popularity[at(token)]);
        ++recommended;
    }
    return {.coverage10 = catalogueUse(lists, histories.itemCount).coverage,
            .popularity10 = recommended > 0 ? sum / static_cast<double>(recommended) : 0};
}

ListMetrics::ListMetrics(const Histories& histories, Split split, std::span<const std::vector<std::int32_t>> tags)
    : m_histories(histories),
      m_split(split),
      m_tags(tags),
      m_popularity(popularityScores(histories)),
      m_owners(m_popularity.size(), 0),
      m_popularityRank(m_popularity.size(), 0) {
    std::vector<std::int32_t> lastOwner(m_popularity.size(), -1);
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (!histories.training(user).empty()) ++m_trainingUsers;
        for (const Token token : histories.training(user)) {
            if (lastOwner[at(token)] != user) ++m_owners[at(token)];
            lastOwner[at(token)] = user;
        }
    }
    std::set<float, std::greater<>> counts;
    for (Token item = kFirstItemToken; isItem(item, histories.itemCount); ++item)
        if (m_popularity[at(item)] > 0) counts.insert(m_popularity[at(item)]);
    std::map<float, std::int32_t> rankOf;
    for (const float count : counts) rankOf.emplace(count, static_cast<std::int32_t>(rankOf.size()) + 1);
    for (std::size_t token = 0; token < m_popularity.size(); ++token)
        if (m_popularity[token] > 0) m_popularityRank[token] = rankOf.at(m_popularity[token]);
}

std::vector<UserValue> ListMetrics::values(ListMetric metric, const RecommendedLists& lists) const {
    std::vector<UserValue> values;
    for (std::size_t i = 0; i < lists.users.size(); ++i) {
        const std::span<const Token> list = lists.of(i);
        if (list.empty()) continue;
        const double value = valueOf(metric, lists.users[i], list);
        if (!std::isnan(value)) values.push_back({.user = lists.users[i], .value = value});
    }
    return values;
}

double ListMetrics::valueOf(ListMetric metric, std::int32_t user, std::span<const Token> list) const {
    const std::span<const Token> input = m_histories.input(user, m_split).items();
    const auto popularity = [this](Token token) { return m_popularity[at(token)]; };
    switch (metric) {
        case ListMetric::Popularity:
            return meanOver(list, popularity);
        case ListMetric::PopularityLift: {
            const double own = input.empty() ? 0 : meanOver(input, popularity);
            return own > 0 ? meanOver(list, popularity) / own - 1 : kUndefined;
        }
        case ListMetric::Novelty:
            return meanOver(list, [this](Token token) {
                return -std::log2(std::max(m_owners[at(token)], 1) / static_cast<double>(m_trainingUsers));
            });
        case ListMetric::Diversity:
            return diversityOf(list);
        case ListMetric::Serendipity:
            return serendipityOf(user, list);
        case ListMetric::Repeats:
            return meanOver(list,
                            [&](Token token) { return std::find(input.begin(), input.end(), token) != input.end(); });
    }
    return kUndefined;
}

double ListMetrics::diversityOf(std::span<const Token> list) const {
    if (m_tags.empty()) return kUndefined;
    double sum = 0;
    std::int64_t pairs = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const std::vector<std::int32_t>&a = m_tags[at(list[i])], &b = m_tags[at(list[j])];
            if (a.empty() || b.empty()) continue;
            std::vector<std::int32_t> shared;
            std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
            sum += 1 - static_cast<double>(shared.size()) / static_cast<double>(a.size() + b.size() - shared.size());
            ++pairs;
        }
    }
    return pairs > 0 ? sum / static_cast<double>(pairs) : kUndefined;
}

double ListMetrics::serendipityOf(std::int32_t user, std::span<const Token> list) const {
    const std::span<const Token> targets = m_histories.targets(user, m_split);
    const double V = m_histories.itemCount;
    double sum = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (std::find(targets.begin(), targets.end(), list[i]) == targets.end()) continue;
        const std::int32_t rank = m_popularityRank[at(list[i])];
        const double listed = (V - static_cast<double>(i)) / V, expected = rank > 0 ? (V + 1 - rank) / V : 0;
        sum += std::max(0.0, listed - expected);
    }
    return sum / static_cast<double>(RecommendedLists::kLength);
}

}  // namespace recscope
