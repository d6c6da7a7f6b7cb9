// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/column_profile.h"
#include "core/data/importer.h"

namespace recscope {

struct TableLayout;

/// Which column has which role. Columns are numbered from 0.
struct ColumnRoles {
    std::optional<std::size_t> user, item, rating;
    std::vector<std::size_t> time;  ///< several: date and time of day, or year, month and day, in reading order

    ColumnMapping asMapping() const;  ///< as 1-based numbers
};

/// The roles assigned to the columns of a table.
struct RoleChoice {
    ColumnRoles roles;
    /// 0…1. From 0.8, names and values agree; at about 0.6, the name of the user or item column is unknown; below, the
    /// values and the order of the columns decide.
    double confidence = 0;
    std::vector<ColumnReading> alternatives;  ///< two or more if readings are too close to choose between
};

/// Finds user, item, time and rating by names and values. Nothing if no column can be the user or none can be the item.
/// The columns in `chosen` are kept, even if their values speak against them.
std::optional<RoleChoice> assignRoles(const std::vector<ColumnProfile>& profiles, const ColumnRoles& chosen = {});

/// Whether each role follows from the name of its column or else from its values; Values for roles without a column.
RoleReasons reasonsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles);

/// Each column with its role and why it has it, or why it is not used.
std::vector<ColumnFinding> findingsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                      const RoleReasons& reasons);

/// "by the header", "user and item as chosen, time by the values: choose the columns if it is wrong".
std::string reasonsText(const TableLayout& layout, const RoleReasons& reasons);

/// Sentences for the report: the role of each column, other columns with times, what was not used, what looks odd.
std::vector<std::string> readingText(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const TimeGuess& time);

/// Why no user or no item was found: one sentence with what speaks against each column.
std::string whyNoRoles(const std::vector<ColumnProfile>& profiles);

/// "\"visitorid\"", or "column 3" if it has no name.
std::string columnLabel(const std::vector<ColumnProfile>& profiles, std::size_t column);

}  // namespace recscope
