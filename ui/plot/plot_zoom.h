// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/plot/plot_layout.h"

class QCustomPlot;

namespace recscope::ui {

class PlotCurves;

/// Which part of the data a plot shows. Neither zooming nor panning moves the view off the data, and zooming in never
/// ends in an empty view. Sets the ranges of the axes; does not replot.
class PlotZoom : public QObject {
    Q_OBJECT
public:
    PlotZoom(QCustomPlot& plot, const PlotCurves& curves);

    /// Sets the ranges that show all data, and shows them unless zoomed.
    void setAll(const PlotRanges& all);
    bool hasRoomAboveTopReference() const { return m_all.hasRoomAboveTopReference; }
    bool isZoomed() const { return m_zoomed; }  ///< zoomed or panned by hand
    void setZoomed(bool zoomed) { m_zoomed = zoomed; }

    /// Zooms about this point (values of x and y), or about the middle; a factor above 1 zooms in. These return false
    /// and change nothing if no data would be in view. Zooming out is always possible, so that it can end an empty
    /// view.
    bool zoomAbout(const QPointF& point, double factor);
    bool zoomAboutMiddle(double factor);
    bool zoomTo(const QCPRange& x, const QCPRange& y);
    bool zoomTo(const QRectF& frame);  ///< in pixels
    /// Moves the view by these shares of the visible width and height.
    void pan(double right, double up);

private:
    QCustomPlot& m_plot;
    const PlotCurves& m_curves;
    PlotRanges m_all;
    bool m_zoomed = false;
};

}  // namespace recscope::ui
