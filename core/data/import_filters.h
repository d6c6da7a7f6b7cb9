// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/data/import_report.h"
#include "core/data/importer.h"
#include "core/data/row_table.h"

namespace recscope {

/// All rows of a dataset, grouped by user.
struct GroupedRows {
    std::vector<Row> rows;
    std::vector<std::int64_t> offsets{0};  ///< (number of users + 1): where the rows of each user begin
    std::size_t itemCount = 0;
};

/// True if `applyFilters` would do anything.
bool hasFilters(const ImportOptions& options);

/// Drops duplicates, then rare items and users, then short histories, and counts the dropped rows in the report. Users
/// may be left without rows. Pre: each user's rows are sorted by time.
void applyFilters(GroupedRows& grouped, const ImportOptions& options, ImportReport& report);

/// Renumbers users or items without gaps, keeping their order, and returns the new number for each old one: -1 for
/// users or items without rows. Users without rows are removed from `offsets`.
std::vector<std::int32_t> renumberItems(GroupedRows& grouped);
std::vector<std::int32_t> renumberUsers(GroupedRows& grouped);

}  // namespace recscope
