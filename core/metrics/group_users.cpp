// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/group_users.h"

#include "core/metrics/baselines.h"
#include "core/metrics/breakdown.h"

namespace recscope {

namespace {

template <class ValueOf>
std::vector<std::int32_t> usersWithin(std::span<const UserRank> ranks, const MetricGroup& group, ValueOf valueOf) {
    std::vector<std::int32_t> users;
    for (const UserRank& rank : ranks) {
        const auto value = static_cast<std::int64_t>(valueOf(rank));
        if (value >= group.from && value <= group.to) users.push_back(rank.user);
    }
    return users;
}

}  // namespace

std::vector<std::int32_t> usersByHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                               const MetricGroup& group) {
    return usersWithin(ranks, group, [&](const UserRank& rank) { return histories.input(rank.user, split).size(); });
}

std::vector<std::int32_t> usersByTargetPopularity(const Histories& histories, Split split,
                                                  std::span<const UserRank> ranks, const MetricGroup& group) {
    const std::vector<float> popularity = popularityScores(histories);
    return usersWithin(ranks, group, [&](const UserRank& rank) {
        return popularity[static_cast<std::size_t>(histories.target(rank.user, split))];
    });
}

}  // namespace recscope
