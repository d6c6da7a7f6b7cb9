// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "ui/plot/plot_line.h"

class QCustomPlot;

namespace recscope::ui {

class PlotHandle;
class PlotMarks;
struct PlotRegion;

/// A themed plot with a title, named axes, a legend and the interactions shared by all plots. The wheel scrolls the
/// page until the plot is clicked; after that, or with Ctrl, it zooms. Dragging pans, and Shift + drag zooms into a
/// frame; neither moves the view off the data, and a zoom never ends in an empty view. A double click shows all data.
/// Live updates do not change a zoomed view. Hovering shows the values. The context menu, also opened by the button at
/// the top right, exports PNG, SVG, PDF and CSV. The keys + - 0 and the arrows zoom and pan.
///
/// PlotView only joins the parts: PlotCurves, PlotRegions, PlotMarks and PlotAxes hold what QCustomPlot draws, a
/// PlotHandle is a line that can be moved, PlotLayout says where everything is, PlotHitTest what is under the pointer,
/// PlotInput, PlotZoom and PlotHover react to the mouse and the keyboard, PlotOverlay has the widgets on top,
/// PlotExport copies and saves.
class PlotView : public QWidget {
    Q_OBJECT
public:
    using Scale = PlotScale;
    using Line = PlotLine;
    using Limits = PlotLimits;

    PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent = nullptr);
    ~PlotView() override;

    /// Adds a line (a curve, stems or single points) and returns its index. Its points are sorted by ascending x.
    int addLine(const Line& line);
    void setLine(int index, const Line& line);
    void setPoints(int index, const QVector<double>& x, const QVector<double>& y);
    /// Whiskers of y ± halfWidths at the points of the last setPoints, in the same order; empty = none. The whiskers
    /// are cut at the limits of `possible`, the values that y can have.
    void setIntervals(int index, const QVector<double>& halfWidths, const Limits& possible);
    /// Like `setIntervals`, but drawn as one filled band, for curves with many points.
    void setBand(int index, const QVector<double>& halfWidths);
    void appendPoint(int index, double x, double y);
    /// Sets the bars of one series, which replace earlier bars.
    void setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width);
    /// Removes lines, bars, regions and all marks except the diagonal; keeps handles, titles and scales.
    void clear();
    /// Reference lines, the marked point, the cursor line and the diagonal.
    PlotMarks& marks();
    /// Ranges of x that are shaded behind the data, each with its name in the legend; they replace earlier ones.
    void setRegions(std::vector<PlotRegion> regions);
    /// Adds a vertical line that the person can move. It is shown while there is data; the plot owns it.
    PlotHandle* addHandle(const QString& objectName);

    void setXScale(Scale scale);
    void setYScale(Scale scale);
    void setLabels(const QString& title, const QString& xLabel, const QString& yLabel);
    void setEmptyText(const QString& sentence);  ///< shown while there is no data
    /// Decimals of the values shown on hover; 0 = whole numbers, and ticks only at whole numbers.
    void setDecimals(int x, int y);
    /// Sets the function that returns the text shown for x at the ticks, in the hover tag and in exports. For bars at
    /// 0, 1, 2, … that represent days or classes. Precondition: the axis is linear.
    void setXText(std::function<QString(double)> text);
    /// Sets the text of a bar's hover tag, e.g. "users with 30 interactions: 46".
    void setBarText(std::function<QString(double x, double height)> text);
    /// Places a small control, e.g. a scale switch, to the left of the export button. The plot owns it; exports do not
    /// show it.
    void setCornerWidget(QWidget* widget);
    /// Makes single points selectable: hovering shows `text(line, point)` of the nearest point, and a click on it emits
    /// `pointClicked`. `point` is the index in the order given to setPoints.
    void setPicking(std::function<QString(int line, int point)> text);
    /// Sets whether a click on a bar emits `barClicked`; if so, the mouse cursor changes over each bar.
    void setBarsClickable(bool clickable);

    bool isZoomed() const;  ///< zoomed or panned by hand; live updates then keep the view
    void showAll();
    void zoom(double factor);  ///< zooms around the middle of the view; a factor above 1 zooms in
    int pointCount(int line) const;
    bool isEmpty() const;       ///< no line has a point and there are no bars
    QString hoverText() const;  ///< text of the hover tag, empty while it is hidden
    QCustomPlot* plot() const { return m_plot; }

    /// Exports as .png, .svg, .pdf or .csv, depending on the suffix, and announces the outcome (SavingEvent).
    void exportTo(const QString& path);

public slots:
    void replotSoon();  ///< replots at most once per event-loop turn, however often it is called

signals:
    void pointClicked(int line, int point);
    void barClicked(double x);               ///< the middle of the bar
    void pointHovered(int line, int point);  ///< -1, -1 when the pointer leaves all points

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectParts();
    void applyTheme();
    void refresh();
    void fitRanges();  ///< computes the ranges that show all data, and shows them unless zoomed
    void placeLabels();

    QCustomPlot* m_plot;
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace recscope::ui
