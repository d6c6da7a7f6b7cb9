// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/data/column_profile.h"
#include "core/data/column_roles.h"
#include "core/data/role_weights.h"

namespace recscope {

/// The columns that hold the time of an interaction, for a known user and item: one, or several if the time is split
/// (see ColumnRoles::time). Empty if no column holds times.
std::vector<std::size_t> timeColumns(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const RoleWeights& weights);

}  // namespace recscope
