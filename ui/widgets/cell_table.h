// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>
#include <utility>
#include <vector>

#include "ui/widgets/table_view.h"

class QStandardItemModel;

namespace recscope::ui {

struct CellColumn {
    QString title;
    QString about = {};  ///< tooltip of the header
    bool numeric = false;
    /// Titles of the exported columns (plain_table.h); if set, the cells must have data for `kExactValuesRole`.
    QStringList exact = {};
};

/// The text, the tooltip and further data of one cell.
struct Cell {
    Cell(const QString& text, const QString& tip = {}, std::vector<std::pair<int, QVariant>> data = {})
        : text(text), tip(tip), data(std::move(data)) {}

    QString text, tip;
    std::vector<std::pair<int, QVariant>> data;  ///< (role, value)
};

/// A table that is filled row by row, for a few rows that are all known in advance. For rows that are read in pages,
/// see `PagedTableModel`.
class CellTable : public TableView {
    Q_OBJECT
public:
    /// `name` is the object name, `about` the accessible name of the table. The column `stretch` takes the remaining
    /// width; -1 = none.
    CellTable(const QString& name, const QString& about, const std::vector<CellColumn>& columns, int stretch = 0);

    /// Replaces the columns and removes all rows.
    void setColumns(const std::vector<CellColumn>& columns);
    void clearRows();
    void addRow(const std::vector<Cell>& cells);
    int rowCount() const;
    QStandardItemModel& cells() { return *m_cells; }

private:
    QStandardItemModel* m_cells;
};

}  // namespace recscope::ui
