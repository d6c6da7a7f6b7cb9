// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_list_rows.h"

#include <algorithm>
#include <utility>

#include "core/util/translated.h"

namespace recscope {

namespace {

bool contains(const std::vector<std::size_t>& columns, std::size_t column) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
}

/// Adds one row for each entry of the list in the cell of the item, and at least one.
void addDivided(const std::vector<std::string>& whole, std::size_t item, const ItemLists& lists,
                std::vector<std::vector<std::string>>& rows) {
    if (item >= whole.size()) {
        rows.push_back(whole);
        return;
    }
    CellDivider divider(lists.separator), other(lists.separator);
    const std::vector<std::string_view> entries = [&] {
        const auto found = divider.divide(whole[item]);
        return std::vector<std::string_view>(found.begin(), found.end());
    }();
    const std::size_t begin = rows.size();
    rows.resize(begin + std::max<std::size_t>(entries.size(), 1), whole);
    for (std::size_t i = 0; i < entries.size(); ++i)
        rows[begin + i][item] = lists.haveAmounts ? withoutAmount(entries[i]) : entries[i];
    for (const std::size_t column : lists.parallel) {
        if (column >= whole.size()) continue;
        const auto beside = other.divide(whole[column]);
        for (std::size_t i = 0; i < entries.size(); ++i)
            rows[begin + i][column] = beside.size() == entries.size() ? std::string(beside[i]) : std::string();
    }
}

}  // namespace

TableLayout ItemListRows::innerLayout(const TableLayout& layout) {
    TableLayout inner = layout;
    inner.itemLists = {};
    inner.lineColumn.reset();
    if (!layout.lineColumn) return inner;
    if (inner.user == *layout.lineColumn) inner.isOnePerson = true;
    for (auto* column : {&inner.time, &inner.rating, &inner.order, &inner.kind, &inner.title, &inner.category}) {
        if (*column == layout.lineColumn) column->reset();
    }
    if (!inner.columns.empty()) inner.columns.resize(*layout.lineColumn);
    inner.columnCount = *layout.lineColumn;
    return inner;
}

ItemListRows::ItemListRows(const TableLayout& layout, std::unique_ptr<RowParser> inner)
    : m_layout(layout), m_inner(std::move(inner)), m_items(layout.itemLists.separator) {
    const auto addIfParallel = [&](const std::optional<std::size_t>& column, std::string_view RawRow::*cell) {
        if (!column || !contains(layout.itemLists.parallel, *column)) return;
        m_parallel.push_back({.cell = cell, .divider = CellDivider(layout.itemLists.separator), .entries = {}});
    };
    if (layout.furtherTimeColumns.empty()) addIfParallel(layout.time, &RawRow::time);
    addIfParallel(layout.rating, &RawRow::rating);
    addIfParallel(layout.kind, &RawRow::kind);
    addIfParallel(layout.title, &RawRow::title);
    addIfParallel(layout.category, &RawRow::category);
    for (std::size_t i = 0; i < layout.attributes.size(); ++i) {
        if (!contains(layout.itemLists.parallel, layout.attributes[i])) continue;
        m_parallel.push_back({.attribute = i, .divider = CellDivider(layout.itemLists.separator), .entries = {}});
    }
    if (!layout.lineColumn) return;
    const auto addIfLine = [&](const std::optional<std::size_t>& column, std::string_view RawRow::*cell) {
        if (column == layout.lineColumn) m_numbered.push_back(cell);
    };
    if (!layout.isOnePerson) addIfLine(layout.user, &RawRow::user);
    addIfLine(layout.time, &RawRow::time);
    addIfLine(layout.rating, &RawRow::rating);
    addIfLine(layout.order, &RawRow::order);
    addIfLine(layout.kind, &RawRow::kind);
    addIfLine(layout.title, &RawRow::title);
    addIfLine(layout.category, &RawRow::category);
}

const char* ItemListRows::parse(std::string_view line, std::vector<RawRow>& rows) {
    rows.clear();
    if (const char* damage = m_inner->parse(line, m_whole)) return damage;
    m_number = std::to_string(++m_line);
    m_attributes.clear();
    for (RawRow& whole : m_whole) {
        for (const auto cell : m_numbered) whole.*cell = m_number;
        if (const char* damage = addEntries(whole, rows)) return damage;
    }
    return nullptr;
}

const char* ItemListRows::addEntries(const RawRow& whole, std::vector<RawRow>& rows) {
    auto items = m_items.divide(whole.item);
    if (items.empty()) {  // the report counts a row without an item
        rows.push_back(whole);
        rows.back().item = {};
        return nullptr;
    }
    const auto divideBeside = [&](bool keepsEmpty) {
        bool areAsLong = true;
        for (Parallel& beside : m_parallel) {
            const bool isAttribute = beside.cell == nullptr;
            beside.entries = beside.divider.divide(
                isAttribute ? whole.attributes[beside.attribute] : whole.*beside.cell, keepsEmpty);
            areAsLong &= beside.entries.size() == items.size();
        }
        return areAsLong;
    };
    for (const Parallel& beside : m_parallel) {
        if (!beside.cell && beside.attribute >= whole.attributes.size()) return translatable("too few fields");
    }
    if (!divideBeside(/*keepsEmpty=*/false)) {  // a missing rating is an empty entry: "5,,3"
        items = m_items.divide(whole.item, /*keepsEmpty=*/true);
        if (!divideBeside(/*keepsEmpty=*/true)) return translatable("lists of different lengths");
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        RawRow& row = rows.emplace_back(whole);
        row.item = m_layout.itemLists.haveAmounts ? withoutAmount(items[i]) : items[i];
        std::vector<std::string_view>* own = nullptr;
        for (const Parallel& beside : m_parallel) {
            if (beside.cell) {
                row.*beside.cell = beside.entries[i];
                continue;
            }
            if (!own) own = &m_attributes.emplace_back(whole.attributes.begin(), whole.attributes.end());
            (*own)[beside.attribute] = beside.entries[i];
            row.attributes = *own;
        }
    }
    return nullptr;
}

std::vector<std::vector<std::string>> ItemListRows::cells(std::string_view line) {
    ++m_line;
    std::vector<std::vector<std::string>> rows;
    for (const auto& whole : m_inner->cells(line)) {
        const std::size_t begin = rows.size();
        addDivided(whole, m_layout.item, m_layout.itemLists, rows);
        if (!m_layout.lineColumn || whole.size() <= m_layout.item) continue;
        for (std::size_t i = begin; i < rows.size(); ++i) {
            rows[i].resize(*m_layout.lineColumn);
            rows[i].push_back(std::to_string(m_line));
        }
    }
    return rows;
}

std::vector<std::vector<std::string>> dividedRows(const std::vector<std::vector<std::string>>& rows, std::size_t item,
                                                  const ItemLists& lists) {
    std::vector<std::vector<std::string>> divided;
    for (const auto& row : rows) addDivided(row, item, lists, divided);
    return divided;
}

}  // namespace recscope
