// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// The columns of an items table that hold ids, titles and genres. Columns are numbered from 0.
struct TitleColumns {
    bool hasHeader = false;
    std::size_t id = 0;
    std::optional<std::size_t> title, genres;
    std::size_t count = 0;          ///< number of columns that most rows have
    std::size_t neededFound = 0;    ///< number of distinct needed ids in the id column
    std::size_t neededInOther = 0;  ///< the largest number of distinct needed ids in any other column
};

/// Whether the first record is known to be the header.
enum class HeaderRow { Unknown, First };

/// The id column is the one that holds the most needed ids; one with the name `itemColumn`, if it is not empty, needs
/// only half of them. If no particular ids are needed, the names of the columns decide. The first of several equally
/// good columns is taken. The title is text that mostly differs from row to row and is not a number, time or web
/// address; the names of the columns count as well: text in a column whose name does not suggest titles, such as
/// "brand", is taken for titles only if (nearly) every row has a different text. Pre: `records` is not empty; it holds
/// all rows, including a header.
TitleColumns findTitleColumns(const std::vector<std::vector<std::string>>& records,
                              const std::function<bool(std::string_view id)>& isNeeded,
                              const std::string& itemColumn = {}, HeaderRow header = HeaderRow::Unknown);

/// Rejoins a text that an unquoted delimiter split: "1,Postman, The (1997),Drama" has four fields for three columns;
/// the two halves of the title are joined again.
void mergeSplitText(std::vector<std::string>& record, const TitleColumns& columns, const std::string& delimiter);

}  // namespace recscope
