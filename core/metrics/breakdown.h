// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// The metrics of the users whose value lies between two bounds.
struct MetricGroup {
    std::int64_t from = 0, to = 0;  ///< bounds of the value, both included
    std::int64_t users = 0;         ///< number of users
    Metrics metrics;
    MeanInterval ndcg10;  ///< mean NDCG@10 with its 95 % interval
};

/// Groups the users by how many items the model could read before the target, into at most `groups` groups of about
/// equal size. Users of equal length stay in one group.
std::vector<MetricGroup> byHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                         int groups = 5);
/// Groups the users in the same way, but by how often the target occurs in the training parts.
std::vector<MetricGroup> byTargetPopularity(const Histories& histories, std::span<const UserRank> ranks,
                                            int groups = 5);

/// HR@K and NDCG@K.
struct CurvePoint {
    std::int32_t k = 1;
    double hr = 0, ndcg = 0;
};

/// Exact values for K = 1…maxK.
std::vector<CurvePoint> curveOverK(std::span<const UserRank> ranks, std::int32_t maxK);

/// The best `count` items of `scores` (indexed by token, shape (V + 2)), best first, without `removed`; equal scores in
/// token order.
std::vector<Token> bestItems(std::span<const float> scores, std::span<const Token> removed, std::size_t count);

/// Collects the first ten recommendations of every user.
class ListCollector {
public:
    /// `histories` must outlive this.
    explicit ListCollector(const Histories& histories);

    static constexpr std::size_t kLength = 10;
    /// Adds the best kLength items of one user (see `bestItems`).
    void add(std::span<const Token> best);
    ListFacts facts() const;

private:
    std::vector<float> m_popularity;  ///< number of training interactions, indexed by token
    std::vector<bool> m_recommended;  ///< whether the item is in any list, indexed by token
    double m_popularitySum = 0;
    std::int64_t m_items = 0;
};

}  // namespace recscope
