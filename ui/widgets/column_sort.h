// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

class TableView;

/// The rows of a model in the order of one column's values; rows without a value are last in both directions.
class SortedRows : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// `role` holds the sort value of a cell, a number or a text; invalid = no value.
    SortedRows(QAbstractItemModel& rows, int role, QObject* parent);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// Sorts a table by its headers: a click sorts, a second one reverses the order, a third one restores the rows' own
/// order; "Sort by" in the context menu does the same with the keyboard. The header's arrow shows the order, the view
/// scrolls to the first row, and the selection is kept. The order is remembered under the object name.
class ColumnSort : public QObject, public StatefulWidget {
    Q_OBJECT
public:
    /// Under this role a header gives the key of a column whose index may change; other columns are identified by their
    /// index.
    static constexpr int kColumnKeyRole = Qt::UserRole + 40;

    /// Puts `SortedRows` between `rows` and the view. The first click sorts text from A, numbers from the largest,
    /// except in the `ascending` columns. `ownOrder` names the order of the rows themselves: "Time order".
    ColumnSort(TableView& view, QAbstractItemModel& rows, int role, std::vector<int> ascending,
               const QString& ownOrder);
    /// For a proxy with its own sort rules, which the view already shows. The first click sorts a column in the order
    /// that its header gives under `Qt::InitialSortOrderRole`.
    ColumnSort(TableView& view, QSortFilterProxyModel& rows, const QString& ownOrder);

    int column() const { return m_column; }  ///< -1 = the rows' own order
    Qt::SortOrder order() const { return m_order; }
    /// The row of the source model; -1 for an invalid index.
    int rowOf(const QModelIndex& shown) const;
    /// The index in the view of a row of the source model.
    QModelIndex shown(int row, int column = 0) const;

    void sortBy(int column, Qt::SortOrder order);
    void restoreOwnOrder();
    /// To be called when values have changed: sorts again without scrolling the view.
    void refresh();

    /// The column and the direction. A column that does not exist yet is sorted by as soon as it does.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void changed();

private:
    void connectView(const QString& ownOrder);
    void clicked(int column);
    void apply();
    QString keyOf(int column) const;
    void findColumn();

    TableView& m_view;
    QSortFilterProxyModel* m_rows;
    std::vector<int> m_ascending;
    QString m_key;  ///< of the requested column, which may be missing; empty = the rows' own order
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace recscope::ui
