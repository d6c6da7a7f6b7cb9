// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_table.h"

#include <QStandardItemModel>

#include "ui/widgets/plain_table.h"

namespace recscope::ui {

CellTable::CellTable(const QString& name, const QString& about, const std::vector<CellColumn>& columns, int stretch)
    : m_cells(new QStandardItemModel(this)) {
    setObjectName(name);
    setAccessibleName(about);
    setModel(m_cells);
    setColumns(columns);
    if (stretch >= 0) setStretchColumn(stretch);
    keepStretchColumnReadable();
}

void CellTable::setColumns(const std::vector<CellColumn>& columns) {
    m_cells->clear();
    m_cells->setColumnCount(int(columns.size()));
    std::vector<int> numeric;
    for (int column = 0; column < int(columns.size()); ++column) {
        const CellColumn& cellColumn = columns[std::size_t(column)];
        m_cells->setHeaderData(column, Qt::Horizontal, cellColumn.title);
        m_cells->setHeaderData(column, Qt::Horizontal, cellColumn.about, Qt::ToolTipRole);
        if (!cellColumn.exact.isEmpty())
            m_cells->setHeaderData(column, Qt::Horizontal, cellColumn.exact, kExactTitlesRole);
        if (cellColumn.numeric) numeric.push_back(column);
    }
    setNumericColumns(std::move(numeric));
}

void CellTable::clearRows() {
    m_cells->removeRows(0, m_cells->rowCount());
}

void CellTable::addRow(const std::vector<Cell>& cells) {
    QList<QStandardItem*> items;
    for (const Cell& cell : cells) {
        auto* item = new QStandardItem(cell.text);
        item->setToolTip(cell.tip);
        item->setEditable(false);
        for (const auto& [role, value] : cell.data) item->setData(value, role);
        items.append(item);
    }
    m_cells->appendRow(items);
}

int CellTable::rowCount() const {
    return m_cells->rowCount();
}

}  // namespace recscope::ui
