// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <span>
#include <vector>

namespace recscope::ui {

/// A curve as drawn, in pixels.
struct DrawnCurve {
    std::vector<QPointF> points;
    bool isJoined = true;  ///< points are joined by lines
    double radius = 0;     ///< radius of the markers
};

/// What a label must not cover besides other labels and reference lines. Curves: the points of curves and the lines
/// between them; Points: only the points; Nothing: it may cover both.
enum class Avoid { Curves, Points, Nothing };

/// Finds places for the labels of a plot, one after the other: inside the area, without covering reference lines or
/// places that were taken earlier (by labels, or by the ring around a marked point). All coordinates are pixels.
class LabelLayout {
public:
    /// `lines`: y coordinates of lines that span the whole width.
    LabelLayout(const QRectF& area, std::vector<DrawnCurve> curves, std::vector<double> lines);

    /// Returns the first of `spots` that is free, and marks it as taken; none if no spot is free.
    std::optional<QRectF> findFreeSpot(std::span<const QRectF> spots, Avoid avoid = Avoid::Curves);
    /// Returns the spot at which the label covers least, moved into the area, and marks it as taken. For labels that
    /// must be shown. Precondition: `spots` is not empty.
    QRectF leastCovering(std::span<const QRectF> spots);
    /// Marks `rect` as taken: later labels do not cover it.
    void take(const QRectF& rect) { m_taken.push_back(rect); }

private:
    bool isFree(const QRectF& rect, Avoid avoid) const;
    int coverCost(const QRectF& rect) const;

    QRectF m_area;
    std::vector<DrawnCurve> m_curves;
    std::vector<double> m_lines;
    std::vector<QRectF> m_taken;
};

/// Decides which labels of a column are shown, so that none covers another; labels that come earlier in `order`
/// (indices of `ys`) have priority. `ys`: the middles of the labels in pixels; `height`: the height of one label.
/// Returns true or false for each label.
std::vector<bool> labelsWithoutOverlap(std::span<const double> ys, std::span<const std::size_t> order, double height);

/// Reduces a curve to the visible points: the highest and the lowest of each pixel column. Precondition: x is
/// ascending.
std::vector<QPointF> visiblePoints(std::vector<QPointF> points);

}  // namespace recscope::ui
