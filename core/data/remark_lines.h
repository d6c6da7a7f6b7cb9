// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Lines of a text that are neither header nor row: a first line such as "sep=;", which Excel writes, and comments that
/// begin with "#" or "%", above the header and between the rows.
struct RemarkLines {
    std::string delimiter;        ///< from "sep=…"; else empty
    bool hasComments = false;     ///< lines that start with # or % are comments, except for headerLine
    std::int64_t headerLine = 0;  ///< 1-based number of the line with # or % that is the header; 0 = none
    /// Number of lines above the table that belong to another table, such as the description of a playlist, including
    /// the blank line after them.
    std::int64_t preambleLines = 0;

    bool isRemark(std::int64_t lineNumber, std::string_view line) const;
    bool empty() const { return delimiter.empty() && !hasComments && preambleLines == 0; }
};

/// Finds the remark lines among the first lines of a text. Ids may begin with # as well, so lines that start with # or
/// % are comments only if they are not more frequent than other lines and do not look like rows. If the line just above
/// the first row starts with # or % and names the columns of user and item, it is the header.
RemarkLines remarkLinesIn(const std::vector<std::string>& lines);

/// The lines without the remarks. If the header starts with # or %, this mark is removed.
std::vector<std::string> withoutRemarks(const std::vector<std::string>& lines, const RemarkLines& remarks);

}  // namespace recscope
