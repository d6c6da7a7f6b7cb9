// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/column_roles.h"

namespace recscope {

/// A match between a table and the columns of a public dataset.
struct LayoutMatch {
    std::string title;
    ColumnRoles roles;
};

/// The public dataset with these columns, found by the names in the header, or by the values if there is no header.
/// Unset if no dataset matches.
std::optional<LayoutMatch> matchLayout(const std::vector<ColumnProfile>& profiles, bool isWithoutHeader);

}  // namespace recscope
