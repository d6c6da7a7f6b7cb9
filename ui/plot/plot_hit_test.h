// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ui/plot/plot_layout.h"

namespace recscope::ui {

/// A point of a curve near the pointer.
struct PointHit {
    int curve = 0;
    int point = 0;  ///< index among the points in the order of ascending x
    QPointF pixel;
};

/// The values at the x nearest to the pointer.
struct ColumnHit {
    double x = 0, pixel = 0;  ///< the x as a value and as a pixel column
    std::vector<int> points;  ///< one per curve: index (see PointHit::point) of its point at this x; -1 = none
    std::optional<int> bar;   ///< index of the bar at this x, if no curve has a nearer point
    bool isOnBar = false;     ///< true if the pointer is on the bar, or just above a low one
};

/// Finds what is at a pixel position of a plot. Needs no widget.
class PlotHitTest {
public:
    struct Bars {
        std::span<const QCPBarsData> data;
        double width = 0, base = 0;  ///< in values of x and y
    };
    /// Keeps references to `curves` and `bars`, whose points are by ascending x.
    PlotHitTest(const PlotLayout& layout, std::vector<std::span<const QCPGraphData>> curves, const Bars& bars);

    /// The nearest point, if it is at most `PlotSizes::pickRadius` away.
    std::optional<PointHit> pointAt(const QPoint& position) const;
    /// None while there are no values, or if the nearest x is out of view.
    std::optional<ColumnHit> columnAt(const QPoint& position) const;
    /// True if a point or a part of a bar is within these ranges.
    bool hasDataIn(const QCPRange& x, const QCPRange& y) const;

private:
    bool isOnBar(const QPoint& position, double x, double height) const;

    PlotLayout m_layout;
    std::vector<std::span<const QCPGraphData>> m_curves;
    Bars m_bars;
};

}  // namespace recscope::ui
