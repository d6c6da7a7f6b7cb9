// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRect>
#include <QSizeF>
#include <optional>
#include <span>
#include <vector>

#include "ui/plot/label_layout.h"
#include "ui/plot/plot_axis.h"
#include "ui/plot/plot_line.h"

namespace recscope::ui {

/// What determines the ranges that show all data.
struct PlotExtent {
    std::optional<QCPRange> x, y;    ///< of all curves, their intervals and the bars; none = there are no values
    std::vector<double> references;  ///< y of the reference lines
    bool hasBars = false;
    bool hasXText = false;     ///< true if the ticks of x have texts, which are centred below the points
    bool hasDiagonal = false;  ///< if true, both axes get the same range
};

/// The ranges that show all data.
struct PlotRanges {
    QCPRange x, y;
    /// True if y extends above the highest reference line, which leaves room for the label of that line.
    bool hasRoomAboveTopReference = false;
};

/// `labelHeight`: height in pixels of the label of a reference line with its gap; `height`: height of the area in
/// pixels.
PlotRanges rangesOfAll(const PlotExtent& extent, PlotScale x, PlotScale y, double labelHeight, int height);

/// The labels of a plot, before they have places. Sizes in pixels.
struct PlotLabelRequests {
    struct Reference {
        double y = 0;
        QSizeF size;
    };
    struct Mark {
        QPointF value;
        QSizeF size;
    };
    struct CursorLine {
        double x = 0;
        QSizeF size;
    };
    bool hasData = true;  ///< false: the plot is empty, so reference lines and the cursor line are hidden
    std::vector<Reference> references;
    std::optional<Mark> mark;
    std::optional<CursorLine> cursorLine;
    std::vector<DrawnCurve> curves;  ///< labels do not cover these if there is room elsewhere
    bool hasRoomAboveTopReference = false;
};

/// The places of the labels, in pixels.
struct PlotLabels {
    struct Reference {
        bool isInView = false;
        std::optional<QRectF> label;  ///< none = there is no room
    };
    struct Mark {
        QRectF ring;                  ///< around the marked point, which may be out of view
        std::optional<QRectF> label;  ///< none = the point is out of view
        bool coversCurves = false;    ///< true if the label covers curves, which its background should not hide
    };
    struct CursorLine {
        bool isInView = false;
        double x = 0;
        std::optional<QRectF> label;
    };
    std::vector<Reference> references;  ///< in the order of the requests
    std::optional<Mark> mark;
    std::optional<CursorLine> cursorLine;
};

/// Sizes in pixels that the layout uses; `plotSizes()` returns those of the theme.
struct PlotSizes {
    int xTick = 90, yTick = 32;  ///< space that a tick with its text needs
    int xTextGap = 16;           ///< smallest gap between two texts at the ticks of x
    int referenceGap = 5;        ///< between a reference line and its label, so that the label covers no markers
    int tagGap = 12;             ///< between the hover tag and what it describes
    int lowBar = 18;             ///< bars lower than this can be clicked up to this height
    double ring = 10;            ///< diameter of the ring around the marked point
    double pickRadius = 10;      ///< largest distance at which a point is picked
    double lineScale = 1;        ///< pixels per design pixel of lines and markers
};
PlotSizes plotSizes();

/// Where everything in a plot is, in pixels: values, ticks, labels and the hover tag. Needs no widget.
class PlotLayout {
public:
    /// `area`: the rectangle between the axes.
    PlotLayout(const QRect& area, const PlotAxis& x, const PlotAxis& y, const PlotSizes& sizes = {});

    const QRect& area() const { return m_area; }
    const PlotAxis& x() const { return m_x; }
    const PlotAxis& y() const { return m_y; }
    const PlotSizes& sizes() const { return m_sizes; }
    QPointF toPixels(const QPointF& value) const { return {m_x.toPixel(value.x()), m_y.toPixel(value.y())}; }

    /// Numbers of ticks that are readable at this size. `widestText`: width in pixels of the widest text at a tick of
    /// x; none = the ticks show numbers.
    int xTicks(std::optional<int> widestText = {}) const;
    int yTicks() const;
    /// The visible part of a curve, including one point outside the view at each end, because the lines to these points
    /// are visible. `points`: by ascending x.
    DrawnCurve drawn(std::span<const QCPGraphData> points, const PlotLine& line) const;
    PlotLabels placeLabels(const PlotLabelRequests& requests) const;
    /// The top left of the hover tag for something at the pixel column `x`: beside the column, above the pointer, and
    /// inside the picture if the tag fits into it.
    QPoint tagPosition(double x, int pointerY, const QSize& tag, const QSize& picture) const;

private:
    std::vector<QRectF> spotsAtLine(const PlotLabelRequests::Reference& reference) const;
    std::vector<QRectF> spotsAtMark(const PlotLabelRequests::Mark& mark) const;
    PlotLabels::Mark placeMark(const PlotLabelRequests::Mark& mark, LabelLayout& labels) const;
    PlotLabels::CursorLine placeCursorLine(const PlotLabelRequests& requests, LabelLayout& labels) const;
    QRectF ringAt(const QPointF& value) const;

    QRect m_area;
    PlotAxis m_x, m_y;
    PlotSizes m_sizes;
};

}  // namespace recscope::ui
