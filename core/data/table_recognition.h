// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/data/column_roles.h"
#include "core/data/dataset_format.h"

namespace recscope {

/// The result of recognising the columns of a table.
struct TableReading {
    double confidence = 0;
    std::string why;  ///< "user in \"uid\", item in \"sku\" (by the header)"
    std::vector<ColumnReading> alternatives;
    bool lacksUser = false;  ///< see ImportPreview
    RoleReasons reasons = {};
    std::string noTime;  ///< see Recognition::noTime
};

/// Finds the columns of user, item, time and rating in a table and puts them into `layout`, which already holds the
/// names and the number of columns. All formats that do not fix their columns use this function. Columns chosen by the
/// user of the program keep their roles; so do those in `fixed`, which the format determines. If no column can be the
/// user, `alternatives` holds the readings to offer (lacksUser). Unset if no column can be the item.
std::optional<TableReading> readTable(const SampleTable& table, const ColumnMapping& columns, const FileSample& sample,
                                      TableLayout& layout, const ColumnRoles& fixed = {});

/// The roles in a layout.
ColumnRoles rolesOf(const TableLayout& layout);

}  // namespace recscope
