// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Lines of a text that are neither header nor row: "sep=;" in the first one, as Excel writes it, and comments that
/// begin with "#", above the header and between the rows.
struct RemarkLines {
    std::string delimiter;        ///< from "sep=…"; else empty
    bool hasComments = false;     ///< lines with # at the start are comments, unless told otherwise below
    std::int64_t headerLine = 0;  ///< 1-based: this line with # at the start is the header; 0 = none is

    bool isRemark(std::int64_t lineNumber, std::string_view line) const;
    bool empty() const { return delimiter.empty() && !hasComments; }
};

/// Finds them in the first lines of a text. Ids may begin with # as well: lines with it are comments only if they are
/// fewer than the others and do not look like rows. One right above the rows that names the columns of
/// user and item is the header.
RemarkLines remarkLinesIn(const std::vector<std::string>& lines);

/// The lines without remarks; a header without its #.
std::vector<std::string> withoutRemarks(const std::vector<std::string>& lines, const RemarkLines& remarks);

}  // namespace recscope
