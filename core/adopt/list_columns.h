// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/adopt/list_file.h"

namespace recscope {

/// What a column or key of a file of recommendations means. System: the recommender that made the list. List: all items
/// of a user in one cell or array.
enum class ListField { User, Item, Rank, Score, System, List, None };

/// The meaning that the name of a column or key suggests.
ListField listFieldOf(std::string_view header);

/// Whether the name means a time or a rating, which interactions have and recommendations do not.
bool isTimeOrRating(std::string_view header);

/// The index of each field's column in a file, counted from 0; -1 = no such column.
struct ListColumnNumbers {
    int user = -1, item = -1, rank = -1, score = -1, system = -1;
    bool itemsAreLists = false;    ///< each row contains all items of the user
    bool isListInOneCell = false;  ///< all items of the user are in one cell of the column `item`; false: they are in
                                   ///< this column and in all columns after it

    bool hasUserAndItem() const { return user >= 0 && item >= 0; }
    bool hasOrder() const { return rank >= 0 || score >= 0 || itemsAreLists; }
    int& of(ListField field);  ///< `item` for Item, List and None
};

/// The columns that the header names; -1 for a field that the header does not name.
ListColumnNumbers namedColumns(const std::vector<std::string>& header);

/// Whether the column of the user or of the item was chosen by a name in the header (not by a number).
bool isChosenByName(const ListColumns& chosen, const std::vector<std::string>& header);

/// Puts the caller's choices into the columns. `names`: one for each column; all are empty in a file without a header.
/// Throws Error(Input) if a chosen column does not exist.
void chooseListColumns(ListColumnNumbers& columns, const ListColumns& chosen, const std::vector<std::string>& names,
                       const std::filesystem::path& path);

/// Throws Error(Input) if the file looks like interactions (its columns name a time or a rating, but there is no rank
/// or score), or if the column of the user or of the item was not found.
void requireLists(const ListColumnNumbers& columns, const std::vector<std::string>& names,
                  const std::filesystem::path& path);

/// Whether the columns are certainly those of recommendations: there is a user, an item and an order, but no time.
bool areColumnsOfLists(const ListColumnNumbers& columns, const std::vector<std::string>& names);

/// Throws an Error(Input) that states that the columns were not found. `found`: a description of what the file has
/// instead.
[[noreturn]] void failListColumns(const std::filesystem::path& path, const std::string& found);

/// The items of a cell such as "[12, 7, 3]" or "12 7 3".
std::vector<std::string_view> itemsIn(std::string_view cell);

/// The text for `ListFileFacts::layout`. `names`: as for `chooseListColumns`.
std::string layoutText(const ListColumnNumbers& columns, const std::vector<std::string>& names);

}  // namespace recscope
