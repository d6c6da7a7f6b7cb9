// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Which column of an items table is what. Columns count from 0.
struct TitleColumns {
    bool hasHeader = false;
    std::size_t id = 0;
    std::optional<std::size_t> title, genres;
    std::size_t count = 0;          ///< columns of most rows
    std::size_t neededFound = 0;    ///< different wanted ids in the id column
    std::size_t neededInOther = 0;  ///< the most of them in any other column
};

/// The id column is the one whose values are wanted most often; where nothing is wanted in particular, names and the
/// first column decide. The title is text, mostly different from row to row, no number, time or web address; names
/// help. `records` are all rows, the header with them; they are not empty.
/// `isHeaderSure`: the first one is it.
TitleColumns findTitleColumns(const std::vector<std::vector<std::string>>& records,
                              const std::function<bool(std::string_view id)>& isNeeded, bool isHeaderSure = false);

/// Puts back what a delimiter inside an unquoted text tore apart: "1,Postman, The (1997),Drama" with four columns for
/// three becomes three, the title whole.
void mendTornText(std::vector<std::string>& record, const TitleColumns& columns, const std::string& delimiter);

}  // namespace recscope
