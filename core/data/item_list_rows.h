// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/item_lists.h"

namespace recscope {

/// Turns each row of another parser into one row per entry of the list in the cell of its item. The other parser does
/// not know TableLayout::lineColumn, which is filled in here.
class ItemListRows : public RowParser {
public:
    /// Pre: the layout has lists. `inner` parses the lines with `innerLayout(layout)`.
    ItemListRows(const TableLayout& layout, std::unique_ptr<RowParser> inner);
    /// The layout without lists and without the column of line numbers.
    static TableLayout innerLayout(const TableLayout& layout);

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override;
    std::vector<std::vector<std::string>> cells(std::string_view line) override;
    bool isBetweenRows() const override { return m_inner->isBetweenRows(); }
    bool hasSeveralRows() const override { return true; }

private:
    /// A column of the layout with lists as long as those of the items, and the entries of its list in the current row.
    struct Parallel {
        std::string_view RawRow::*cell = nullptr;  // null: an attribute
        std::size_t attribute = 0;
        CellDivider divider;
        std::span<const std::string_view> entries;
    };

    const char* addEntries(const RawRow& whole, std::vector<RawRow>& rows);

    TableLayout m_layout;
    std::unique_ptr<RowParser> m_inner;
    CellDivider m_items;
    std::vector<Parallel> m_parallel;
    std::vector<std::string_view RawRow::*> m_numbered;      // cells of the roles whose column is the line number
    std::vector<RawRow> m_whole;                             // rows of the current line, with undivided lists
    std::deque<std::vector<std::string_view>> m_attributes;  // attributes of each row of the line
    std::int64_t m_line = 0;
    std::string m_number;  // m_line as text
};

/// Divides the rows of a sample like ItemListRows, without the line number. `item`: the column of the items.
std::vector<std::vector<std::string>> dividedRows(const std::vector<std::vector<std::string>>& rows, std::size_t item,
                                                  const ItemLists& lists);

}  // namespace recscope
