// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/label_layout.h"

#include <QLineF>
#include <algorithm>
#include <array>
#include <cmath>

namespace recscope::ui {

namespace {

bool crosses(const QLineF& segment, const QRectF& rect) {
    if (std::max(segment.x1(), segment.x2()) < rect.left() || std::min(segment.x1(), segment.x2()) > rect.right() ||
        std::max(segment.y1(), segment.y2()) < rect.top() || std::min(segment.y1(), segment.y2()) > rect.bottom())
        return false;
    const std::array sides{QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.bottomLeft(), rect.bottomRight()),
                           QLineF(rect.topLeft(), rect.bottomLeft()), QLineF(rect.topRight(), rect.bottomRight())};
    return std::any_of(sides.begin(), sides.end(), [&](const QLineF& side) {
        return segment.intersects(side, nullptr) == QLineF::BoundedIntersection;
    });
}

QRectF movedInto(const QRectF& area, QRectF rect) {
    rect.moveLeft(std::max(area.left(), std::min(rect.left(), area.right() - rect.width())));
    rect.moveTop(std::max(area.top(), std::min(rect.top(), area.bottom() - rect.height())));
    return rect;
}

bool hides(const QRectF& rect, const DrawnCurve& curve, Avoid avoid) {
    const QRectF near = rect.adjusted(-curve.radius, -curve.radius, curve.radius, curve.radius);
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        if (near.contains(curve.points[i])) return true;
        if (avoid == Avoid::Curves && curve.isJoined && i > 0 &&
            crosses(QLineF(curve.points[i - 1], curve.points[i]), rect))
            return true;
    }
    return false;
}

}  // namespace

LabelLayout::LabelLayout(const QRectF& area, std::vector<DrawnCurve> curves, std::vector<double> lines)
    : m_area(area), m_curves(std::move(curves)), m_lines(std::move(lines)) {}

bool LabelLayout::isFree(const QRectF& rect, Avoid avoid) const {
    return m_area.contains(rect) &&
           std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& other) { return other.intersects(rect); }) &&
           std::none_of(m_lines.begin(), m_lines.end(),
                        [&](double line) { return line > rect.top() && line < rect.bottom(); }) &&
           (avoid == Avoid::Nothing || std::none_of(m_curves.begin(), m_curves.end(), [&](const DrawnCurve& curve) {
                return hides(rect, curve, avoid);
            }));
}

std::optional<QRectF> LabelLayout::findFreeSpot(std::span<const QRectF> spots, Avoid avoid) {
    const auto found =
        std::find_if(spots.begin(), spots.end(), [&](const QRectF& spot) { return isFree(spot, avoid); });
    if (found == spots.end()) return std::nullopt;
    take(*found);
    return *found;
}

// The number of points that a label at `rect` would cover, plus penalties for covered reference lines and for covered
// places that are taken. The penalty for a line is small, because the line stays visible beside the label; a covered
// label could not be read.
int LabelLayout::coverCost(const QRectF& rect) const {
    constexpr int kTaken = 1000, kLine = 3;
    int coverCost = 0;
    for (const QRectF& other : m_taken) coverCost += other.intersects(rect) ? kTaken : 0;
    for (const double line : m_lines) coverCost += line > rect.top() && line < rect.bottom() ? kLine : 0;
    for (const DrawnCurve& curve : m_curves)
        coverCost += int(std::count_if(curve.points.begin(), curve.points.end(),
                                       [&](const QPointF& point) { return rect.contains(point); }));
    return coverCost;
}

QRectF LabelLayout::leastCovering(std::span<const QRectF> spots) {
    std::vector<std::pair<int, QRectF>> inside;
    for (const QRectF& spot : spots) {
        const QRectF rect = movedInto(m_area, spot);
        inside.emplace_back(coverCost(rect), rect);
    }
    const QRectF found = std::min_element(inside.begin(), inside.end(), [](const auto& a, const auto& b) {
                             return a.first < b.first;
                         })->second;
    take(found);
    return found;
}

std::vector<bool> labelsWithoutOverlap(std::span<const double> ys, std::span<const std::size_t> order, double height) {
    std::vector<bool> shown(ys.size(), false);
    for (const std::size_t label : order) {
        bool isFree = true;
        for (std::size_t other = 0; other < ys.size(); ++other)
            isFree &= !shown[other] || std::abs(ys[other] - ys[label]) >= height;
        shown[label] = isFree;
    }
    return shown;
}

std::vector<QPointF> visiblePoints(std::vector<QPointF> points) {
    std::vector<QPointF> visible;
    for (std::size_t i = 0; i < points.size();) {
        QPointF low = points[i], high = points[i];
        const double column = std::floor(points[i].x());
        for (; i < points.size() && std::floor(points[i].x()) == column; ++i) {
            if (points[i].y() < low.y()) low = points[i];
            if (points[i].y() > high.y()) high = points[i];
        }
        visible.push_back(low);
        if (high != low) visible.push_back(high);
    }
    return visible;
}

}  // namespace recscope::ui
