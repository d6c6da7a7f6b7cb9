// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/column_roles.h"

namespace recscope {

/// A table that has the columns of a public dataset.
struct LayoutMatch {
    std::string title;
    ColumnRoles roles;
};

/// The public dataset whose columns these are, by the names of a header, or by the values where there is none.
std::optional<LayoutMatch> matchLayout(const std::vector<ColumnProfile>& profiles, bool isWithoutHeader);

}  // namespace recscope
