// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset_format.h"

namespace recscope {

/// "User_ID:token" as "userid": lower case, without "_", "-", spaces and RecBole's type.
std::string plainName(std::string_view header);

/// The column with a name that public data sets use for this role.
std::optional<std::size_t> columnFor(ColumnRole role, const std::vector<std::string>& names);

/// Puts the person's columns, 1-based numbers or names, into the layout. Throws Error(Usage) for a column that does not
/// exist, and if the user or the item is missing.
void chooseColumns(const ColumnMapping& columns, TableLayout& layout);

/// True if the person wrote a name that stands in the first line.
bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first);

/// "user in column 1, item in column 2": with names where there are any.
std::string columnsText(const TableLayout& layout);

}  // namespace recscope
