// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/list_recognition.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/item_list_rows.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Profiles = std::vector<ColumnProfile>;

/// A column whose cells hold the items as lists, and how certain this is.
struct FoundLists {
    std::size_t item = 0;
    std::string separator;
    Lists lists = Lists::No;
    bool haveAmounts = false;
};

std::string nameOf(const TableLayout& layout, std::size_t column) {
    return column < layout.columns.size() ? layout.columns[column] : std::string();
}

double itemNameOf(const TableLayout& layout, std::size_t column) {
    const std::string name = nameOf(layout, column);
    return namesHistory(name) ? std::max(meaningOf(name).item, kKnownName) : meaningOf(name).item;
}

std::vector<std::string_view> cellsOf(const SampleTable& table, std::size_t column) {
    std::vector<std::string_view> cells;
    for (const auto& row : table.rows) cells.push_back(column < row.size() ? std::string_view(row[column]) : "");
    return cells;
}

/// True if rows with equal values of `from` always have equal values of `to`, and there are such rows: an item and its
/// genres. A few rows are enough here, because lists of items hardly ever repeat.
bool alwaysDetermines(const ColumnProfile& from, const ColumnProfile& to) {
    std::unordered_map<std::uint32_t, std::uint32_t> first;
    std::size_t repeated = 0;
    for (std::size_t row = 0; row < std::min(from.codes.size(), to.codes.size()); ++row) {
        if (from.codes[row] == 0 || to.codes[row] == 0) continue;
        const auto [entry, isNew] = first.try_emplace(from.codes[row], to.codes[row]);
        repeated += !isNew;
        if (!isNew && entry->second != to.codes[row]) return false;
    }
    return repeated >= 2;
}

/// True for a column whose name or values show that it is not a list of the items of a user.
bool isSomethingElse(const Profiles& profiles, std::size_t column) {
    const ColumnProfile& profile = profiles[column];
    if (profile.kind == ColumnKind::Time || profile.kind == ColumnKind::Clock || profile.kind == ColumnKind::Empty ||
        profile.kind == ColumnKind::Url)
        return true;
    const NameMeaning meaning = meaningOf(profile.name);
    if (meaning.user >= kSureName || namesCategory(profile.name) || namesItemAttribute(profile.name)) return true;
    for (std::size_t other = 0; other < profiles.size(); ++other) {
        const bool isOther = other != column && profiles[other].distinct > 1;
        if (isOther && (determines(profiles[other], profile) || alwaysDetermines(profiles[other], profile)))
            return true;
    }
    return false;
}

/// The column that most likely holds lists of items; its name decides between several.
std::optional<FoundLists> likeliestLists(const SampleTable& table, const ColumnRoles& chosen, const FileSample& sample,
                                         const TableLayout& layout) {
    if (chosen.item) {
        if (*chosen.item >= table.columnCount()) return std::nullopt;
        const ListEvidence found = listsIn(cellsOf(table, *chosen.item), nameOf(layout, *chosen.item));
        return FoundLists{*chosen.item, found.separator, found.lists, found.haveAmounts};
    }
    std::vector<FoundLists> lists;
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (chosen.of(column)) continue;
        const ListEvidence found = listsIn(cellsOf(table, column), nameOf(layout, column));
        if (found.lists != Lists::No) lists.push_back({column, found.separator, found.lists, found.haveAmounts});
    }
    if (lists.empty()) return std::nullopt;
    const Profiles profiles = profileColumns(table, {sample.timeFormat, sample.timePattern});
    std::erase_if(lists, [&](const FoundLists& list) { return isSomethingElse(profiles, list.item); });
    const auto best = std::max_element(lists.begin(), lists.end(), [&](const FoundLists& a, const FoundLists& b) {
        const double nameA = itemNameOf(layout, a.item), nameB = itemNameOf(layout, b.item);
        return nameA != nameB ? nameA < nameB : a.lists < b.lists;
    });
    return best == lists.end() ? std::nullopt : std::optional(*best);
}

/// How certain it is that the lists hold the items, given that the table can also be read with the column `item` as the
/// item.
Lists besideOtherItem(const FoundLists& list, const TableReading& whole, std::size_t item, const TableLayout& layout) {
    if (item == list.item) return list.lists;
    if (whole.reasons.at(static_cast<std::size_t>(ColumnRole::Item)) == RoleReason::Format) return Lists::No;
    const double name = itemNameOf(layout, list.item), other = itemNameOf(layout, item);
    if (name >= kKnownName && name > other) return list.lists;
    if (other >= kKnownName) return Lists::No;
    if (list.haveAmounts) return list.lists;
    return list.lists == Lists::Yes ? Lists::Perhaps : Lists::No;
}

