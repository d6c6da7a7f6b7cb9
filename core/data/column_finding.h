// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace recscope {

/// What a column of interactions can be used as.
enum class ColumnRole { User, Item, Time, Rating };

/// Why a column has its role.
enum class RoleReason {
    Format,  ///< the format, or the layout of a public dataset, has it there
    Chosen,  ///< the person said so
    Name,    ///< its header or key is called so
    Values   ///< its values, its neighbours and the order of the columns
};
using RoleReasons = std::array<RoleReason, 4>;  ///< by ColumnRole

/// What the values of a column are, whatever its name says.
enum class ColumnKind {
    Empty,        ///< no value in any row looked at
    Constant,     ///< one value in all rows
    Flag,         ///< two values, such as yes and no
    Category,     ///< a few values that come again and again
    WholeNumber,  ///< counts, amounts, ids as numbers
    Decimal,      ///< measures: prices, hours, shares
    Rating,       ///< numbers on a short scale
    Time,         ///< points in time or dates
    Clock,        ///< times of day without a date
    Coordinate,   ///< latitude or longitude
    Id,           ///< short names or codes
    RowId,        ///< another value in (nearly) each row
    Text,         ///< sentences
    Url,          ///< web addresses
    List,         ///< several ids in one cell
};

const char* columnKindName(ColumnKind kind);  ///< "whole numbers", "times": what the column holds

/// What was found in one column of a file.
struct ColumnFinding {
    std::string name;                ///< header or key; "column 3" where there is none
    std::size_t column = 0;          ///< from 0
    std::optional<ColumnRole> role;  ///< what it is used as; several columns may make up the time
    ColumnKind kind = ColumnKind::Empty;
    std::vector<std::string> examples;  ///< at most five different values, UTF-8
    double missingShare = 0;            ///< 0…1, of the rows looked at
    std::int64_t distinct = 0;          ///< different values among the rows looked at
    std::int64_t rows = 0;              ///< looked at: the beginning of the file and some of the rest
    std::string why;                    ///< one sentence: why it is used so, or why not
};

}  // namespace recscope
