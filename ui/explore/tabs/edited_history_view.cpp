// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/edited_history_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimerEvent>

#include "ui/explore/tabs/edited_history.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr int kEdge = 12;         ///< design pixels at the top and the bottom in which dragging scrolls
constexpr int kScrollEvery = 60;  ///< ms per row

/// Where a key moves the item: -1 = one row up, 1 = one row down, 0 = nowhere.
int stepOf(const QKeyEvent& event) {
    if (event.modifiers() != Qt::AltModifier) return 0;
    return event.key() == Qt::Key_Up ? -1 : event.key() == Qt::Key_Down ? 1 : 0;
}

}  // namespace

EditedHistoryView::EditedHistoryView(EditedHistory& history, QWidget* parent) : TableView(parent), m_history(history) {
    setSelectionMode(QAbstractItemView::SingleSelection);
    setDragDropMode(QAbstractItemView::NoDragDrop);
    setModel(&history);
}

bool EditedHistoryView::event(QEvent* event) {
    // Elsewhere on the page these keys step through the users; here they move an item of the list.
    if (event->type() == QEvent::ShortcutOverride && stepOf(*static_cast<QKeyEvent*>(event)) != 0) {
        event->accept();
        return true;
    }
    return TableView::event(event);
}

void EditedHistoryView::keyPressEvent(QKeyEvent* event) {
    if (m_dropRow >= 0 && event->key() == Qt::Key_Escape) return endDrag();
    if (const int step = stepOf(*event)) {
        emit stepRequested(step);
        return;
    }
    TableView::keyPressEvent(event);
}

void EditedHistoryView::mousePressEvent(QMouseEvent* event) {
    TableView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton) return endDrag();
    m_from = m_history.positionOf(rowAt(event->pos().y()));
    m_pressed = event->pos();
}

void EditedHistoryView::mouseMoveEvent(QMouseEvent* event) {
    if (m_from < 0 || !event->buttons().testFlag(Qt::LeftButton)) return TableView::mouseMoveEvent(event);
    const bool begun = (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (m_dropRow >= 0 || begun) dragTo(event->pos());
}

void EditedHistoryView::dragTo(const QPoint& position) {
    m_last = position;
    const int row = rowAt(position.y());
    if (row < 0) {
        m_dropRow = position.y() < 0 ? std::max(0, rowAt(0)) : m_history.rowCount();
    } else {
        m_dropRow = position.y() > rowViewportPosition(row) + rowHeight(row) / 2 ? row + 1 : row;
    }
    viewport()->setCursor(Qt::ClosedHandCursor);
    viewport()->update();
    const int edge = Theme::instance().px(kEdge);
    const bool atEdge = position.y() < edge || position.y() > viewport()->height() - edge;
    if (!atEdge) {
        m_scrolling.stop();
    } else if (!m_scrolling.isActive()) {
        m_scrolling.start(kScrollEvery, this);
    }
}

void EditedHistoryView::timerEvent(QTimerEvent* event) {
    if (event->timerId() != m_scrolling.timerId()) return TableView::timerEvent(event);
    QScrollBar* bar = verticalScrollBar();
    bar->setValue(bar->value() + (m_last.y() < viewport()->height() / 2 ? -1 : 1) * bar->singleStep());
    dragTo(m_last);
}

void EditedHistoryView::mouseReleaseEvent(QMouseEvent* event) {
    const int from = m_from, row = m_dropRow;
    endDrag();
    if (row < 0 || event->button() != Qt::LeftButton) return TableView::mouseReleaseEvent(event);
    // The history may have changed during the drag, by a finished search or an undo.
    const int to = from < m_history.count() ? m_history.positionAbove(std::min(row, m_history.rowCount()), from) : from;
    if (to != from) emit moveRequested(from, to);
}

void EditedHistoryView::focusOutEvent(QFocusEvent* event) {
    endDrag();
    TableView::focusOutEvent(event);
}

void EditedHistoryView::endDrag() {
    m_from = m_dropRow = -1;
    m_scrolling.stop();
    viewport()->unsetCursor();
    viewport()->update();
}

void EditedHistoryView::paintEvent(QPaintEvent* event) {
    TableView::paintEvent(event);
    if (m_dropRow < 0) return;
    const Theme& theme = Theme::instance();
    const int last = m_history.rowCount() - 1;
    const int y = m_dropRow <= last ? rowViewportPosition(m_dropRow) : rowViewportPosition(last) + rowHeight(last);
    const double radius = theme.px(3);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.colours().accent, 2));
    const double line = std::clamp(double(y), radius, viewport()->height() - radius);
    painter.drawEllipse(QPointF(radius + 1, line), radius, radius);
    painter.drawLine(QPointF(2 * radius + 1, line), QPointF(viewport()->width(), line));
}

}  // namespace recscope::ui
