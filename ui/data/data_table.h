// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "core/store/user_attribute_store.h"
#include "ui/data/table_readers.h"
#include "ui/lists/paged_view.h"
#include "ui/widgets/stateful_widget.h"

class QLabel;
class QLineEdit;
class QTimer;
class QVBoxLayout;

namespace recscope::ui {

class Session;

/// A PagedView that is sorted by clicks on its headers; the chosen order is part of the UI state.
class PagedTableView : public PagedView, public StatefulWidget {
    Q_OBJECT
public:
    explicit PagedTableView(PagedTableModel& model, QWidget* parent = nullptr);

    /// Shows this order by an arrow in the header of the column with this order (`TableColumn::order`), if there is
    /// one. A click on the header of a sortable column requests its order, another click reverses it.
    void setOrder(int order, Direction direction);
    int order() const { return m_order; }
    Direction direction() const { return m_direction; }
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void orderRequested(int order, recscope::Direction direction);

private:
    void sortBy(int column);

    PagedTableModel& m_model;
    int m_order = -1;  ///< the shown order, a `TableQuery::order`; -1 = none yet
    Direction m_direction = Direction::Ascending;
};

/// A table of the users or the items of the chosen dataset, below a search line and the number of rows found.
class DataTable : public QWidget {
    Q_OBJECT
public:
    /// `noun`: translated plural noun for the rows. The object names of its widgets start with `key`, e.g.
    /// "usersSearch", "usersTable" for "users".
    DataTable(Session& session, TableSource source, const QString& key, const QString& noun, QWidget* parent = nullptr);

    PagedTableModel& model() { return *m_model; }
    PagedTableView& view() { return *m_view; }
    /// Places this widget of filters below the search line.
    void setFilters(QWidget* filters);
    /// Calls `change`, which edits the filters of the query; the search text and the order stay the same.
    void filter(const std::function<void(TableQuery&)>& change);
    void renameColumn(int column, const QString& title);
    /// Shows these attributes in additional columns at the right.
    void setAttributes(const std::vector<AttributeSummary>& attributes);
    /// Makes the row with this key current if it is among the first `PagedTableModel::kPageRows` rows; otherwise no row
    /// is current. Emits no signal.
    void select(qint64 key);

signals:
    void rowActivated(qint64 key);  ///< the row was double-clicked, or Enter was pressed
    void rowChosen(qint64 key);     ///< this row was made current by mouse or keyboard

private:
    void reload();
    void markNumericColumns();
    void showLoaded();
    void markChosen(int firstRow, int lastRow);
    void showCount();

    Session& m_session;
    QString m_noun;
    PagedTableModel* m_model;
    QLineEdit* m_search;
    QLabel* m_count;
    PagedTableView* m_view;
    QVBoxLayout* m_column = nullptr;  ///< the layout of this widget
    QTimer* m_typing;
    TableQuery m_query;
    std::vector<TableColumn> m_fixedColumns;  ///< all columns except those of attributes
    TableQuery m_start;                       ///< the initial query, which has the initial order
    std::optional<qint64> m_chosen;           ///< key of the marked row, which stays marked when the order changes
    /// True if the order has changed: the table scrolls to the first row when the rows arrive.
    bool m_sorted = false;
    std::function<std::int64_t(const DatasetInfo&)> m_totalRows;  ///< number of rows without search and filters
};

}  // namespace recscope::ui
