// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/metrics/metrics.h"

namespace recscope {

/// Which part of the scored users a number is about. Goes with the protocol wherever such a number is shown.
struct CohortScope {
    std::string name;
    std::int64_t users = 0;   ///< of the cohort that were scored
    std::int64_t scored = 0;  ///< in all

    /// "only the 124 scored users of the cohort "X" (of 943)"
    std::string sentence() const;
};

/// A protocol's sentence and JSON with the cohort in them: the JSON has one key more, "cohort".
std::string sentenceOf(const Protocol& protocol, const CohortScope& scope);
std::string jsonOf(const Protocol& protocol, const CohortScope& scope);

/// The ranks of these users alone. Pre: both rise by user.
std::vector<UserRank> ranksOf(std::span<const UserRank> ranks, std::span<const std::int32_t> users);

}  // namespace recscope
