// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/frozen_column.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
/// Largest share of the table's width, so that the other columns keep enough space.
constexpr double kMaxShareOfTable = 0.5;
}  // namespace

FrozenColumn::FrozenColumn(TableView& table) : QTableView(&table), m_table(table) {
    setObjectName(QStringLiteral("frozenColumn"));
    setAccessibleName(tr("Names of the rows"));
    setFocusPolicy(Qt::NoFocus);  // the table handles the keys
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    hide();
    QScrollBar *down = verticalScrollBar(), *tableDown = table.verticalScrollBar();
    connect(tableDown, &QScrollBar::valueChanged, this, [this, down, tableDown] {
        if (isVisible()) down->setValue(tableDown->value());
    });
    connect(down, &QScrollBar::valueChanged, tableDown, &QScrollBar::setValue);
    connect(table.horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumn::place);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenColumn::place);
    connect(table.horizontalHeader(), &QHeaderView::sectionMoved, this, &FrozenColumn::place);
    table.viewport()->installEventFilter(this);
    // Clicks on this view, including its header, act like clicks on the table.
    connect(this, &QAbstractItemView::clicked, &table, &QAbstractItemView::clicked);
    connect(this, &QAbstractItemView::doubleClicked, &table, &QAbstractItemView::doubleClicked);
    connect(this, &QAbstractItemView::activated, &table, &QAbstractItemView::activated);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, &table, [&table](int section) {
        emit table.horizontalHeader()->sectionClicked(section);
        if (!table.isSortingEnabled()) return;
        const QHeaderView& header = *table.horizontalHeader();
        const bool same = header.isSortIndicatorShown() && header.sortIndicatorSection() == section;
        table.sortByColumn(section, same && header.sortIndicatorOrder() == Qt::AscendingOrder ? Qt::DescendingOrder
                                                                                              : Qt::AscendingOrder);
    });
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, &table, [this](const QPoint& at) {
        const QPoint global = viewport()->mapToGlobal(at);
        QContextMenuEvent request(QContextMenuEvent::Mouse, m_table.viewport()->mapFromGlobal(global), global);
        QCoreApplication::sendEvent(m_table.viewport(), &request);
    });
}

int FrozenColumn::column() const {
    if (!m_table.model()) return -1;
    const QHeaderView& header = *m_table.horizontalHeader();
    for (int visual = 0; visual < header.count(); ++visual) {
        const int column = header.logicalIndex(visual);
        if (!header.isSectionHidden(column)) return m_table.isNumericColumn(column) ? -1 : column;
    }
    return -1;
}

/// Copies the table's settings and shares its model and selection. Called at every placement, because the table may
/// have been given another model.
void FrozenColumn::copyTableSettings() {
    if (model() != m_table.model()) setModel(m_table.model());
    if (m_table.selectionModel() && selectionModel() != m_table.selectionModel())
        setSelectionModel(m_table.selectionModel());
    if (itemDelegate() != m_table.itemDelegate()) setItemDelegate(m_table.itemDelegate());
    disconnect(itemDelegate(), nullptr, this, nullptr);   // only the table opens editors
    setVerticalScrollMode(m_table.verticalScrollMode());  // the unit (rows or pixels) must be the same in both
    setSelectionMode(m_table.selectionMode());
    setTextElideMode(m_table.textElideMode());
    setIconSize(m_table.iconSize());
    setFont(m_table.font());
    setAlternatingRowColors(m_table.alternatingRowColors());
    horizontalHeader()->setFont(m_table.horizontalHeader()->font());
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    verticalHeader()->setMinimumSectionSize(m_table.verticalHeader()->minimumSectionSize());
    verticalHeader()->setDefaultSectionSize(m_table.verticalHeader()->defaultSectionSize());
    const QHeaderView& rows = *m_table.verticalHeader();
    if (rows.length() == rows.count() * rows.defaultSectionSize()) return;
    for (int row = 0; row < rows.count(); ++row) setRowHeight(row, m_table.rowHeight(row));
}

void FrozenColumn::place() {
    const int nameColumn = column();
    const QScrollBar& across = *m_table.horizontalScrollBar();
    if (nameColumn < 0 || !m_table.isVisible() || across.value() == across.minimum()) {
        hide();
        return;
    }
    copyTableSettings();
    const int width = std::min(m_table.columnWidth(nameColumn), int(kMaxShareOfTable * m_table.viewport()->width()));
    for (int other = 0; other < model()->columnCount(); ++other)
        if (isColumnHidden(other) == (other == nameColumn)) setColumnHidden(other, other != nameColumn);
    if (itemDelegateForColumn(nameColumn) != m_table.itemDelegateForColumn(nameColumn))
        setItemDelegateForColumn(nameColumn, m_table.itemDelegateForColumn(nameColumn));
    if (itemDelegateForColumn(nameColumn)) disconnect(itemDelegateForColumn(nameColumn), nullptr, this, nullptr);
    setColumnWidth(nameColumn, width);
    const QRect seen = m_table.viewport()->geometry();
    const int headerHeight = m_table.horizontalHeader()->isVisible() ? m_table.horizontalHeader()->height() : 0;
    horizontalHeader()->setVisible(headerHeight > 0);
    horizontalHeader()->setFixedHeight(std::max(headerHeight, 1));
    setGeometry(seen.left(), seen.top() - headerHeight, width, seen.height() + headerHeight);
    show();
    raise();
    verticalScrollBar()->setValue(m_table.verticalScrollBar()->value());
}

bool FrozenColumn::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) place();
    return QTableView::eventFilter(watched, event);
}

}  // namespace recscope::ui
