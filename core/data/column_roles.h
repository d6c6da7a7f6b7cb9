// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/column_profile.h"
#include "core/data/importer.h"

namespace recscope {

struct TableLayout;

/// Which column is what. Columns count from 0.
struct ColumnRoles {
    std::optional<std::size_t> user, item, rating;
    std::vector<std::size_t> time;  ///< several: date and clock, or year, month and day; in the order they are read

    ColumnMapping asMapping() const;  ///< as 1-based numbers
};

/// What the columns of a table were taken for.
struct RoleChoice {
    ColumnRoles roles;
    /// 0…1: names and values agree from 0.8; about 0.6 one of user and item has a name nobody knows; below, the values
    /// and the order of the columns decide.
    double confidence = 0;
    std::vector<ColumnReading> alternatives;  ///< two or more if readings are too close to choose
};

/// Finds user, item, time and rating by names and values. Nothing if no column can be the user or none the item. What
/// `chosen` says stays: its columns are used even against their values.
std::optional<RoleChoice> assignRoles(const std::vector<ColumnProfile>& profiles, const ColumnRoles& chosen = {});

/// By their names or else by their values; for roles no column has: Values.
RoleReasons reasonsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles);

/// Each column with its role and why it has it, or why it is not used.
std::vector<ColumnFinding> findingsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                      const RoleReasons& reasons);

/// "by the header", "user and item as chosen, time by the values: choose the columns if it is wrong".
std::string reasonsText(const TableLayout& layout, const RoleReasons& reasons);

/// Sentences for the report: which column is what, other columns with times, what was not used, what looks odd.
std::vector<std::string> readingText(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const TimeGuess& time);

/// Why no user or no item was found: one sentence with what speaks against each column.
std::string whyNoRoles(const std::vector<ColumnProfile>& profiles);

/// "\"visitorid\"", or "column 3" if it has no name.
std::string columnLabel(const std::vector<ColumnProfile>& profiles, std::size_t column);

}  // namespace recscope
