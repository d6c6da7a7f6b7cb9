// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// One interaction as a line tells it; what the line does not have is empty.
struct RawRow {
    std::string_view user, item, time, rating;
};

/// Turns the lines of one file into interactions.
class RowParser {
public:
    virtual ~RowParser() = default;

    /// Replaces `rows` by the interactions of a line, none or several; the views are valid until the next call. Returns
    /// null, or why the line is damaged, and then `rows` means nothing.
    virtual const char* parse(std::string_view line, std::vector<RawRow>& rows) = 0;

    /// The line as rows of cells for the preview: user, item, time and rating of each interaction unless a format has
    /// more columns. A damaged line is one cell.
    virtual std::vector<std::vector<std::string>> cells(std::string_view line);
};

}  // namespace recscope
