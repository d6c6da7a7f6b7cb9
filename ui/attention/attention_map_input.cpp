// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer, wheel and keyboard input of the map.
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStyleHints>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/attention_map_areas.h"

namespace recscope::ui {

namespace {
constexpr double kMinCellsInView = 4;   ///< rows and columns in view at the largest zoom
constexpr double kZoomPerNotch = 1.25;  ///< zoom factor for each notch of the wheel
constexpr double kNotch = 120;          ///< QWheelEvent: eighths of a degree per notch of a common mouse
}  // namespace

QRectF AttentionMap::rectOf(MapCell cell, const Areas& areas) const {
    const double width = areas.map.width() / m_view.width(), height = areas.map.height() / m_view.height();
    return {areas.map.left() + (cell.column - m_view.left()) * width,
            areas.map.top() + (cell.row - m_view.top()) * height, width, height};
}

QRectF AttentionMap::cellRect(MapCell cell) const {
    return isEmpty() ? QRectF() : rectOf(cell, areas(size()));
}

std::optional<MapCell> AttentionMap::cellAt(QPointF point) const {
    if (isEmpty()) return {};
    const QRectF map = areas(size()).map;
    if (!map.contains(point)) return {};
    const double x = m_view.left() + (point.x() - map.left()) / map.width() * m_view.width();
    const double y = m_view.top() + (point.y() - map.top()) / map.height() * m_view.height();
    const int last = m_maps->size - 1;
    return MapCell{std::clamp(int(y), 0, last), std::clamp(int(x), 0, last)};
}

void AttentionMap::hover(std::optional<MapCell> cell) {
    if (cell == m_hovered) return;
    m_hovered = cell;
    describe();
    update();
    emit hovered(cell ? cell->row : -1, cell ? cell->column : -1);
}

bool AttentionMap::isZoomed() const {
    return !isEmpty() && m_view.width() < m_maps->size;
}

void AttentionMap::showAll() {
    m_view = m_image.wholeView();
    update();
}

void AttentionMap::zoom(double factor, QPointF anchor) {
    if (isEmpty()) return;
    const QRectF map = areas(size()).map;
    const double whole = m_maps->size;
    const double cells = std::clamp(m_view.width() / factor, std::min(kMinCellsInView, whole), whole);
    const double xShare = std::clamp((anchor.x() - map.left()) / map.width(), 0.0, 1.0);
    const double yShare = std::clamp((anchor.y() - map.top()) / map.height(), 0.0, 1.0);
    const QPointF fixed(m_view.left() + xShare * m_view.width(), m_view.top() + yShare * m_view.height());
    m_view.setSize({cells, cells});
    panTo({fixed.x() - xShare * cells, fixed.y() - yShare * cells});
}

void AttentionMap::panTo(QPointF topLeft) {
    const double available = m_maps->size - m_view.width();
    m_view.moveTo(std::clamp(topLeft.x(), 0.0, available), std::clamp(topLeft.y(), 0.0, available));
    update();
}

void AttentionMap::reveal(MapCell cell) {
    QPointF topLeft = m_view.topLeft();
    const double cells = m_view.width();
    topLeft.setX(std::clamp(topLeft.x(), cell.column + 1 - cells, double(cell.column)));
    topLeft.setY(std::clamp(topLeft.y(), cell.row + 1 - cells, double(cell.row)));
    panTo(topLeft);
}

void AttentionMap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && !isEmpty()) {
        const QPointF moved = event->position() - m_pressedAt;
        if (moved.manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) m_panning = true;
        if (m_panning && isZoomed()) {
            const QRectF map = areas(size()).map;
            panTo({m_viewAtPress.x() - moved.x() / map.width() * m_view.width(),
                   m_viewAtPress.y() - moved.y() / map.height() * m_view.height()});
            setCursor(Qt::ClosedHandCursor);
            return;
        }
    }
    hover(cellAt(event->position()));
}

void AttentionMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressedAt = event->position();
    m_viewAtPress = m_view.topLeft();
    m_panning = false;
}

void AttentionMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    unsetCursor();
    if (m_panning) {
        m_panning = false;
        return;
    }
    const auto cell = cellAt(event->position());
    if (!cell) return;
    if (event->modifiers() & Qt::ControlModifier) {
        toggleRow(cell->row);
    } else if (m_pinned == cell) {
        unpin();
    } else {
        pin(cell->row, cell->column);
    }
}

void AttentionMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) showAll();
}

void AttentionMap::wheelEvent(QWheelEvent* event) {
    if (isEmpty() || !areas(size()).map.contains(event->position())) {
        event->ignore();
        return;
    }
    zoom(std::pow(kZoomPerNotch, event->angleDelta().y() / kNotch), event->position());
    hover(cellAt(event->position()));
    event->accept();
}

void AttentionMap::leaveEvent(QEvent*) {
    hover({});
}

void AttentionMap::keyPressEvent(QKeyEvent* event) {
    if (isEmpty()) return QWidget::keyPressEvent(event);
    const int last = m_maps->size - 1;
    // Without a pinned cell, the keys start at the last cell of the last row, whose position makes the prediction.
    const MapCell from = m_pinned.value_or(MapCell{last, last});
    const MapCell step = m_pinned ? MapCell{1, 1} : MapCell{0, 0};
    switch (event->key()) {
        case Qt::Key_Left:
            return pin(from.row, from.column - step.column);
        case Qt::Key_Right:
            return pin(from.row, from.column + step.column);
        case Qt::Key_Up:
            return pin(from.row - step.row, from.column);
        case Qt::Key_Down:
            return pin(from.row + step.row, from.column);
        case Qt::Key_Home:
            return pin(from.row, 0);
        case Qt::Key_End:
            return pin(from.row, last);
        case Qt::Key_Space:
            return toggleRow(from.row);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!offersSteps()) return QWidget::keyPressEvent(event);
            emit stepsRequested(from.row);
            return;
        case Qt::Key_Escape:
            if (!m_rows.empty()) return clearRows();
            return m_pinned ? unpin() : QWidget::keyPressEvent(event);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
        case Qt::Key_Minus:
            // With Ctrl these keys scale the whole window.
            if (event->modifiers() & Qt::ControlModifier) return QWidget::keyPressEvent(event);
            return zoom(event->key() == Qt::Key_Minus ? 1 / kZoomPerNotch : kZoomPerNotch, cellRect(from).center());
        case Qt::Key_0:
            if (event->modifiers() & Qt::ControlModifier) return QWidget::keyPressEvent(event);
            return showAll();
        default:
            break;
    }
    if (event->matches(QKeySequence::Copy)) return copyText(valuesAsText('\t'));
    QWidget::keyPressEvent(event);
}

void AttentionMap::contextMenuEvent(QContextMenuEvent* event) {
    if (isEmpty()) return;
    const auto cell = event->reason() == QContextMenuEvent::Mouse ? cellAt(event->pos()) : std::nullopt;
    showMapMenu(*this, event->globalPos(), cell ? cell->row : queryRow());
}

}  // namespace recscope::ui