/// The column with the chosen separator in the most cells.
std::size_t columnWith(const SampleTable& table, const TableLayout& layout, const ColumnRoles& chosen,
                       const std::string& separator) {
    if (chosen.item) return *chosen.item;
    std::size_t best = 0;
    double bestCount = -1;
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (chosen.of(column)) continue;
        const auto cells = cellsOf(table, column);
        const auto count = std::count_if(cells.begin(), cells.end(), [&](std::string_view cell) {
            return cell.find(separator) != std::string_view::npos;
        });
        const double named = itemNameOf(layout, column) >= kKnownName ? 0.5 : 0;
        if (static_cast<double>(count) + named <= bestCount) continue;
        best = column;
        bestCount = static_cast<double>(count) + named;
    }
    return best;
}

/// Other columns with a list as long as that of the items in nearly all rows.
std::vector<std::size_t> parallelColumns(const SampleTable& table, std::size_t item, const std::string& separator) {
    std::vector<std::size_t> columns;
    CellDivider items(separator), others(separator);
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (column == item) continue;
        std::size_t rows = 0, same = 0, lists = 0;
        for (const auto& row : table.rows) {
            if (std::max(item, column) >= row.size()) continue;
            const std::size_t length = items.divide(row[item]).size(), other = others.divide(row[column]).size();
            ++rows;
            same += length == other;
            lists += length == other && length > 1;
        }
        if (lists > 0 && 20 * same >= 19 * rows) columns.push_back(column);
    }
    return columns;
}

/// True if a user has several lines of the undivided table.
bool hasRepeats(const SampleTable& table, std::size_t user) {
    std::set<std::string_view> users;
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const auto& row) { return user < row.size() && !users.insert(trimmed(row[user])).second; });
}

/// Offers the reading "all of one person", unless other readings were found, and the reading "each row is a basket". In
/// readings with one person, each line becomes an order.
void offerLines(const SampleTable& divided, const FileSample& sample, const TableLayout& layout, std::size_t item,
                TableReading& reading) {
    if (reading.alternatives.empty()) {
        const Profiles profiles = profileColumns(divided, {sample.timeFormat, sample.timePattern});
        ColumnRoles chosen;
        chosen.isOnePerson = true;
        chosen.item = item;
        ColumnRoles roles = chosen;
        if (const auto choice = assignRoles(profiles, chosen)) roles = choice->roles;
        addOrderAndKind(profiles, roles);
        addItemColumns(profiles, roles);
        reading.reasons = reasonsOf(profiles, roles);
        reading.why = translated("no column says whose interactions these are");
        reading.alternatives.push_back({roles.asMapping(), TimeFormat::Auto,
                                        translated("all of one person, item in {}", columnLabel(profiles, item))});
    }
    ColumnMapping lines = reading.alternatives[0].columns;
    for (ColumnReading& each : reading.alternatives) {
        if (each.columns.user == kOnePerson && each.columns.order.empty())
            each.columns.order = std::to_string(*layout.lineColumn + 1);
    }
    lines.user = kEachRow;
    lines.order.clear();
    reading.alternatives.insert(
        reading.alternatives.begin() + 1,
        ColumnReading{lines, TimeFormat::Auto, translated("each row is a basket: a history of its own")});
    reading.lacksUser = true;
}

/// The table with empty cells in all columns that number the lines or the orders: whole numbers that differ in each of
/// many lines. Unset if there is no such column, or if the file has a header, whose names are better evidence.
std::optional<SampleTable> withoutRowNumbers(const SampleTable& table, std::size_t item) {
    if (!table.names.empty()) return std::nullopt;
    SampleTable rest = table;
    bool isChanged = false;
    const Profiles profiles = profileColumns(table);
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        const bool areRowNumbers = profile.wholeShare >= 1 && profile.distinct == profile.present() &&
                                   static_cast<double>(profile.present()) >= kUsualWeights.fewestRowNumbers;
        if (column == item || !areRowNumbers) continue;
        for (auto& row : rest.rows) {
            if (column < row.size()) row[column].clear();
        }
        isChanged = true;
    }
    return isChanged ? std::optional(std::move(rest)) : std::nullopt;
}

