// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_zoom.h"

#include <qcustomplot.h>

#include <cmath>

#include "ui/plot/plot_curves.h"

namespace recscope::ui {

PlotZoom::PlotZoom(QCustomPlot& plot, const PlotCurves& curves) : m_plot(plot), m_curves(curves) {
    const auto keepIn = [this](QCPAxis* axis, QCPRange PlotRanges::*data) {
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, axis, data] {
            const bool isLog = axis->scaleType() == QCPAxis::stLogarithmic;
            if (m_zoomed) axis->setRange(rangeWithin(axis->range(), m_all.*data, isLog));
        });
    };
    keepIn(plot.xAxis, &PlotRanges::x);
    keepIn(plot.yAxis, &PlotRanges::y);
    connect(&plot, &QCustomPlot::afterReplot, this, [this] {
        const auto same = [](const QCPRange& a, const QCPRange& b) {
            const double close = 1e-6 * b.size();
            return std::abs(a.lower - b.lower) < close && std::abs(a.upper - b.upper) < close;
        };
        // All data is in view again, so live updates may change the view.
        if (same(m_plot.xAxis->range(), m_all.x) && same(m_plot.yAxis->range(), m_all.y)) m_zoomed = false;
    });
}

void PlotZoom::setAll(const PlotRanges& all) {
    m_all = all;
    if (m_zoomed) return;
    m_plot.xAxis->setRange(all.x);
    m_plot.yAxis->setRange(all.y);
}

bool PlotZoom::zoomAbout(const QPointF& point, double factor) {
    return zoomTo(plotAxisOf(*m_plot.xAxis).zoomed(factor, point.x()),
                  plotAxisOf(*m_plot.yAxis).zoomed(factor, point.y()));
}

bool PlotZoom::zoomAboutMiddle(double factor) {
    return zoomAbout({plotAxisOf(*m_plot.xAxis).middle(), plotAxisOf(*m_plot.yAxis).middle()}, factor);
}

bool PlotZoom::zoomTo(const QRectF& frame) {
    const PlotAxis x = plotAxisOf(*m_plot.xAxis), y = plotAxisOf(*m_plot.yAxis);
    return zoomTo(QCPRange(x.toValue(frame.left()), x.toValue(frame.right())),
                  QCPRange(y.toValue(frame.bottom()), y.toValue(frame.top())));
}

bool PlotZoom::zoomTo(const QCPRange& x, const QCPRange& y) {
    const QCPRange beforeX = m_plot.xAxis->range(), beforeY = m_plot.yAxis->range();
    const bool closer = x.size() < beforeX.size() && y.size() < beforeY.size();
    const bool before = m_zoomed;
    m_zoomed = true;
    m_plot.xAxis->setRange(x);
    m_plot.yAxis->setRange(y);
    const PlotLayout layout({}, plotAxisOf(*m_plot.xAxis), plotAxisOf(*m_plot.yAxis));
    if (!closer || m_curves.hitTest(layout).hasDataIn(m_plot.xAxis->range(), m_plot.yAxis->range())) return true;
    m_plot.xAxis->setRange(beforeX);
    m_plot.yAxis->setRange(beforeY);
    m_zoomed = before;
    return false;
}

void PlotZoom::pan(double right, double up) {
    m_plot.xAxis->setRange(plotAxisOf(*m_plot.xAxis).panned(right));
    m_plot.yAxis->setRange(plotAxisOf(*m_plot.yAxis).panned(up));
    m_zoomed = true;
}

}  // namespace recscope::ui
