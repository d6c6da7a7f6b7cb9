// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace recscope::ui {

class TableView;

/// Keeps the column with the rows' names at the left edge of a table while the other columns scroll sideways, so that
/// the row of each number stays recognisable. This class is a second view of the same model and selection, placed over
/// the table's edge and visible only while the column itself is not fully visible.
class FrozenColumn : public QTableView {
    Q_OBJECT
public:
    explicit FrozenColumn(TableView& table);

    /// The first visible column if it does not contain numbers; else -1.
    int column() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void copyTableSettings();

    TableView& m_table;
};

}  // namespace recscope::ui
