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

/// What a label must not cover, in addition to other labels and reference lines. Curves: the points of curves and the
/// lines between them; Points: only the points.
enum class KeepOff { Curves, Points, Nothing };

/// Finds room for the labels of a plot, one after the other: inside the area, clear of reference lines and of labels
/// placed earlier. All coordinates are pixels.
class LabelLayout {
public:
    /// `lines`: y coordinates of lines that span the whole width.
    LabelLayout(const QRectF& area, std::vector<DrawnCurve> curves, std::vector<double> lines);

    /// Returns the first free spot and marks it as taken; nothing if none is free.
    std::optional<QRectF> firstFree(std::span<const QRectF> spots, KeepOff keepOff = KeepOff::Curves);
    /// Returns the spot where the label covers least, moved into the area, and marks it as taken. Use it for labels
    /// that must be shown. Pre: `spots` is not empty.
    QRectF leastHarmful(std::span<const QRectF> spots);
    /// Keeps later labels off `rect`.
    void take(const QRectF& rect) { m_taken.push_back(rect); }

private:
    bool isFree(const QRectF& rect, KeepOff keepOff) const;
    int harm(const QRectF& rect) const;

    QRectF m_area;
    std::vector<DrawnCurve> m_curves;
    std::vector<double> m_lines;
    std::vector<QRectF> m_taken;
};

/// Which labels of a column are shown, so that none covers another: those that come first in `order` (indices of `ys`).
/// `ys`: their middles; `height`: of one label.
std::vector<bool> labelsApart(std::span<const double> ys, std::span<const std::size_t> order, double height);

/// Reduces a curve to the visible points: the highest and the lowest of each pixel column. Pre: x is ascending.
std::vector<QPointF> seenPoints(std::vector<QPointF> points);

}  // namespace recscope::ui
