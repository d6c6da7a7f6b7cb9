// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_handle.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/plot/plot_layout.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

namespace {
constexpr int kHandleWidth = 13;                 ///< design pixels that react to the mouse
constexpr int kGripWidth = 7, kGripHeight = 16;  ///< design pixels
constexpr int kDragDistance = 3;                 ///< pixels: a shorter way of the mouse is a click, which moves nothing
}  // namespace

PlotHandle::PlotHandle(QCustomPlot& plot, std::function<void()> changed)
    : QWidget(&plot), m_changed(std::move(changed)), m_line(new QCPItemLine(&plot)) {
    for (QCPItemPosition* end : {m_line->start, m_line->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_line->setVisible(false);  // until it is placed
    hide();
    setAccessibleRole(this, QAccessible::Slider);
    setFocusPolicy(Qt::StrongFocus);
    describe();
    applyTheme();
}

void PlotHandle::setValue(double x) {
    if (x == m_value) return;
    m_value = x;
    m_changed();
}

void PlotHandle::setShown(bool shown) {
    if (shown == m_isShown) return;
    m_isShown = shown;
    m_changed();
}

void PlotHandle::setTexts(const QString& name, const QString& toolTip) {
    if (name != accessibleName()) setAccessibleName(name);
    m_toolTip = toolTip;
    describe();
}

void PlotHandle::setReasonNotToMove(const QString& reason) {
    m_reasonNotToMove = reason;
    if (!reason.isEmpty()) m_press.reset();
    describe();
    applyTheme();
    m_changed();
}

void PlotHandle::describe() {
    const bool isMovable = m_reasonNotToMove.isEmpty();
    const QString description = isMovable ? m_toolTip : m_reasonNotToMove;
    setToolTip(description);
    if (description != accessibleDescription()) setAccessibleDescription(description);
    setCursor(isMovable ? Qt::SizeHorCursor : Qt::ForbiddenCursor);
}

void PlotHandle::applyTheme() {
    const Theme& theme = Theme::instance();
    const bool isMovable = m_reasonNotToMove.isEmpty();
    m_line->setPen(QPen(isMovable ? theme.colours().text : theme.colours().muted, 1.5 * theme.scale(),
                        isMovable ? Qt::SolidLine : Qt::DashLine));
    update();
}

int PlotHandle::pixelIn(const PlotLayout& layout) const {
    const QRect& area = layout.area();
    return int(std::lround(std::clamp(layout.x().toPixel(m_value), double(area.left()), double(area.right()))));
}

void PlotHandle::place(std::span<PlotHandle* const> handles, const PlotLayout& layout, bool hasData) {
    const int beside = Theme::instance().px(kHandleWidth) / 2;  // pixels on each side of the line
    for (std::size_t i = 0; i < handles.size(); ++i) {
        PlotHandle& handle = *handles[i];
        const bool isShown = handle.m_isShown && hasData;
        const int pixel = handle.pixelIn(layout);
        int left = pixel - beside, right = pixel + beside;
        for (std::size_t j = 0; j < handles.size(); ++j) {
            if (j == i || !handles[j]->m_isShown) continue;
            const int other = handles[j]->pixelIn(layout), middle = (pixel + other) / 2;
            if (other < pixel || (other == pixel && j < i))
                left = std::max(left, middle + 1);
            else
                right = std::min(right, middle);
        }
        handle.m_axis = layout.x();
        handle.m_lineX = pixel - left;
        handle.m_line->setVisible(isShown && handle.m_axis.range.contains(handle.m_value));
        handle.m_line->start->setCoords(handle.m_value, 1);
        handle.m_line->end->setCoords(handle.m_value, 0);
        handle.setGeometry(left, layout.area().top(), std::max(1, right - left + 1), layout.area().height());
        handle.setVisible(isShown);
        handle.update();  // the line may have moved within the widget
    }
}

bool PlotHandle::canMove() {
    if (m_reasonNotToMove.isEmpty()) return true;
    QToolTip::showText(mapToGlobal(rect().center()), m_reasonNotToMove, this);
    return false;
}

void PlotHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);  // the plot has a context menu
    setFocus(Qt::MouseFocusReason);
    if (!canMove()) return;
    const int x = mapToParent(event->position().toPoint()).x();
    m_press = {.x = x, .offset = x - m_axis.toPixel(m_value)};
    if (!m_axis.range.contains(m_value)) m_press->offset = 0;  // the line is out of view, beyond the handle
}

void PlotHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press || !event->buttons().testFlag(Qt::LeftButton)) return;
    const int x = mapToParent(event->position().toPoint()).x();
    m_press->isDrag = m_press->isDrag || std::abs(x - m_press->x) >= kDragDistance;
    if (m_press->isDrag) emit dragged(m_axis.toValue(x - m_press->offset));
}

void PlotHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_press.reset();
}

void PlotHandle::keyPressEvent(QKeyEvent* event) {
    const bool isArrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (!isArrow || (event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return QWidget::keyPressEvent(event);  // the plot zooms with other keys
    if (canMove()) emit stepped(event->key() == Qt::Key_Left ? -1 : 1);
}

void PlotHandle::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void PlotHandle::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void PlotHandle::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), space::kUnit, space::kUnit);
    }
    QRectF grip(0, 0, theme.px(kGripWidth), theme.px(kGripHeight));
    grip.moveCenter(QPointF(m_lineX + 0.5, height() / 2.0));
    painter.setPen(QPen(colours.surface, 1));
    painter.setBrush(hasFocus() ? colours.accent : m_reasonNotToMove.isEmpty() ? colours.text : colours.muted);
    painter.drawRoundedRect(grip, grip.width() / 2, grip.width() / 2);
}

}  // namespace recscope::ui
