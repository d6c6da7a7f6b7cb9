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
    /// 0…0.8, for the comparison with other formats: 0.8 if the names of the user and item columns are known, 0.6 if
    /// one is, 0.45 if none is; less if the ids of users or items hardly repeat. 0.6 if all rows belong to one person.
    double confidence = 0;
    /// The readings (possible meanings of the columns) to offer if the choice is uncertain, that of `roles` first. It
    /// is uncertain if the scores of two readings are close, or if the name of the user column is unknown and another
    /// column fits as well. Empty if the choice is certain.
    std::vector<ColumnReading> alternatives;
};

/// Finds the columns of user, item, time and rating by names and values; no user if `chosen` says that all rows are of
/// one person. Unset if no column can be the user or none can be the item. Columns in `chosen` keep their roles, even
/// if their values suggest otherwise. Only tests pass other weights than the usual ones.
std::optional<RoleChoice> assignRoles(const std::vector<ColumnProfile>& profiles, const ColumnRoles& chosen = {},
                                      const RoleWeights& weights = kUsualWeights);

/// True for the third and last column of a table if it holds 0 and 1 only. Without a header, these are labels for
/// training: 1 for an interaction, 0 for a sampled negative.
bool areLabels(const std::vector<ColumnProfile>& profiles, std::size_t column);

/// For a table in which `assignRoles` found no user: the readings to offer, if the name of a column suggests the item
/// and the table has times or repeated items. The first is "all of one person"; a column of order ids, a column of
/// users with one value, and a column of shops, devices or unknown persons give further ones. Columns that can be
/// neither user nor item are never offered.
std::vector<ColumnReading> readingsWithoutUsers(const std::vector<ColumnProfile>& profiles);

/// Adds the columns of orders and of kinds of events, found by their names and values among the columns without a role.
void addOrderAndKind(const std::vector<ColumnProfile>& profiles, ColumnRoles& roles);

/// Adds the columns that describe the items (title, category, attributes): columns without a role whose name is
/// one of a title, category or attribute, and which have the same value in all (or nearly all) rows of an item.
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

/// Sentences for the report: how the times are read, other columns with times, columns that are not used, and anything
/// that looks odd.
std::vector<std::string> readingText(const std::vector<ColumnProfile>& profiles, const ColumnRoles& roles,
                                     const TimeGuess& time);

/// Why no user column or no item column was found: a clause for each column with evidence against it, joined by "; ".
std::string whyNoRoles(const std::vector<ColumnProfile>& profiles);

/// The most likely columns in the notation of `ColumnMapping::parse`. User and item are "..." if no column is likely;
/// time, rating, order, kind and title are left out then: "user=...,item=trackName,time=endTime".
std::string exampleColumns(const std::vector<ColumnProfile>& profiles);

/// For display: the name of the column in quotes, or "column 3" if it has no name.
std::string columnLabel(const std::vector<ColumnProfile>& profiles, std::size_t column);

}  // namespace recscope
