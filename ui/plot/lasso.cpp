// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/lasso.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScopedValueRollback>
#include <cmath>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr double kStep = 3;  ///< smallest distance of two points in pixels: finer steps add no detail and cost time
}

QPointF LassoArea::toOutline(const QPointF& value) const {
    return {isLogX ? std::log(value.x()) : value.x(), isLogY ? std::log(value.y()) : value.y()};
}

bool LassoArea::contains(double x, double y) const {
    const QPointF spot = toOutline({x, y});
    return outline.boundingRect().contains(spot) && outline.containsPoint(spot, Qt::OddEvenFill);
}

Lasso::Lasso(QCustomPlot& plot) : QWidget(&plot), m_plot(plot) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    plot.installEventFilter(this);
    connect(&plot, &QCustomPlot::afterReplot, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    coverPlot();
}

void Lasso::coverPlot() {
    setGeometry(m_plot.rect());
    raise();
}

void Lasso::setActive(bool active) {
    m_active = active;
    m_plot.setCursor(active ? Qt::CrossCursor : Qt::ArrowCursor);
}

void Lasso::clear() {
    m_drawing = false;
    m_path.clear();
    m_shape.clear();
    m_area.outline.clear();
    update();
}

bool Lasso::press(const QMouseEvent& event) {
    const bool requested = m_active || event.modifiers().testFlag(Qt::ControlModifier);
    if (event.button() != Qt::LeftButton || !requested || !m_plot.axisRect()->rect().contains(event.pos()))
        return false;
    // The lasso consumes the click that would have focused the plot, so focus it here: it then receives Esc, + and -.
    m_plot.parentWidget()->setFocus(Qt::MouseFocusReason);
    m_drawing = true;
    m_shape.clear();
    m_area.outline.clear();
    m_path = {event.position()};
    update();
    return true;
}

bool Lasso::finish(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return true;
    m_drawing = false;
    const QPolygonF path = std::exchange(m_path, {});
    if (path.size() < 3) {
        // Too short for a line: the plot gets it as a click.
        const QScopedValueRollback passing(m_isForwarding, true);
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            const bool down = type == QEvent::MouseButtonPress;
            QMouseEvent copy(type, event.position(), event.globalPosition(), Qt::LeftButton,
                             down ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(&m_plot, &copy);
        }
        update();
        return true;
    }
    for (const QPointF& point : path)
        m_shape << QPointF(m_plot.xAxis->pixelToCoord(point.x()), m_plot.yAxis->pixelToCoord(point.y()));
    const auto isLog = [](const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; };
    m_area = {{}, isLog(*m_plot.xAxis), isLog(*m_plot.yAxis)};
    for (const QPointF& value : m_shape) m_area.outline << m_area.toOutline(value);
    update();
    emit drawn();
    return true;
}

bool Lasso::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &m_plot || m_isForwarding) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::Resize:
            coverPlot();
            return false;
        case QEvent::MouseButtonPress:
            return press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove: {
            const QPointF position = static_cast<QMouseEvent*>(event)->position();
            if (!m_drawing) {
                // The plot sets its own cursor while the pointer moves over points; the lasso's cursor is restored
                // afterwards.
                if (m_active)
                    QMetaObject::invokeMethod(
                        this, [this] { setActive(m_active); }, Qt::QueuedConnection);
                return false;
            }
            if ((position - m_path.back()).manhattanLength() >= kStep) m_path << position;
            update();
            return true;
        }
        case QEvent::MouseButtonRelease:
            return m_drawing && finish(*static_cast<QMouseEvent*>(event));
        default:
            return false;
    }
}

void Lasso::paintEvent(QPaintEvent*) {
    QPolygonF line = m_path;
    if (!m_drawing) {
        line.clear();
        for (const QPointF& point : m_shape)
            line << QPointF(m_plot.xAxis->coordToPixel(point.x()), m_plot.yAxis->coordToPixel(point.y()));
    }
    if (line.isEmpty()) return;
    QColor colour = Theme::instance().colours().accent;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(m_plot.axisRect()->rect());
    painter.setPen(QPen(colour, 1.5, Qt::DashLine));
    colour.setAlphaF(0.1F);
    painter.setBrush(colour);
    painter.drawPolygon(line);
}

}  // namespace recscope::ui
