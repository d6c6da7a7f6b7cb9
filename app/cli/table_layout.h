// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace recscope::cli {

/// The number of terminal columns that a UTF-8 string takes: two for East Asian characters and most emoji, none for
/// combining marks.
std::size_t displayWidth(std::string_view text);

/// Wraps text into lines of at most `columns` columns: at spaces, after East Asian characters, and within words longer
/// than a line.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns);

/// Lays out a table with titles and right-aligned numbers in lines of at most `columns` (0 = unlimited). If the table
/// is too wide, the text within its columns is wrapped, beginning with the widest column. If that would leave too
/// little space for words, each row becomes a record with one line "title: value" per column.
std::string laidOut(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                    std::size_t columns);

/// The width of the terminal at stdout, else $COLUMNS; 0 = stdout is a file or a pipe, and nothing is wrapped.
std::size_t terminalColumns();

}  // namespace recscope::cli
