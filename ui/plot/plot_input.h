// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QCustomPlot;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace recscope::ui {

class PlotCurves;
class PlotHover;
class PlotOverlay;
class PlotZoom;

/// Turns mouse, wheel and keys into zooming, panning, hovering and clicks. Receives the events of the plot and of the
/// view around it, which has the keyboard focus.
class PlotInput : public QObject {
    Q_OBJECT
public:
    PlotInput(QWidget& view, QCustomPlot& plot, const PlotCurves& curves, PlotZoom& zoom, PlotHover& hover,
              PlotOverlay& overlay);

    void zoom(double factor);  ///< about the middle of the view

signals:
    void pointClicked(int line, int point);
    void barClicked(double x);
    void showAllRequested();
    void menuRequested(QPoint globalPosition);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void wheel(QWheelEvent& event);
    bool press(const QKeyEvent& event);  ///< false if the key has no meaning here
    void pan(double right, double up);   ///< moves the view by these shares of the visible width and height
    void finishZoom(bool done);          ///< false: not zoomed in, because no data would be in view

    QWidget& m_view;
    QCustomPlot& m_plot;
    const PlotCurves& m_curves;
    PlotZoom& m_zoom;
    PlotHover& m_hover;
    PlotOverlay& m_overlay;
    QPoint m_pressed;
};

}  // namespace recscope::ui
