// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column_roles.h"
#include "core/data/dataset_format.h"

namespace recscope {

/// "User_ID:token" as "userid": lower case, without "_", "-", spaces and RecBole's type.
std::string plainName(std::string_view header);

/// What a column's name says, from 0 (nothing) to 10; below 0 it speaks against it.
struct NameMeaning {
    double user = 0, item = 0, time = 0, rating = 0;
};
inline constexpr double kSureName = 6;   ///< from here a name is one that public data sets use for this role
inline constexpr double kKnownName = 2;  ///< from here it says something

/// "visitorid", "Book-Rating", "recipe_id:token": words and endings, also in names nobody has used before.
NameMeaning meaningOf(std::string_view header);

/// The person's columns, 1-based numbers or names. Throws Error(Usage) for a column that does not exist.
ColumnRoles chosenRoles(const ColumnMapping& columns, const TableLayout& layout);

/// Puts the person's columns into the layout. With user and item, what is not named is not there; otherwise the layout
/// keeps the rest. Throws Error(Usage) for a column that does not exist, and if user and item are one column.
void chooseColumns(const ColumnMapping& columns, TableLayout& layout);

/// True if the person wrote a name that stands in the first line.
bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first);

/// "user in column 1, item in column 2": with names where there are any.
std::string columnsText(const TableLayout& layout);

}  // namespace recscope
