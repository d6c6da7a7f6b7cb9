// SPDX-License-Identifier: GPL-3.0-or-later
// Two tables that are read as one: the lines of orders, and the orders with their users and dates. They are one
// SourcePart, written "shop/lines.csv + orders.csv": the second table is in the same folder, archive, workbook or
// database.
#pragma once

#include <memory>
#include <string_view>

#include "core/data/source_part.h"
#include "core/util/byte_source.h"

namespace recscope {

inline constexpr std::string_view kJoin = " + ";  ///< between the names of two tables

struct JoinedParts {
    SourcePart lines, orders;
};
/// Pre: part.isJoined.
JoinedParts joinedPartsOf(const SourcePart& part);

/// Pre: both are in the same folder, archive, workbook or database.
SourcePart joinedWith(const SourcePart& lines, const SourcePart& orders);

/// The rows of the first table as the text of a CSV file, each followed by the cells of its order: the row of the
/// second table with the same order number. The column of order numbers has the same name in both tables, and its
/// values identify the rows of the second table. For a line without an order, these cells are empty. Pre:
/// part.isJoined. Throws Error(Input) if a table has no header, or if there is no such column.
std::unique_ptr<ByteSource> openJoinedRows(const SourcePart& part);

}  // namespace recscope
