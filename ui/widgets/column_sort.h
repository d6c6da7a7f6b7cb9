// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <vector>

#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

class TableView;

/// Sorts the rows of a model by the values of one column; rows without a value come last in both directions.
class SortedRows : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// `role` is the data role of the value to sort by, a number or a string; an invalid QVariant means that the cell
    /// has no value.
    SortedRows(QAbstractItemModel& rows, int role, QObject* parent);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// Makes a table sortable by its headers: the first click sorts, the second reverses the order, the third restores the
/// model's own order. "Sort by" in the context menu does the same for the keyboard. The header's arrow shows the
/// direction. After sorting, the view scrolls to the top and keeps the selection. UiStateStore stores the order under
/// the object name.
class ColumnSort : public QObject, public StatefulWidget {
    Q_OBJECT
public:
    /// Header data role with a stable key, for columns whose index may change; other columns are identified by their
    /// index.
    static constexpr int kColumnKeyRole = Qt::UserRole + 40;

    /// Puts `SortedRows` between `rows` and the view. The first click on a column sorts texts from A and numbers from
    /// the largest; a column in `ascending` is sorted from the smallest. `ownOrder` is the visible name of the model's
    /// own order, e.g. "Time order".
    ColumnSort(TableView& view, QAbstractItemModel& rows, int role, std::vector<int> ascending,
               const QString& ownOrder);
    /// For a view that already shows a proxy with its own sort rules. The first click on a column sorts in the order
    /// given by the header's `Qt::InitialSortOrderRole`.
    ColumnSort(TableView& view, QSortFilterProxyModel& rows, const QString& ownOrder);

    int column() const { return m_column; }  ///< the sorted column; -1 = the model's own order
    Qt::SortOrder order() const { return m_order; }
    /// The source model's row for an index of the view; -1 if the index is invalid.
    int rowOf(const QModelIndex& shown) const;
    /// The view's index for a row of the source model.
    QModelIndex viewIndex(int row, int column = 0) const;

    void sortBy(int column, Qt::SortOrder order);
    void restoreOwnOrder();
    /// Sorts again without scrolling the view. To be called when values have changed.
    void refresh();

    /// The column and the direction. If the column does not exist yet, sorting waits until it appears.
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
    QString m_key;  ///< key of the requested column, which may not exist yet; empty = the model's own order
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace recscope::ui
