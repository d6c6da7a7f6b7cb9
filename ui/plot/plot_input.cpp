// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_input.h"

#include <qcustomplot.h>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "ui/plot/plot_curves.h"
#include "ui/plot/plot_hover.h"
#include "ui/plot/plot_overlay.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/plot_zoom.h"

namespace recscope::ui {

namespace {
constexpr double kZoomStep = 1.25;  ///< zoom factor of one notch of the wheel, and of the plus key
constexpr double kPanStep = 0.1;    ///< share of the view by which an arrow key moves it
constexpr int kClickRadius = 3;     ///< pixels: a longer way between press and release is a drag
}  // namespace

PlotInput::PlotInput(QWidget& view, QCustomPlot& plot, const PlotCurves& curves, PlotZoom& zoom, PlotHover& hover,
                     PlotOverlay& overlay)
    : m_view(view), m_plot(plot), m_curves(curves), m_zoom(zoom), m_hover(hover), m_overlay(overlay) {
    plot.setInteractions(QCP::iRangeDrag);
    view.installEventFilter(this);
    plot.installEventFilter(this);
    connect(&plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { press(*event); });
    connect(&plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { move(*event); });
    connect(&plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) { release(*event); });
    connect(&plot, &QCustomPlot::mouseDoubleClick, this, &PlotInput::showAllRequested);
    connect(plot.selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& frame) {
        const QRectF area = QRectF(frame) & QRectF(m_plot.axisRect()->rect());
        if (!area.isEmpty()) finishZoom(m_zoom.zoomTo(area));
    });
}

void PlotInput::press(const QMouseEvent& event) {
    m_pressed = event.pos();
    const bool frame = event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ShiftModifier);
    m_plot.setSelectionRectMode(frame ? QCP::srmCustom : QCP::srmNone);
    m_view.setFocus(Qt::MouseFocusReason);
}

void PlotInput::move(const QMouseEvent& event) {
    if (!event.buttons().testFlag(Qt::LeftButton)) return m_hover.moveTo(event.pos());
    m_hover.hide();
    const bool moved = (event.pos() - m_pressed).manhattanLength() > kClickRadius;
    if (moved && !m_curves.isEmpty() && m_plot.axisRect()->rect().contains(m_pressed)) m_zoom.setZoomed(true);
}

void PlotInput::release(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || (event.pos() - m_pressed).manhattanLength() > kClickRadius) return;
    m_hover.moveTo(event.pos());
    if (const auto point = m_hover.point()) emit pointClicked(point->line, point->point);
    if (const auto bar = m_hover.clickableBar()) emit barClicked(*bar);
}

void PlotInput::wheel(QWheelEvent& event) {
    const bool zooms = m_view.hasFocus() || event.modifiers().testFlag(Qt::ControlModifier);
    event.setAccepted(zooms && !m_curves.isEmpty());  // else it propagates to the page
    if (!event.isAccepted() || !m_plot.axisRect()->rect().contains(event.position().toPoint())) return;
    const QPointF about(m_plot.xAxis->pixelToCoord(event.position().x()),
                        m_plot.yAxis->pixelToCoord(event.position().y()));
    const double notches = event.angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep);
    finishZoom(m_zoom.zoomAbout(about, std::pow(kZoomStep, notches)));
}

void PlotInput::zoom(double factor) {
    if (!m_curves.isEmpty()) finishZoom(m_zoom.zoomAboutMiddle(factor));
}

void PlotInput::finishZoom(bool done) {
    m_hover.hide();
    if (!done)
        m_overlay.showMessage(
            !m_zoom.isZoomed()  ? PlotView::tr("Zooming in here would show no data.")
            : m_view.hasFocus() ? PlotView::tr("Zooming in here would show no data. Press 0 to show all again.")
                                : PlotView::tr("Zooming in here would show no data. Double-click to show all again."));
    m_plot.replot();
}

void PlotInput::pan(double right, double up) {
    if (m_curves.isEmpty()) return;
    m_zoom.pan(right, up);
    m_hover.hide();
    m_plot.replot();
}

bool PlotInput::press(const QKeyEvent& event) {
    if (event.modifiers().testFlag(Qt::ControlModifier)) return false;
    switch (event.key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(kZoomStep);
            return true;
        case Qt::Key_Minus:
            zoom(1 / kZoomStep);
            return true;
        case Qt::Key_0:
            emit showAllRequested();
            return true;
        case Qt::Key_Left:
            pan(-kPanStep, 0);
            return true;
        case Qt::Key_Right:
            pan(kPanStep, 0);
            return true;
        case Qt::Key_Up:
            pan(0, kPanStep);
            return true;
        case Qt::Key_Down:
            pan(0, -kPanStep);
            return true;
        default:
            return false;
    }
}

bool PlotInput::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_view && event->type() == QEvent::KeyPress) return press(*static_cast<QKeyEvent*>(event));
    if (watched == &m_view && event->type() == QEvent::ContextMenu) {
        emit menuRequested(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    if (watched == &m_plot && event->type() == QEvent::Leave) m_hover.hide();
    if (watched == &m_plot && event->type() == QEvent::Wheel) {
        wheel(*static_cast<QWheelEvent*>(event));
        return true;
    }
    return false;
}

}  // namespace recscope::ui
