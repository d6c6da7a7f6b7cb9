// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace recscope::ui {

class TableView;

/// The column that names the rows of a table, held at the left edge while the rest is scrolled sideways: without it
/// nobody knows whose the numbers are. A second view of the same model and selection over the table's edge, there only
/// while the column itself is not seen whole.
class FrozenColumn : public QTableView {
    Q_OBJECT
public:
    explicit FrozenColumn(TableView& table);

    /// The first column that is shown, if it does not hold numbers; -1 = none.
    int column() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void takeTable();

    TableView& m_table;
};

}  // namespace recscope::ui
