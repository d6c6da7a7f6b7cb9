// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/data/import_report.h"
#include "core/data/importer.h"
#include "core/data/row_table.h"

namespace recscope {

/// All rows of a dataset, grouped by user.
struct GroupedRows {
    std::vector<Row> rows;
    RowDetails details;
    std::vector<std::int64_t> offsets{0};  ///< (number of users + 1): where the rows of each user begin
    std::size_t itemCount = 0;
    /// Rows with this line number or a larger one were taken over from an earlier version of the dataset.
    std::uint32_t firstEarlierLine = std::numeric_limits<std::uint32_t>::max();
    std::size_t earlierItems = 0;  ///< number of items of that version; they come first and keep their numbers

    bool isEarlier(const Row& row) const { return row.line >= firstEarlierLine; }
};

/// True if `applyFilters` would do anything.
bool hasFilters(const ImportOptions& options);

/// Drops duplicates, then rare items and users, then short histories, and counts the dropped rows in the report. Users
/// may be left without rows. Of the rows of an earlier version, only duplicates are dropped, but all are counted for
/// the minimum numbers. Pre: each user's rows are sorted by time.
void applyFilters(GroupedRows& grouped, const ImportOptions& options, ImportReport& report);

/// Renumbers items or users without gaps, keeping their order, and returns the new number for each old one. -1: the
/// user or item was removed, because it has no rows; items of an earlier version are kept even without rows. Users
/// without rows are also removed from `offsets`.
std::vector<std::int32_t> renumberItems(GroupedRows& grouped);
std::vector<std::int32_t> renumberUsers(GroupedRows& grouped);

}  // namespace recscope
