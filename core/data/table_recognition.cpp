// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/table_recognition.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/column_names.h"
#include "core/data/known_layouts.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// A sentence if a column is named like a time but its values are not times. Without this sentence, the program would
/// silently take the order of the file for the order in time.
std::string unreadableTime(const std::vector<ColumnProfile>& profiles) {
    for (const ColumnProfile& profile : profiles) {
        const bool isNamed = meaningOf(profile.name).time >= kPlainName;
        if (!isNamed || profile.examples.empty() || profile.time || profile.kind == ColumnKind::Clock ||
            profile.missingShare() > 0.5)
            continue;
        return translated("The column \"{}\" is named like times, but \"{}\" is not a time RecScope can read",
                          trimmed(profile.name), profile.examples[0]);
    }
    return {};
}

/// Finds out again why an earlier import gave the columns their roles, for columns that the user of the program did not
/// choose.
RoleReasons reasonsBefore(const SampleTable& table, const FileSample& sample, const TableLayout& layout) {
    const std::vector<ColumnProfile> profiles = profileColumns(table, {sample.timeFormat, sample.timePattern});
    const auto known = matchLayout(profiles, layout.columns.empty());
    const ColumnRoles roles = rolesOf(layout);
    RoleReasons reasons = reasonsOf(profiles, roles);
    if (known && known->roles.asMapping() == roles.asMapping()) reasons.fill(RoleReason::Format);
    return reasons;
}

/// The reading of a table that does not say whose interactions it holds; unset if no column's name suggests the item.
/// Its confidence is 0, so that it is used only if no format recognises the file.
std::optional<TableReading> readingWithoutUsers(const std::vector<ColumnProfile>& profiles, TableLayout& layout) {
    TableReading reading;
    reading.alternatives = readingsWithoutUsers(profiles);
    if (reading.alternatives.empty()) return std::nullopt;
    reading.lacksUser = true;
    const ColumnRoles roles = chosenRoles(reading.alternatives[0].columns, layout);
    layout.setRoles(roles);
    reading.reasons = reasonsOf(profiles, roles);
    reading.why = translated("no column says whose interactions these are");
    return reading;
}

}  // namespace

ColumnRoles rolesOf(const TableLayout& layout) {
    ColumnRoles roles;
    roles.isOnePerson = layout.isOnePerson;
    if (!layout.isOnePerson) roles.user = layout.user;
    roles.item = layout.item;
    roles.rating = layout.rating;
    roles.time = layout.timeColumns();
    roles.order = layout.order;
    roles.kind = layout.kind;
    roles.title = layout.title;
    roles.category = layout.category;
    roles.attributes = layout.attributes;
    return roles;
}

std::optional<TableReading> readTable(const SampleTable& table, const ColumnMapping& columns, const FileSample& sample,
                                      TableLayout& layout, const ColumnRoles& fixed) {
    TableReading reading;
    ColumnRoles chosen = chosenRoles(columns, layout);
    if ((chosen.user || chosen.isOnePerson) && chosen.item) {  // both columns are given, so there is nothing to find
        layout.setRoles(chosen);
        reading.confidence = 0.8;
        reading.reasons.fill(RoleReason::Chosen);
        if (!sample.foundRoles.empty()) reading.reasons = reasonsBefore(table, sample, layout);
        reading.why = fmt::format("{} ({})", columnsText(layout), reasonsText(layout, reading.reasons));
        return reading;
    }
    const std::vector<ColumnProfile> profiles = profileColumns(table, {sample.timeFormat, sample.timePattern});
    if (!chosen.user && !chosen.isOnePerson) chosen.user = fixed.user;
    if (!chosen.item) chosen.item = fixed.item;
    const bool isOpen = columns.empty() && !fixed.user && !fixed.item;
    const auto known = isOpen ? matchLayout(profiles, layout.columns.empty()) : std::nullopt;
    const auto choice = known ? std::nullopt : assignRoles(profiles, chosen);
    if (!known && !choice) return columns.empty() ? readingWithoutUsers(profiles, layout) : std::nullopt;
    ColumnRoles roles = known ? known->roles : choice->roles;
    addOrderAndKind(profiles, roles);
    addItemColumns(profiles, roles);
    layout.setRoles(roles);
    reading.confidence = known ? 0.85 : choice->confidence;
    if (!known && layout.columns.empty() && !layout.time) reading.confidence -= 0.05;
    if (choice) reading.alternatives = choice->alternatives;
    if (!layout.time) reading.noTime = unreadableTime(profiles);
    reading.reasons = reasonsOf(profiles, roles);
    if (known) reading.reasons.fill(RoleReason::Format);
    if (fixed.user && roles.user == fixed.user)
        reading.reasons.at(static_cast<std::size_t>(ColumnRole::User)) = RoleReason::Format;
    if (fixed.item && roles.item == fixed.item)
        reading.reasons.at(static_cast<std::size_t>(ColumnRole::Item)) = RoleReason::Format;
    reading.why =
        fmt::format("{} ({})", columnsText(layout),
                    known ? translated("the columns of {}", known->title) : reasonsText(layout, reading.reasons));
    if (!layout.time)
        reading.why += translated("; without times, the order of the lines is taken as the order in time");
    return reading;
}

}  // namespace recscope
