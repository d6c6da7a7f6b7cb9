// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

class QCPAxis;
class QCPRange;
class QCustomPlot;

namespace recscope::ui {

class LabelLayout;
struct PlotReference;

/// A themed plot with a title, named axes, a legend and the interactions shared by all plots. The wheel scrolls the
/// page until the plot is clicked; after that, or with Ctrl, it zooms. Dragging pans, and Shift + drag zooms into a
/// frame; neither moves the view off the data, and a zoom never ends in an empty view. A double click shows all data.
/// Live updates do not change a zoomed view. Hovering shows the values. The context menu, also opened by the button at
/// the top right, exports PNG, SVG, PDF and CSV. The keys + - 0 and the arrows zoom and pan.
class PlotView : public QWidget {
    Q_OBJECT
public:
    enum class Scale { Linear, Log };

    PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent = nullptr);
    ~PlotView() override;

    /// A named line; `width` in design pixels. The name appears in the legend unless empty. Points are sorted by
    /// ascending x.
    struct Line {
        QString name;
        QColor colour;                      ///< invalid = the theme's accent, follows the theme
        Qt::PenStyle dash = Qt::SolidLine;  ///< Qt::NoPen = points only
        double width = 2;
        int marker = -1;  ///< RunStyle::marker or kNeutralMarker, -1 = none
        double opacity = 1;
        double markerSize = 7;  ///< in design pixels
        bool stems = false;     ///< draws a line from 0 to each point, for values that form no curve
    };
    /// The smallest and the largest possible value.
    struct Limits {
        double lowest = -std::numeric_limits<double>::infinity();
        double highest = std::numeric_limits<double>::infinity();
    };
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
    /// A horizontal reference line with a label at its right end, e.g. "Popularity". Replaces an earlier reference line
    /// with the same `id`.
    void setReference(const QString& id, double y, const QString& label);
    void removeReferences();
    /// A marked point with a label, e.g. the best epoch.
    void setMark(double x, double y, const QString& label);
    void removeMark();
    /// A vertical line with a label at its top, e.g. the epoch shown.
    void setCursorLine(double x, const QString& label);
    void removeCursorLine();
    /// Shows or hides a thin diagonal line on which x equals y.
    void setDiagonal(bool shown);
    void clear();  ///< removes lines, bars, references and the mark; keeps titles and scales

    void setXScale(Scale scale);
    void setYScale(Scale scale);
    Scale yScale() const;
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
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectPlot();
    void setWidths(int index, const QVector<double>& halfWidths, bool band, const Limits& possible);
    /// Elides axis labels that are longer than their axes, or removes them, because they would overlap other texts.
    void fitAxisLabels();
    void showWholeAxisLabels();  ///< until the next replot, as pictures may have more room
    void applyTheme();
    void applyMarks();  ///< applies the theme to lines, bars, references, the mark and the cursor line
    void applyLine(int index);
    void refresh();
    void fitRanges();  ///< sets both axes to the ranges that show all data
    void layOutLabels();
    void hover(const QPoint& position);
    void hideHover();
    void pan(double right, double up);  ///< moves the view by these shares of the visible width and height
    void zoomAbout(double factor, const QPointF& point);
    void zoomTo(const QCPRange& x, const QCPRange& y);
    bool showsData() const;  ///< true if a point or a bar is in view
    void measureData();      ///< computes the ranges that show all data
    /// Moves the visible range of the axis, and shrinks it if necessary, so that it lies within `data`.
    void keepInData(QCPAxis* axis, const QCPRange& data);
    void positionCorner();
    /// Possible places for the mark's label, best first; empty while the mark is out of view.
    std::vector<QRectF> markSpots() const;
    bool hasRoomForMark(LabelLayout layout) const;
    void positionMark(LabelLayout& layout);
    void positionRing(LabelLayout& layout);
    void positionReference(PlotReference& reference, LabelLayout& layout);
    void showMenu(QPoint globalPosition);
    void exportByDialog(const QString& suffix);
    QString valuesAsText(QChar separator);      ///< all values, as exported and copied
    void showMessage(const QString& sentence);  ///< shows a message in the plot for a few seconds

    QCustomPlot* m_plot;
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace recscope::ui
