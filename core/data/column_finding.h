// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace recscope {

/// The roles that a column of interactions can have. Order: the order (basket) that the row belongs to. Kind: the kind
/// of event, such as view or purchase. Title, Category and Attribute describe the item of the row; several columns may
/// be attributes.
enum class ColumnRole { User, Item, Time, Rating, Order, Kind, Title, Category, Attribute };
inline constexpr std::size_t kColumnRoles = 9;

/// Why a column has its role.
enum class RoleReason {
    Format,  ///< fixed by the format, or by the known columns of a public dataset
    Chosen,  ///< chosen by the user of the program
    Name,    ///< derived from its header or key
    Values   ///< derived from its values, its neighbours and the order of the columns
};
using RoleReasons = std::array<RoleReason, kColumnRoles>;  ///< indexed by ColumnRole

/// The kind of values in a column, independent of its name.
enum class ColumnKind {
    Empty,        ///< no value in any sampled row
    Constant,     ///< the same value in all rows
    Flag,         ///< two values, such as yes and no
    Category,     ///< a few values that repeat
    WholeNumber,  ///< counts, amounts, numeric ids
    Decimal,      ///< measures: prices, hours, shares
    Rating,       ///< numbers on a short scale
    Time,         ///< points in time or dates
    Clock,        ///< times of day without a date
    Coordinate,   ///< latitude or longitude
    Id,           ///< short names or codes
    RowId,        ///< a different value in (nearly) every row
    Text,         ///< sentences
    Url,          ///< web addresses
    List,         ///< several ids in one cell
};

const char* columnKindName(ColumnKind kind);  ///< for display: "whole numbers", "times"

/// The program's findings about one column of a file.
struct ColumnFinding {
    std::string name;                ///< header or key; "column 3" where there is none
    std::size_t column = 0;          ///< index, from 0
    std::optional<ColumnRole> role;  ///< unset: the column is not used; several columns may share the role Time
    ColumnKind kind = ColumnKind::Empty;
    std::vector<std::string> examples;  ///< at most five distinct values, UTF-8
    double missingShare = 0;            ///< 0…1, of the sampled rows
    std::int64_t distinct = 0;          ///< number of distinct values among the sampled rows
    std::int64_t rows = 0;              ///< number of sampled rows, from the beginning and from later in the file
    std::string why;                    ///< one sentence: why it has this role, or why it is not used
};

}  // namespace recscope
