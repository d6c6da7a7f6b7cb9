// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_sort.h"

#include <QActionGroup>
#include <QHeaderView>
#include <QMenu>
#include <algorithm>

#include "ui/widgets/table_view.h"

namespace recscope::ui {

SortedRows::SortedRows(QAbstractItemModel& rows, int role, QObject* parent) : QSortFilterProxyModel(parent) {
    setSourceModel(&rows);
    setSortRole(role);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    // Not dynamic, because values that change as the pointer moves must not reorder the rows below it.
    setDynamicSortFilter(false);
}

bool SortedRows::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool hasLeft = left.data(sortRole()).isValid(), hasRight = right.data(sortRole()).isValid();
    if (hasLeft && hasRight) return QSortFilterProxyModel::lessThan(left, right);
    return hasLeft != hasRight && (sortOrder() == Qt::AscendingOrder ? hasLeft : hasRight);
}

ColumnSort::ColumnSort(TableView& view, QAbstractItemModel& rows, int role, std::vector<int> ascending,
                       const QString& ownOrder)
    : QObject(&view), m_view(view), m_rows(new SortedRows(rows, role, this)), m_ascending(std::move(ascending)) {
    view.setModel(m_rows);
    connectView(ownOrder);
}

ColumnSort::ColumnSort(TableView& view, QSortFilterProxyModel& rows, const QString& ownOrder)
    : QObject(&view), m_view(view), m_rows(&rows) {
    connectView(ownOrder);
}

void ColumnSort::connectView(const QString& ownOrder) {
    connect(m_view.horizontalHeader(), &QHeaderView::sectionClicked, this, &ColumnSort::clicked);
    connect(m_rows, &QAbstractItemModel::modelReset, this, &ColumnSort::findColumn);
    auto* menu = new QMenu(tr("Sort by"), &m_view);
    menu->setObjectName(QStringLiteral("sortMenu"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu, ownOrder] {
        menu->clear();
        auto* group = new QActionGroup(menu);
        const auto add = [&](const QString& text, int column) {
            QAction* action = menu->addAction(text);
            action->setCheckable(true);
            action->setChecked(column == m_column);
            group->addAction(action);
            connect(action, &QAction::triggered, this,
                    [this, column] { column < 0 ? restoreOwnOrder() : clicked(column); });
        };
        add(ownOrder, -1);
        for (int column = 0; column < m_rows->columnCount(); ++column)
            if (!m_view.isColumnHidden(column)) add(m_rows->headerData(column, Qt::Horizontal).toString(), column);
    });
    m_view.addAction(menu->menuAction());
}

int ColumnSort::rowOf(const QModelIndex& shown) const {
    return shown.isValid() ? m_rows->mapToSource(shown).row() : -1;
}

QModelIndex ColumnSort::viewIndex(int row, int column) const {
    return m_rows->mapFromSource(m_rows->sourceModel()->index(row, column));
}

void ColumnSort::clicked(int column) {
    const bool isAscendingFirst = std::find(m_ascending.begin(), m_ascending.end(), column) != m_ascending.end();
    const QVariant stated = m_rows->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole);
    const Qt::SortOrder first = stated.isValid()                                      ? Qt::SortOrder(stated.toInt())
                                : isAscendingFirst || !m_view.isNumericColumn(column) ? Qt::AscendingOrder
                                                                                      : Qt::DescendingOrder;
    if (column != m_column) return sortBy(column, first);
    if (m_order != first) return restoreOwnOrder();
    sortBy(column, first == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void ColumnSort::sortBy(int column, Qt::SortOrder order) {
    m_column = column;
    m_key = keyOf(column);
    m_order = order;
    apply();
    m_view.scrollToTop();
    emit changed();
}

QString ColumnSort::keyOf(int column) const {
    if (column < 0) return {};
    const QVariant name = m_rows->headerData(column, Qt::Horizontal, kColumnKeyRole);
    return name.isValid() ? name.toString() : QString::number(column);
}

// Finds the sorted column again after columns were added, removed or moved.
void ColumnSort::findColumn() {
    int found = -1;
    for (int column = 0; column < m_rows->columnCount() && found < 0 && !m_key.isEmpty(); ++column)
        if (keyOf(column) == m_key) found = column;
    if (found == m_column) return;
    m_column = found;
    apply();
    emit changed();
}

QVariant ColumnSort::uiState() const {
    return QVariantList{m_key, int(m_order)};
}

void ColumnSort::restoreState(const QVariant& state) {
    const QVariantList kept = state.toList();
    if (kept.size() != 2) return;
    m_key = kept[0].toString();
    m_order = kept[1].toInt() == int(Qt::DescendingOrder) ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_column = -1;
    findColumn();
    if (m_column < 0) apply();
}

void ColumnSort::restoreOwnOrder() {
    sortBy(-1, Qt::AscendingOrder);
}

void ColumnSort::refresh() {
    if (m_column >= 0) apply();
}

void ColumnSort::apply() {
    m_rows->sort(m_column, m_order);
    QHeaderView* header = m_view.horizontalHeader();
    header->setSortIndicatorShown(m_column >= 0);
    if (m_column >= 0) header->setSortIndicator(m_column, m_order);
}

}  // namespace recscope::ui
