// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"
#include "core/sequence/user_attribute.h"

namespace recscope {

/// The metrics of a group of users. Users are grouped by a value: the history length or the popularity of the target.
struct MetricGroup {
    std::int64_t from = 0, to = 0;  ///< smallest and largest value in the group
    std::int64_t users = 0;         ///< number of users
    Metrics metrics;
    MeanInterval ndcg10;  ///< mean NDCG@10 with its 95 % interval
};

/// Groups the users by history length (the number of items before the target) into at most `groups` groups of about
/// equal size. Users with equal lengths are in the same group.
std::vector<MetricGroup> byHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                         int groups = 5);
/// Like `byHistoryLength`, but groups the users by how often their target occurs in the training parts; of several
/// targets, the first, so that the groups do not depend on the model.
std::vector<MetricGroup> byTargetPopularity(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                            int groups = 5);

/// The users with a known value of an attribute, in groups.
struct AttributeGroups {
    std::string attribute;            ///< name of the attribute
    std::vector<MetricGroup> groups;  ///< `from` and `to` are indices in the list of the attribute's distinct values:
                                      ///< numbers in ascending order, categories in order of falling frequency
    std::vector<std::string> names;   ///< names of the groups: "Gold", "18–25"
};
/// For a categorical attribute, one group per value, most frequent first; if there are more than `groups` values, the
/// rarest form the last group together. Numeric attributes are grouped like history lengths.
AttributeGroups byAttribute(const UserAttribute& attribute, std::span<const UserRank> ranks, int groups = 6);
/// The users of a group that `byAttribute` made from these ranks.
std::vector<std::int32_t> usersOfAttributeGroup(const UserAttribute& attribute, std::span<const UserRank> ranks,
                                                const MetricGroup& group);

/// HR@K and NDCG@K for one list length K.
struct CurvePoint {
    std::int32_t k = 1;
    double hr = 0, ndcg = 0;
};

/// HR@K and NDCG@K for each K = 1…maxK, computed from the ranks.
std::vector<CurvePoint> curveOverK(std::span<const UserRank> ranks, std::int32_t maxK);

}  // namespace recscope
