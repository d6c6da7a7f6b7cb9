// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/column_profile.h"
#include "core/data/importer.h"
#include "core/data/role_weights.h"

namespace recscope {

struct TableLayout;

/// Which column has which role. Columns are numbered from 0.
struct ColumnRoles {
    std::optional<std::size_t> user, item, rating;
    bool isOnePerson = false;  ///< there is no column of users: all rows belong to one person
    /// Several if the time is split, in reading order: date and time of day, or year, month and day.
    std::vector<std::size_t> time;
    std::optional<std::size_t> order, kind, title, category;
    std::vector<std::size_t> attributes;

    /// The role of a column; unset if it has none.
    std::optional<ColumnRole> of(std::size_t column) const;
    ColumnMapping asMapping() const;  ///< these columns as 1-based numbers
};

/// The roles assigned to the columns of a table.
struct RoleChoice {
    ColumnRoles roles;
    /// 0…1. At 0.8 or more, names and values agree; at about 0.6, the name of the user or item column is unknown; below
    /// that, only the values and the order of the columns decide.
    double confidence = 0;
    std::vector<ColumnReading> alternatives;  ///< two or more if their scores are too close to decide; else empty
};

/// Finds the columns of user, item, time and rating by names and values; no user if one person was chosen. Unset if no
/// column can be the user or none can be the item. Columns in `chosen` keep their roles, even if their values suggest
/// otherwise. Only tests pass other weights than the usual ones.
std::optional<RoleChoice> assignRoles(const std::vector<ColumnProfile>& profiles, const ColumnRoles& chosen = {},
                                      const RoleWeights& weights = kUsualWeights);

/// True for the third and last column of a file without a header if it holds 0 and 1 only: a label of the pair, where 0
/// often marks a pair that was drawn and never happened.
bool areLabels(const std::vector<ColumnProfile>& profiles, std::size_t column);

/// For a table in which `assignRoles` found no user: the readings to offer, if the name of a column suggests the item
/// and the table has times or repeated items. They are "all of one person" and, if a column numbers orders, "each order
/// is one history". Columns that can be neither user nor item are never offered.
std::vector<ColumnReading> readingsWithoutUsers(const std::vector<ColumnProfile>& profiles);

/// Adds the columns of orders and of kinds of events, found by their names and values among the columns without a role.
void addOrderAndKind(const std::vector<ColumnProfile>& profiles, ColumnRoles& roles);

/// Adds the columns that describe the items (title, category, attributes): those that have no role yet, whose name says
/// so, and that the item determines, which means that rows of the same item have the same value.
void addItemColumns(const std::vector<ColumnProfile>& profiles, ColumnRoles& roles);

/// For each role, whether the name of its column suggests it (Name) or only its values do (Values); Values for roles
/// without a column.
RoleReasons reasonsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles);

/// One entry per column: its role and the reason for it, or the reason why the column is not used.
std::vector<ColumnFinding> findingsOf(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                      const RoleReasons& reasons);

/// How the roles were found, for display: "by the header", "user and item as chosen, time by the values: choose the
/// columns if this is wrong".
std::string reasonsText(const TableLayout& layout, const RoleReasons& reasons);

/// Sentences for the report: the role of each column, other columns with times, columns that are not used, and anything
/// that looks odd.
std::vector<std::string> readingText(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const TimeGuess& time);

/// One sentence on why no user column or no item column was found, with the evidence against each column.
std::string whyNoRoles(const std::vector<ColumnProfile>& profiles);

/// The columns that are most likely to be user, item and time as `ColumnMapping::parse` reads them, with "..." where
/// none is likely: "user=...,item=trackName,time=endTime".
std::string exampleColumns(const std::vector<ColumnProfile>& profiles);

/// For display: the name of the column in quotes, or "column 3" if it has no name.
std::string columnLabel(const std::vector<ColumnProfile>& profiles, std::size_t column);

}  // namespace recscope
