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

/// Wraps text into lines of at most `columns` terminal columns. Breaks lines at spaces and after East Asian characters,
/// and breaks words that are longer than a line.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns);

/// Lays out a table with column titles and right-aligned numbers. Its lines have at most `columns` terminal columns (0
/// = unlimited). If the table is too wide, the text within its columns is wrapped, beginning with the widest column. If
/// that would leave too little space for words, each row becomes a record with one line "title: value" per column.
std::string laidOut(const std::vector<std::string>& titles, const std::vector<std::vector<std::string>>& rows,
                    std::size_t columns);

/// The width of the terminal at stdout in columns, or $COLUMNS if the terminal does not report it. 0 if stdout is a
/// file or a pipe; the output is then not wrapped.
std::size_t terminalColumns();

}  // namespace recscope::cli
