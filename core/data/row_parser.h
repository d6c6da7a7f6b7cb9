// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// One interaction as it is written in the line; fields that the line does not have are empty.
struct RawRow {
    std::string_view user, item, time, rating, order = {}, kind = {}, title = {}, category = {};
    std::span<const std::string_view> attributes = {};  ///< in the order of TableLayout::attributes
};

/// Turns the lines of one file into interactions.
class RowParser {
public:
    virtual ~RowParser() = default;

    /// Replaces `rows` by the interactions of a line, which may be none or several; the views are valid until the next
    /// call. Returns null, or why the line is damaged; in that case the content of `rows` is unspecified.
    virtual const char* parse(std::string_view line, std::vector<RawRow>& rows) = 0;

    /// Whether the last parsed line only prepares the rows of later lines, as the line of a film before its ratings.
    /// Such a line yields no row, but is not reported as a user without items.
    virtual bool isBetweenRows() const { return false; }

    /// Whether a line can hold several interactions with orders or kinds of events of their own.
    virtual bool hasSeveralRows() const { return false; }

    /// The line as rows of cells for the preview: by default user, item, time and rating of each interaction. A damaged
    /// line is one cell.
    virtual std::vector<std::vector<std::string>> cells(std::string_view line);
};

}  // namespace recscope
