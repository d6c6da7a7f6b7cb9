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
    QString about = {};  ///< the head's tooltip
    bool numeric = false;
    QStringList exact = {};  ///< `kExactTitlesRole`; its cells have `kExactValuesRole`
};

/// One cell: its text, and what it says or holds beside it.
struct Cell {
    Cell(const QString& text, const QString& tip = {}, std::vector<std::pair<int, QVariant>> data = {})
        : text(text), tip(tip), data(std::move(data)) {}

    QString text, tip;
    std::vector<std::pair<int, QVariant>> data;  ///< by role
};

/// A table that is filled cell by cell: few rows that are there at once. What is read in pages is a `PagedTableModel`.
class CellTable : public TableView {
    Q_OBJECT
public:
    /// `name` is the object's name, `about` what screen readers call the table. The column `stretch` takes the room
    /// that is left; -1 = none.
    CellTable(const QString& name, const QString& about, const std::vector<CellColumn>& columns, int stretch = 0);

    /// Other columns; all rows go.
    void setColumns(const std::vector<CellColumn>& columns);
    void clearRows();
    void addRow(const std::vector<Cell>& cells);
    int rowCount() const;
    QStandardItemModel& cells() { return *m_cells; }

private:
    QStandardItemModel* m_cells;
};

}  // namespace recscope::ui
