// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace recscope::ui {

class TableView;

/// Keeps the column with the names of a table's rows at the left edge while the rest scrolls sideways, so that it stays
/// clear which row the numbers belong to. A second view of the same model and selection on top of the table's edge,
/// visible only while the column itself is not fully visible.
class FrozenColumn : public QTableView {
    Q_OBJECT
public:
    explicit FrozenColumn(TableView& table);

    /// The first visible column, unless it holds numbers; -1 = none.
    int column() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void takeTable();

    TableView& m_table;
};

}  // namespace recscope::ui
