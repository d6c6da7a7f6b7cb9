// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// The cohort to which a metric is restricted. Wherever such a metric is shown, the cohort is stated with the protocol.
struct CohortScope {
    std::string name;
    std::int64_t users = 0;   ///< number of users of the cohort that were scored
    std::int64_t scored = 0;  ///< number of all scored users

    /// "only the 124 scored users of the cohort "X" (of 943)"
    std::string sentence() const;
};

/// The protocol as a sentence and as JSON, with the cohort added. The JSON has the additional key "cohort".
std::string sentenceOf(const Protocol& protocol, const CohortScope& scope);
std::string jsonOf(const Protocol& protocol, const CohortScope& scope);

/// The entries of `ranks` that belong to `users`. Pre: both are in ascending order of user.
std::vector<UserRank> ranksOf(std::span<const UserRank> ranks, std::span<const std::int32_t> users);

}  // namespace recscope
