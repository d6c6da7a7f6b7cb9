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
    /// `role`: what a cell is sorted by, a number or a text; invalid = it has no value.
    SortedRows(QAbstractItemModel& rows, int role, QObject* parent);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// Sorts a table by its headers: a click sorts, a second one turns the order around, a third one brings the rows' own
/// order back; "Sort by" in the context menu does the same by key. The header's arrow shows it, the first row comes
/// into view, and chosen rows stay chosen. The order is remembered under the object's name.
class ColumnSort : public QObject, public StatefulWidget {
    Q_OBJECT
public:
    /// Under this role a header names a column whose number may change; others are known by their number.
    static constexpr int kColumnKeyRole = Qt::UserRole + 40;

    /// Puts `SortedRows` between `rows` and the view. Columns of text begin with A, those of numbers with the largest,
    /// except for `ascending` ones. `ownOrder` names the order of the rows themselves: "Time order".
    ColumnSort(TableView& view, QAbstractItemModel& rows, int role, std::vector<int> ascending,
               const QString& ownOrder);
    /// Over a proxy with rules of its own, which the view shows already. A column begins as the header says under
    /// `Qt::InitialSortOrderRole`.
    ColumnSort(TableView& view, QSortFilterProxyModel& rows, const QString& ownOrder);

    int column() const { return m_column; }  ///< -1 = the rows' own order
    Qt::SortOrder order() const { return m_order; }
    /// -1 for an invalid index.
    int rowOf(const QModelIndex& shown) const;
    /// Where a row of the model is shown.
    QModelIndex shown(int row, int column = 0) const;

    void sortBy(int column, Qt::SortOrder order);
    void restoreOwnOrder();
    /// The values changed: sorts again and leaves the view where it is.
    void refresh();

    /// The column and the direction. A column that is not there yet is sorted by when it comes.
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
    QString m_key;  ///< of the column asked for, which may be missing; empty = the rows' own order
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

}  // namespace recscope::ui
