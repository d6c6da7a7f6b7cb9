// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

struct MetricGroup;

/// The users of a group that `byHistoryLength` made from these ranks.
std::vector<std::int32_t> usersByHistoryLength(const Histories& histories, Split split, std::span<const UserRank> ranks,
                                               const MetricGroup& group);
/// The users of a group that `byTargetPopularity` made from these ranks.
std::vector<std::int32_t> usersByTargetPopularity(const Histories& histories, Split split,
                                                  std::span<const UserRank> ranks, const MetricGroup& group);

}  // namespace recscope
