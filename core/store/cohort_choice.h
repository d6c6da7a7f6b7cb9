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

/// The users chosen for a cohort, and how they were chosen.
struct CohortChoice {
    std::vector<std::int32_t> users;  ///< in ascending order
    std::string howChosen;            ///< as sentences: "Users: 20 to 35 interactions."
    CohortBasis basis;                ///< the filters and the users that they could be applied to
};

/// A held-out item at this rank or better is a hit, as in HR@10.
inline constexpr std::int32_t kCohortHitRank = 10;

/// The users that pass all filters. A filter has the form "key=value":
/// - hit-by=RUN or missed-by=RUN: the run ranks the held-out item of `split` at `kCohortHitRank` or better (hit) or
///   worse (missed); the ranks are those stored under the run's own protocol
/// - length=FROM-TO: number of interactions
/// - item=ID: the history contains this item
/// - ATTRIBUTE=VALUE for an attribute of the users: a category or a range of numbers, such as occupation=student or
///   age=18-24
///
/// Throws Error(Usage) for an unknown filter. Throws Error(Input) if a run, item or value does not exist, or if the run
/// has not been evaluated on `split`.
CohortChoice chooseByFilters(Workspace& workspace, DatasetId dataset, Split split,
                             std::span<const std::string> filters);

/// The users with these ids (the dataset's own ids, not indices). Throws an Error(Input) that names the first unknown
/// id.
CohortChoice chooseByIds(Workspace& workspace, DatasetId dataset, std::span<const std::string> ids);

/// A range of numbers, both ends included, written "20", "20-35", "-35" or "20-". `parse` throws Error(Usage) if the
/// text is not a range.
struct NumberRange {
    double from = 0, to = 0;
    static NumberRange parse(std::string_view text);
    bool contains(double value) const { return value >= from && value <= to; }
    std::string sentence() const;  ///< "20", "20 to 35", "at least 20", "at most 35"
};

}  // namespace recscope
