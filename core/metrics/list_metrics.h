// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/metrics/recommended_lists.h"
#include "core/metrics/seed_statistics.h"
#include "core/sequence/histories.h"

namespace recscope {

/// Properties of recommendation lists beyond accuracy. The means over users are computed from the values of each user,
/// so that they have intervals and can be compared between runs, paired by user.
enum class ListMetric {
    Popularity,      ///< "popularity@10": mean number of training interactions of the recommended items
    PopularityLift,  ///< "popularity_lift@10": that mean / the same mean over the items that the user's list is
                     ///< computed from, minus 1; 0 = the list is as popular as the history (Abdollahpouri et al., 2019)
    Novelty,      ///< "novelty@10": mean of -log2(users who had the item in training / users with training items), in
                  ///< bits (mean inverse user frequency, Castells et al., 2015); an item that nobody had counts as
                  ///< if one user had it
    Diversity,    ///< "diversity@10": mean over pairs of recommended items of 1 - |shared tags| / |tags of either|,
                  ///< 0…1 (intra-list diversity, Ziegler et al., WWW 2005, with the Jaccard distance)
    Serendipity,  ///< "serendipity@10": the sum over hits of max(0, p(rank) - p(rank by popularity)) / 10, where
                  ///< p(r) = (V + 1 - r) / V; equally popular items share a rank, and p is 0 for items without
                  ///< training interactions
    Repeats,      ///< "repeats@10": share of the recommended items that the user had before, 0…1
};

/// The names in the order of the enum.
std::span<const char* const> listMetricNames();
/// Nothing for any other name.
std::optional<ListMetric> listMetricNamed(std::string_view name);
ValueRange rangeOf(ListMetric metric);

/// Properties of all lists together.
struct CatalogueUse {
    double coverage = 0;  ///< share of all items that are in some list, 0…1
    double gini = 0;  ///< Gini coefficient of how often each item is recommended: 0 = all equally often, 1 = one only
    double entropy = 0;  ///< Shannon entropy of the recommended items in bits; at most log2 of the number of items
};
CatalogueUse catalogueUse(const RecommendedLists& lists, std::int32_t itemCount);

/// The facts that are stored with an evaluation.
ListFacts listFacts(const RecommendedLists& lists, const Histories& histories);

/// Computes the metrics of lists that were made for the targets of `split`.
class ListMetrics {
public:
    /// `tags`: for each token, (V + 2), the sorted numbers of its tags; empty = no item has tags, so Diversity is not
    /// defined. `histories` and `tags` must outlive this.
    ListMetrics(const Histories& histories, Split split, std::span<const std::vector<std::int32_t>> tags);

    /// The value of each user for whom the metric is defined, in user order.
    std::vector<UserValue> values(ListMetric metric, const RecommendedLists& lists) const;

private:
    /// The value of one user with a list that is not empty; NaN: not defined.
    double valueOf(ListMetric metric, std::int32_t user, std::span<const Token> list) const;
    double diversityOf(std::span<const Token> list) const;
    double serendipityOf(std::int32_t user, std::span<const Token> list) const;

    const Histories& m_histories;
    Split m_split;
    std::span<const std::vector<std::int32_t>> m_tags;
    std::vector<float> m_popularity;             ///< (V + 2) training interactions of each token
    std::vector<std::int32_t> m_owners;          ///< (V + 2) users who had the token in training
    std::int64_t m_trainingUsers = 0;            ///< users with training items
    std::vector<std::int32_t> m_popularityRank;  ///< (V + 2) 1 = the most training interactions; 0 = none
};

}  // namespace recscope
