// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace recscope::cli {

/// Columns of a terminal that a text in UTF-8 takes: two for East Asian signs and most emoji, none for marks that are
/// drawn over the sign before them.
std::size_t displayWidth(std::string_view text);

/// Text in lines of at most so many columns, parted at spaces, after East Asian signs, and within what is longer than a
/// line.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns);

/// Columns under their titles, numbers right-aligned, in lines of at most `columns` (0 = as wide as it is). What is too
/// wide is wrapped within its columns, the widest first; where that would leave too little for words, each row becomes
/// a record, a line "title: value" for each column.
std::string laidOut(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                    std::size_t columns);

/// Of the terminal that stdout is, else of COLUMNS; 0 = no terminal: a file or a program reads, nothing is wrapped.
std::size_t terminalColumns();

}  // namespace recscope::cli
