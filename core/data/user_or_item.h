// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/data/column_profile.h"
#include "core/data/role_weights.h"

namespace recscope {

/// Decides which of two columns of ids is the user and which is the item, if their names do not show it. The evidence:
/// the customary order, runs of equal values (tables are often grouped by user), how long a value keeps occurring
/// (users for a shorter period than items), titles and mail addresses, and whether other columns are properties of one
/// of the two.
///
/// Returns a positive number if `left`, the column further left, is more likely the user, and a negative one if `right`
/// is. If the absolute value is below 1, it is too uncertain which column is the user. If two columns have values of
/// the same kind, have about equally many distinct values and are alike in all other respects, as in an edge list of a
/// graph (follower, followed), the absolute value stays below 1.
double leftIsUserScore(const std::vector<ColumnProfile>& profiles, std::size_t left, std::size_t right,
                       const RoleWeights& weights);

}  // namespace recscope