/// Reads the table with each entry of the lists in its own row.
std::optional<TableReading> readLists(const SampleTable& table, const ColumnMapping& columns, const FileSample& sample,
                                      TableLayout& layout, std::size_t item, const std::string& separator) {
    layout.itemLists = {.separator = separator,
                        .parallel = parallelColumns(table, item, separator),
                        .haveAmounts = haveAmounts(cellsOf(table, item), separator)};
    layout.addLineColumn();
    const ColumnRoles chosen = chosenRoles(columns, layout);
    SampleTable divided = table;
    if (chosen.of(*layout.lineColumn)) {  // otherwise, the line numbers could be given a role because of their values
        if (!divided.names.empty()) divided.names = layout.columns;
        for (std::size_t row = 0; row < divided.rows.size(); ++row) {
            divided.rows[row].resize(*layout.lineColumn);
            divided.rows[row].push_back(std::to_string(row + 1));
        }
    }
    divided.rows = dividedRows(divided.rows, item, layout.itemLists);
    ColumnRoles fixed;
    fixed.item = item;
    std::optional<TableReading> reading;
    if (const auto others = layout.itemLists.haveAmounts ? withoutRowNumbers(table, item) : std::nullopt) {
        SampleTable rest = *others;
        rest.rows = dividedRows(rest.rows, item, layout.itemLists);
        const TableLayout before = layout;
        reading = readTable(rest, columns, sample, layout, fixed);
        if (!reading || reading->lacksUser) {
            layout = before;
            reading.reset();
        }
    }
    if (!reading) reading = readTable(divided, columns, sample, layout, fixed);
    if (reading && reading->lacksUser && layout.item != item) reading.reset();  // it has another item
    if ((!reading || reading->lacksUser) && columns.user.empty()) {
        if (!reading) reading.emplace();
        offerLines(divided, sample, layout, item, *reading);
        ColumnMapping first = reading->alternatives[0].columns;
        layout.setRoles(chosenRoles(first, layout));
        return reading;
    }
    if (!reading) return std::nullopt;
    const bool isOpen = columns.order.empty() && (columns.user.empty() || columns.item.empty());
    if (isOpen && !layout.order && !layout.isOnePerson && hasRepeats(table, layout.user)) {
        layout.order = layout.lineColumn;
        reading->reasons.at(static_cast<std::size_t>(ColumnRole::Order)) = RoleReason::Format;
    }
    return reading;
}

/// Offers two readings of the table: each cell as one item, or divided into the entries of its list.
std::optional<TableReading> offerBoth(const SampleTable& table, const ColumnMapping& columns, const FileSample& sample,
                                      TableLayout& layout, const FoundLists& list) {
    TableLayout dividedLayout = layout, wholeLayout = layout;
    const auto divided = readLists(table, columns, sample, dividedLayout, list.item, list.separator);
    auto reading = readTable(table, columns, sample, wholeLayout);
    const bool isWhole = reading.has_value();
    if (!isWhole) reading = divided;
    layout = isWhole ? wholeLayout : dividedLayout;
    if (!divided || !reading) return reading;
    const std::string name = trimmed(nameOf(layout, list.item)).empty()
                                 ? translated("column {}", list.item + 1)
                                 : fmt::format("\"{}\"", trimmed(nameOf(layout, list.item)));
    reading->lacksUser = false;
    reading->alternatives = {{{}, TimeFormat::Auto, translated("each cell of {} is one item", name), kWholeItems},
                             {{}, TimeFormat::Auto, listsText(dividedLayout), list.separator}};
    return reading;
}

}  // namespace

std::string listsText(const TableLayout& layout) {
    const std::string name = nameOf(layout, layout.item);
    const std::string label =
        trimmed(name).empty() ? translated("column {}", layout.item + 1) : fmt::format("\"{}\"", trimmed(name));
    const std::string separator = separatorText(layout.itemLists.separator);
    return layout.itemLists.haveAmounts
               ? translated(
                     "{} holds lists, separated by {}: each entry is one interaction, without the amount after "
                     "its name",
                     label, separator)
               : translated("{} holds lists, separated by {}: each entry is one interaction", label, separator);
}

std::optional<TableReading> readTableOrLists(const SampleTable& table, const ColumnMapping& columns,
                                             const FileSample& sample, TableLayout& layout) {
    if (sample.itemSeparator == kWholeItems) return readTable(table, columns, sample, layout);
    TableLayout withLines = layout;
    withLines.addLineColumn();
    const ColumnRoles chosen = chosenRoles(columns, withLines);
    if (!sample.itemSeparator.empty()) {
        return readLists(table, columns, sample, layout, columnWith(table, layout, chosen, sample.itemSeparator),
                         sample.itemSeparator);
    }
    auto list = likeliestLists(table, chosen, sample, layout);
    if (!list || list->lists == Lists::No) return readTable(table, columns, sample, layout);
    // If the column of line numbers was chosen, the user of the program has seen the divided lists.
    if (chosen.of(*withLines.lineColumn)) return readLists(table, columns, sample, layout, list->item, list->separator);
    if (!chosen.item) {
        TableLayout wholeLayout = layout;
        if (const auto whole = readTable(table, columns, sample, wholeLayout))
            list->lists = besideOtherItem(*list, *whole, wholeLayout.item, layout);
    }
    if (list->lists == Lists::Yes) return readLists(table, columns, sample, layout, list->item, list->separator);
    if (list->lists == Lists::Perhaps) return offerBoth(table, columns, sample, layout, *list);
    return readTable(table, columns, sample, layout);
}

}  // namespace recscope
