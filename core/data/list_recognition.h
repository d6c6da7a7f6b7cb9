// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/data/table_recognition.h"

namespace recscope {

/// Like readTable, for a table whose cells may hold several items. If a column holds lists of items, or the user of the
/// program chose their separator, the layout gets `itemLists` and a column of line numbers; the lines of a user are
/// then orders, unless a column numbers them. If it is not certain that the column holds lists, the alternatives are
/// the readings with and without lists.
std::optional<TableReading> readTableOrLists(const SampleTable& table, const ColumnMapping& columns,
                                             const FileSample& sample, TableLayout& layout);

/// A sentence about the lists of a layout that has them.
std::string listsText(const TableLayout& layout);

}  // namespace recscope
