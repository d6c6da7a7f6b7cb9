// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>

#include "ui/plot/plot_header.h"
#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_line.h"
#include "ui/plot/plot_ticks.h"

namespace recscope::ui {

/// The axes of a plot with their ticks and names, and the header with title and legend above them, in the theme's
/// colours.
class PlotAxes {
public:
    explicit PlotAxes(QCustomPlot& plot);

    void setXScale(PlotScale scale);
    void setYScale(PlotScale scale);
    PlotScale xScale() const;
    PlotScale yScale() const;
    /// Decimals of shown values; 0 = whole numbers, and ticks only at whole numbers.
    void setDecimals(int x, int y);
    int yDecimals() const { return m_yDecimals; }
    /// Sets the function that returns the text of a tick of x; empty = ticks show numbers.
    void setXText(std::function<QString(double)> text);
    const std::function<QString(double)>& xText() const { return m_xLinear->text; }
    /// A value of x, as shown in the hover tag: its text, else the name of the axis and the number.
    QString textAt(double x) const;
    void setLabels(const QString& title, const QString& xLabel, const QString& yLabel);
    const QString& title() const { return m_title; }
    const QString& xLabel() const { return m_xLabel; }
    const QString& yLabel() const { return m_yLabel; }
    /// The title; if there is none, the name of the y axis.
    const QString& name() const { return m_title.isEmpty() ? m_yLabel : m_title; }

    void applyTheme();
    void setTicksShown(bool shown);
    PlotHeader& header() const { return *m_header; }
    /// The plot as last laid out by QCustomPlot.
    PlotLayout layout() const;
    /// Chooses numbers of ticks that suit the size. Elides or removes the name of an axis if it is longer than the
    /// axis, because it would overlap other texts.
    void fit();
    /// Shows the names of the axes in full until the next `fit`, because pictures may have more room.
    void showWholeLabels();

private:
    QCustomPlot& m_plot;
    PlotHeader* m_header;
    QString m_title, m_xLabel, m_yLabel;
    int m_xDecimals = 0, m_yDecimals = 4;
    QSharedPointer<LinearTicker> m_xLinear{new LinearTicker}, m_yLinear{new LinearTicker};
    QSharedPointer<LogTicker> m_xLog{new LogTicker}, m_yLog{new LogTicker};
};

}  // namespace recscope::ui
