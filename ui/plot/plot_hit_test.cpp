// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_hit_test.h"

#include <algorithm>
#include <cmath>

namespace recscope::ui {

namespace {

/// Index of the last point before `x`, or of the first point if there is none.
template <class Data>
int lastBefore(std::span<const Data> points, double x) {
    const auto found = std::lower_bound(points.begin(), points.end(), x,
                                        [](const Data& point, double value) { return point.key < value; });
    return std::max(0, int(found - points.begin()) - 1);
}

bool overlap(const QCPRange& range, double a, double b) {
    return std::min(a, b) < range.upper && std::max(a, b) > range.lower;
}

}  // namespace

PlotHitTest::PlotHitTest(const PlotLayout& layout, std::vector<std::span<const QCPGraphData>> curves, const Bars& bars)
    : m_layout(layout), m_curves(std::move(curves)), m_bars(bars) {}

std::optional<PointHit> PlotHitTest::pointAt(const QPoint& position) const {
    std::optional<PointHit> nearest;
    double shortest = m_layout.sizes().pickRadius;
    for (std::size_t curve = 0; curve < m_curves.size(); ++curve) {
        const auto points = m_curves[curve];
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF pixel = m_layout.toPixels({points[i].key, points[i].value});
            const double distance = std::hypot(pixel.x() - position.x(), pixel.y() - position.y());
            if (distance > shortest) continue;
            shortest = distance;
            nearest = {int(curve), int(i), pixel};
        }
    }
    return nearest;
}

std::optional<ColumnHit> PlotHitTest::columnAt(const QPoint& position) const {
    const PlotAxis& axis = m_layout.x();
    const double pointer = axis.toValue(position.x());
    ColumnHit hit;
    double shortest = std::numeric_limits<double>::infinity();
    const auto isNearer = [&](double x) {
        const double pixel = axis.toPixel(x);
        if (std::abs(pixel - position.x()) >= shortest) return false;
        shortest = std::abs(pixel - position.x());
        hit.pixel = pixel;
        hit.x = x;
        return true;
    };
    for (const auto points : m_curves) {
        const int first = lastBefore(points, pointer);
        for (int i = first; i < std::min(first + 2, int(points.size())); ++i) isNearer(points[i].key);
    }
    const int first = lastBefore(m_bars.data, pointer);
    for (int i = first; i < std::min(first + 3, int(m_bars.data.size())); ++i)
        if (isNearer(m_bars.data[i].key)) hit.bar = i;
    bool any = hit.bar.has_value();
    for (const auto points : m_curves) {
        hit.points.push_back(-1);
        const int begin = lastBefore(points, hit.x);
        for (int i = begin; i < std::min(begin + 3, int(points.size())); ++i) {
            if (std::abs(axis.toPixel(points[i].key) - hit.pixel) > 0.5) continue;
            hit.points.back() = i;
            any = true;
            break;
        }
    }
    if (!any || hit.pixel < m_layout.area().left() || hit.pixel > m_layout.area().right()) return std::nullopt;
    hit.isOnBar = hit.bar && isOnBar(position, hit.x, m_bars.data[*hit.bar].value);
    return hit;
}

// The pointer is on a bar if it is inside the bar, or at most `PlotSizes::lowBar` above the bottom if the bar is lower
// than that.
bool PlotHitTest::isOnBar(const QPoint& position, double x, double height) const {
    const double low = m_layout.area().bottom() - m_layout.sizes().lowBar;
    return height > 0 && position.y() >= std::min(m_layout.y().toPixel(height), low) &&
           std::abs(m_layout.x().toValue(position.x()) - x) <= m_bars.width / 2;
}

bool PlotHitTest::hasDataIn(const QCPRange& x, const QCPRange& y) const {
    for (const auto points : m_curves)
        for (const QCPGraphData& point : points.subspan(
                 std::size_t(std::lower_bound(points.begin(), points.end(), x.lower,
                                              [](const QCPGraphData&data, double value) { return data.key < value; }) -
                             points.begin()))) {
            if (point.key > x.upper) break;
            if (y.contains(point.value)) return true;
        }
    return std::any_of(m_bars.data.begin(), m_bars.data.end(), [&](const QCPBarsData& bar) {
        return overlap(x, bar.key - m_bars.width / 2, bar.key + m_bars.width / 2) && overlap(y, m_bars.base, bar.value);
    });
}

}  // namespace recscope::ui
