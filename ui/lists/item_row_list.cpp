// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/item_row_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/lists/item_row_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"

namespace recscope::ui {

namespace {
constexpr int kRowsOfTwoLines = 5;  ///< a table with room for fewer two-line rows uses compact rows

/// A table that also draws the dashed line of its model (`ItemRowModel::dashedLine`).
class DashedLineView : public TableView {
public:
    DashedLineView(const ItemRowModel& rows, QWidget* parent) : TableView(parent), m_rows(rows) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        TableView::paintEvent(event);
        const ItemRowModel::DashedLine line = m_rows.dashedLine();
        // The line is meaningful only in the model's own order, not if the table is sorted by a column.
        if (line.aboveRow < 0 || horizontalHeader()->isSortIndicatorShown()) return;
        const int y = rowViewportPosition(line.aboveRow);
        QPainter painter(viewport());
        painter.setPen(QPen(line.colour, 1, Qt::DashLine));
        painter.drawLine(0, y, viewport()->width(), y);
    }

private:
    const ItemRowModel& m_rows;
};
}  // namespace

ItemRowList::ItemRowList(ItemRowModel* model, const Spec& spec, QWidget* parent)
    : QWidget(parent),
      m_rows(model),
      m_view(new DashedLineView(*model, this)),
      m_sort(new ColumnSort(*m_view, *model, SortRole, spec.ascending, spec.ownOrder)) {
    model->setParent(this);  // after the view, so that the view is deleted first
    m_sort->setObjectName(spec.name + QStringLiteral("Sort"));
    m_view->setObjectName(spec.name);
    m_view->setAccessibleName(spec.about);
    m_view->setExportName(spec.name);
    m_view->setNumericColumns(spec.numeric);
    m_view->setStretchColumn(model->itemColumn());
    m_view->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    addTitles(model->itemColumn());
    // Connected after the table's own handler, so that this one is called later: the table's handler resizes each
    // column to its text.
    connect(&Theme::instance(), &Theme::changed, this, &ItemRowList::fitSoon);
    connect(m_view, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit rowHovered(m_sort->rowOf(index)); });
}

TitleDelegate* ItemRowList::addTitles(int column) {
    m_texts.emplace_back(column, new TitleDelegate(this));
    m_view->setItemDelegateForColumn(column, m_texts.back().second);
    return m_texts.back().second;
}

BarDelegate* ItemRowList::addBars(std::initializer_list<int> columns, BarDelegate::Kind kind,
                                  const QString& widestNumber) {
    m_bars.push_back(new BarDelegate(kind, widestNumber, this));
    for (const int column : columns) m_view->setItemDelegateForColumn(column, m_bars.back());
    return m_bars.back();
}

void ItemRowList::setLines(TitleLines lines) {
    for (const auto& [column, texts] : m_texts) texts->setLines(lines);
    for (BarDelegate* bars : m_bars) bars->setLines(lines);
}

void ItemRowList::setWrapped(bool wrapped) {
    m_wrapped = wrapped;
    fitColumns();
}

bool ItemRowList::needsCompactRows() const {
    TitleDelegate two;
    two.setLines(TitleLines::Two);
    const int header = m_view->horizontalHeader()->sizeHint().height();
    return m_view->height() < header + kRowsOfTwoLines * two.rowHeight();
}

void ItemRowList::showColumn(int column, bool shown) {
    m_view->setColumnHidden(column, !shown);
}

bool ItemRowList::isShown(int column) const {
    return !m_view->isColumnHidden(column);
}

int ItemRowList::widthOf(int column) const {
    return isShown(column) ? m_view->columnWidth(column) : 0;
}

int ItemRowList::fitInto(int available, std::initializer_list<int> columns) {
    for (const int column : columns) {
        const int width = widthOf(column);
        showColumn(column, width > 0 && (width <= available || column == m_sort->column()));
        if (isShown(column)) available -= width;
    }
    return available;
}

void ItemRowList::fitRows() {
    QHeaderView* rows = m_view->verticalHeader();
    rows->setDefaultSectionSize(titles()->rowHeight());
    if (!m_wrapped) return;
    for (int row = 0; row < rows->count(); ++row) {
        int height = 0;
        for (const auto& [column, texts] : m_texts)
            if (isShown(column))
                height = std::max(height, texts->heightFor(m_view->model()->index(row, column), widthOf(column)));
        if (height != rows->sectionSize(row)) rows->resizeSection(row, height);
    }
}

int ItemRowList::currentRow() const {
    return m_sort->rowOf(m_view->currentIndex());
}

void ItemRowList::selectRow(int row) {
    if (row >= 0 && row < m_rows->rowCount()) {
        m_view->selectRow(m_sort->viewIndex(row).row());
    } else {
        m_view->setCurrentIndex({});
    }
}

bool ItemRowList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Leave) emit rowHovered(-1);
    return QWidget::eventFilter(object, event);
}

void ItemRowList::resizeEvent(QResizeEvent*) {
    fitSoon();
}

void ItemRowList::showEvent(QShowEvent*) {
    fitSoon();
}

// Fits the columns later, because the table gets its final width only after the layout has run, and the layout may
// resize this widget many times. Hidden lists wait until they are shown.
void ItemRowList::fitSoon() {
    if (std::exchange(m_fitsSoon, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_fitsSoon = false;
            if (isVisible()) fitColumns();
        },
        Qt::QueuedConnection);
}

}  // namespace recscope::ui
