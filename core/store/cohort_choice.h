// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics/cohort_basis.h"
#include "core/sequence/dataset.h"
#include "core/sequence/split.h"

namespace recscope {

class Workspace;

/// The chosen users, with a sentence that states how they were chosen.
struct CohortChoice {
    std::vector<std::int32_t> users;  ///< in ascending order
    std::string chosen;
    CohortBasis basis;
};

/// A held-out item at this rank or better is a hit: the papers' HR@10.
inline constexpr std::int32_t kCohortHitRank = 10;

/// The users that pass all of these filters, each "key=value": missed-by=RUN, hit-by=RUN (rank of the held-out item of
/// `split`, as stored under the run's own protocol), length=FROM-TO (interactions), item=ID (in the history), or an
/// attribute of users: occupation=student, age=18-24. Throws Error(Usage) for an unknown filter, Error(Input) for a
/// run, item or value that does not exist, or a run whose users were not ranked.
CohortChoice chooseByFilters(Workspace& workspace, DatasetId dataset, Split split,
                             std::span<const std::string> filters);

/// Users by the dataset's own ids. Throws Error(Input) naming the first that does not exist.
CohortChoice chooseByIds(Workspace& workspace, DatasetId dataset, std::span<const std::string> ids);

/// A range written "20", "20-35", "-35" or "20-": both ends are included. `parse` throws Error(Usage) if the text is
/// not a range.
struct NumberRange {
    double from = 0, to = 0;
    static NumberRange parse(std::string_view text);
    bool contains(double value) const { return value >= from && value <= to; }
    std::string sentence() const;  ///< "20", "20 to 35", "at least 20", "at most 35"
};

}  // namespace recscope
