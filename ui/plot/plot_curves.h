// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "ui/plot/plot_header.h"
#include "ui/plot/plot_hit_test.h"
#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_line.h"

namespace recscope::ui {

/// One curve and the graph that draws it.
struct PlotCurve {
    PlotLine line;
    QCPGraph* graph = nullptr;
    QCPErrorBars* whiskers = nullptr;  ///< the intervals, as whiskers or as a band; null = none
    QVector<double> halfWidths;  ///< half-widths of the intervals before they are cut at the limits, by ascending x
    QVector<int> order;          ///< sorted position -> index given to setPoints; empty = points were given in order
};

/// The curves and bars of a plot, in the theme's colours. QCustomPlot holds the points and draws them.
class PlotCurves {
public:
    enum class IntervalStyle { Whiskers, Band };

    explicit PlotCurves(QCustomPlot& plot);

    int add(const PlotLine& line);  ///< returns the index of the new curve
    void setLine(int index, const PlotLine& line);
    void setPoints(int index, const QVector<double>& x, const QVector<double>& y);
    void append(int index, double x, double y);
    /// Sets intervals of y ± halfWidths, cut at the limits of `possible`; empty = none.
    void setIntervals(int index, const QVector<double>& halfWidths, IntervalStyle style, const PlotLimits& possible);
    void setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width);
    void clear();
    void applyTheme();

    bool isEmpty() const;  ///< no curve has a point and there are no bars
    int pointCount(int index) const { return m_curves[std::size_t(index)].graph->dataCount(); }
    const std::vector<PlotCurve>& all() const { return m_curves; }
    const QCPBars* bars() const { return m_bars; }
    const QString& barsName() const { return m_barsName; }
    /// The ranges of the data, without values that these scales cannot show (0 or less on a logarithmic scale). Also
    /// sets the y at which bars begin: 0, or 0.5 on a logarithmic scale.
    PlotExtent extent(PlotScale x, PlotScale y);
    std::vector<PlotHeader::Entry> legend() const;
    std::vector<DrawnCurve> drawn(const PlotLayout& layout) const;  ///< the visible parts of the curves, in pixels
    /// Valid until the points change.
    PlotHitTest hitTest(const PlotLayout& layout) const;

private:
    void applyTheme(PlotCurve& curve);

    QCustomPlot& m_plot;
    std::vector<PlotCurve> m_curves;
    QCPBars* m_bars = nullptr;
    QString m_barsName;
};

}  // namespace recscope::ui
