// SPDX-License-Identifier: GPL-3.0-or-later
// AttentionMap: pointer, wheel and keyboard input.
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStyleHints>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map.h"

namespace recscope::ui {

namespace {
constexpr double kZoomPerNotch = 1.25;  ///< zoom factor for each notch of the wheel
constexpr double kNotch = 120;          ///< QWheelEvent: eighths of a degree per notch of a common mouse
}  // namespace

void AttentionMap::zoom(double factor, QPointF anchor) {
    if (m_model->isEmpty()) return;
    const QRectF map = shownLayout().map();
    m_viewport.zoom(factor, std::clamp((anchor.x() - map.left()) / map.width(), 0.0, 1.0),
                    std::clamp((anchor.y() - map.top()) / map.height(), 0.0, 1.0));
    update();
}

void AttentionMap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && !m_model->isEmpty()) {
        const QPointF moved = event->position() - m_pressedAt;
        if (moved.manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) m_panning = true;
        if (m_panning && isZoomed()) {
            const QRectF map = shownLayout().map(), view = m_viewport.view();
            m_viewport.moveTo({m_viewAtPress.x() - moved.x() / map.width() * view.width(),
                               m_viewAtPress.y() - moved.y() / map.height() * view.height()});
            update();
            setCursor(Qt::ClosedHandCursor);
            return;
        }
    }
    m_selection->hover(shownLayout().cellAt(event->position()));
}

void AttentionMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressedAt = event->position();
    m_viewAtPress = m_viewport.view().topLeft();
    m_panning = false;
}

void AttentionMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    unsetCursor();
    if (m_panning) {
        m_panning = false;
        return;
    }
    const auto cell = shownLayout().cellAt(event->position());
    if (!cell) return;
    if (event->modifiers() & Qt::ControlModifier) {
        m_selection->toggleRow(cell->row);
    } else if (m_selection->pinnedCell() == cell) {
        m_selection->unpin();
    } else {
        m_selection->pin(cell->row, cell->column);
    }
}

void AttentionMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) showAll();
}

void AttentionMap::wheelEvent(QWheelEvent* event) {
    if (m_model->isEmpty() || !shownLayout().map().contains(event->position())) {
        event->ignore();
        return;
    }
    zoom(std::pow(kZoomPerNotch, event->angleDelta().y() / kNotch), event->position());
    m_selection->hover(shownLayout().cellAt(event->position()));
    event->accept();
}

void AttentionMap::leaveEvent(QEvent*) {
    m_selection->hover({});
}

void AttentionMap::keyPressEvent(QKeyEvent* event) {
    if (m_model->isEmpty()) return QWidget::keyPressEvent(event);
    const int last = m_model->positions() - 1;
    // Without a pinned cell, the keys start at the last cell of the last row, whose position makes the prediction.
    const auto pinned = m_selection->pinnedCell();
    const MapCell from = pinned.value_or(MapCell{last, last});
    const MapCell step = pinned ? MapCell{1, 1} : MapCell{0, 0};
    switch (event->key()) {
        case Qt::Key_Left:
            return m_selection->pin(from.row, from.column - step.column);
        case Qt::Key_Right:
            return m_selection->pin(from.row, from.column + step.column);
        case Qt::Key_Up:
            return m_selection->pin(from.row - step.row, from.column);
        case Qt::Key_Down:
            return m_selection->pin(from.row + step.row, from.column);
        case Qt::Key_Home:
            return m_selection->pin(from.row, 0);
        case Qt::Key_End:
            return m_selection->pin(from.row, last);
        case Qt::Key_Space:
            return m_selection->toggleRow(from.row);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!offersSteps()) return QWidget::keyPressEvent(event);
            emit stepsRequested(from.row);
            return;
        case Qt::Key_Escape:
            if (!m_selection->chosenRows().empty()) return m_selection->clearRows();
            return pinned ? m_selection->unpin() : QWidget::keyPressEvent(event);
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
    if (event->matches(QKeySequence::Copy)) return copyText(valuesAsText(*m_model, '\t'));
    QWidget::keyPressEvent(event);
}

void AttentionMap::contextMenuEvent(QContextMenuEvent* event) {
    if (m_model->isEmpty()) return;
    const auto cell = event->reason() == QContextMenuEvent::Mouse ? shownLayout().cellAt(event->pos()) : std::nullopt;
    showMapMenu(*this, event->globalPos(), cell ? cell->row : m_selection->queryRow());
}

}  // namespace recscope::ui
