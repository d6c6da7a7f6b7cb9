// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column_roles.h"
#include "core/data/dataset_format.h"
#include "core/data/role_weights.h"

namespace recscope {

/// Turns "User_ID:token" into "userid": lower case, without "_", "-", spaces and RecBole's type.
std::string plainName(std::string_view header);

/// Splits "userId", "User-ID" or "user_id:token" into {"user", "id"}.
std::vector<std::string> wordsOf(std::string_view header);

/// The number at the end of a name such as "item_12", and the text before it.
struct NumberedName {
    std::string stem;
    std::size_t number = 0;
};
std::optional<NumberedName> numberedName(const std::string& name);

/// The words that name what the ids of a column identify: {"course"} for "course_id", "id_course", "CourseID" and
/// "courseid"; none for "id".
std::vector<std::string> subjectOf(std::string_view header);

/// How strongly a column's name suggests each role, from 0 (not at all) to 10; negative values count against the role.
struct NameMeaning {
    double user = 0, item = 0, time = 0, rating = 0;
    bool isExact = false;  ///< "user_id", "product id": nothing but the word for a user or an item and "id"
};
// Thresholds for the scores in the word lists of name_meaning.cpp. To change what a name means, change its score there,
// not these thresholds.
inline constexpr double kPlainName = 8;  ///< minimum score of names that decide even if the values look unlikely
inline constexpr double kSureName = 6;   ///< minimum score of names that public datasets use for the role
inline constexpr double kKnownName = 2;  ///< minimum score of names that suggest the role

/// Scores a header such as "visitorid", "Book-Rating" or "recipe_id:token" by its words and endings, so that names of
/// unknown datasets are scored, too. Only tests pass weights other than `kUsualWeights`.
NameMeaning meaningOf(std::string_view header, const RoleWeights& weights = kUsualWeights);

/// Whether a header names the number of an order: "InvoiceNo", "Transaction", "order_id".
bool namesOrder(std::string_view header);
/// True for "mpaaRating" and "content_rating", which say for whom a film is suitable.
bool namesSuitability(std::string_view header);

/// Whether a header names an action on an item: "product_clicked". Such a column may hold the item, or yes and no.
bool namesAction(std::string_view header);

/// Whether a header names the kind of an event: "event_type", "behavior", "action".
bool namesEventKind(std::string_view header);

/// Whether a value is a usual kind of event in a shop: "view", "addtocart", "buy".
bool isEventKind(std::string_view value);

/// How strongly a header names the titles of the items, whose own column has the name `itemHeader`: 4 for "title", 3
/// for "product name", 2 for "product" beside "product_id", 1 for "description", 0 for anything else.
int titleNameRank(std::string_view header, std::string_view itemHeader);

/// Whether a header names a category of items: "category", "genres", "department", "product type".
bool namesCategory(std::string_view header);

/// Whether a header names something else that describes an item: "price", "brand", "colour", a second category.
bool namesItemAttribute(std::string_view header);

/// The columns chosen by the user of the program, given as 1-based numbers or names. Throws Error(Usage) for a column
/// that does not exist.
ColumnRoles chosenRoles(const ColumnMapping& columns, const TableLayout& layout);

/// Puts the columns chosen by the user of the program into the layout. If both user and item are chosen, all other
/// roles that are not chosen get no column; otherwise, roles without a chosen column keep the column that the layout
/// has. Throws Error(Usage) if a column does not exist, or if user and item are the same column.
void chooseColumns(const ColumnMapping& columns, TableLayout& layout);

/// True if a column is chosen by a name that is one of `first`, the fields of the first line of the file, so that this
/// line must be the header.
bool namesOneOf(const ColumnMapping& columns, const std::vector<std::string>& first);

/// Describes the columns for display: "user in column 1, item in column 2", or by name if they have names.
std::string columnsText(const TableLayout& layout);

}  // namespace recscope
