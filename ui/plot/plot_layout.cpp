// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_layout.h"

#include <algorithm>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

/// True if a line at this pixel is in view; at an edge it is still drawn.
bool isBetween(double pixel, int first, int last) {
    return pixel >= first - 1 && pixel <= last + 1;
}

}  // namespace

PlotSizes plotSizes() {
    const Theme& theme = Theme::instance();
    return {.xTick = theme.px(90),
            .yTick = theme.px(32),
            .xTextGap = theme.px(16),
            .referenceGap = theme.px(5),
            .tagGap = theme.px(12),
            .lowBar = theme.px(18),
            .ring = 10 * theme.scale(),
            .pickRadius = 10 * theme.scale(),
            .lineScale = theme.scale()};
}

PlotRanges rangesOfAll(const PlotExtent& extent, PlotScale xScale, PlotScale yScale, double labelHeight, int height) {
    const bool isLogX = xScale == PlotScale::Log, isLogY = yScale == PlotScale::Log;
    QCPRange x = extent.x.value_or(QCPRange(0, 1)), y = extent.y.value_or(QCPRange(0, 1));
    const bool anyX = extent.x.has_value(), anyY = extent.y.has_value();
    if (anyY)
        for (const double reference : extent.references)
            if (!isLogY || reference > 0) y.expand(reference);
    if (anyX && extent.hasDiagonal) {
        x.expand(y);
        y = x;
    }
    // If all points have the same x, e.g. after the first epoch, the axis extends by 1 on both sides.
    if (anyX && x.size() <= 0 && !isLogX) x = QCPRange(x.lower - 1, x.upper + 1);
    // Leaves room at both ends, so that the first and the last point are centred above their texts.
    if (anyX && extent.hasXText && !extent.hasBars) x = QCPRange(x.lower - 0.4, x.upper + 0.4);
    const double side = extent.hasDiagonal ? 0.04 : extent.hasBars ? 0.01 : 0.02;
    const double below = extent.hasDiagonal ? 0.04 : extent.hasBars ? 0 : 0.08;
    double above = extent.hasDiagonal ? 0.04 : 0.09;
    PlotRanges ranges;
    ranges.x = paddedRange(x, isLogX, side, side);
    // Room for a label is reserved above the highest reference line if that line is above all data, or at most this
    // share of the data's height below the highest value.
    constexpr double kMaxShareBelow = 0.03;
    ranges.hasRoomAboveTopReference =
        anyY && std::any_of(extent.references.begin(), extent.references.end(),
                            [&](double reference) { return reference >= y.upper - kMaxShareBelow * y.size(); });
    if (ranges.hasRoomAboveTopReference) {
        // Largest share of the plot's height that is reserved for the label, so that a plot with little height still
        // shows the curve.
        constexpr double kMaxShare = 0.4;
        const double share = std::min(kMaxShare, labelHeight / std::max(1, height));
        above = std::max(above, share * (1 + below) / (1 - share));
    }
    ranges.y = paddedRange(y, isLogY, below, above);
    return ranges;
}

PlotLayout::PlotLayout(const QRect& area, const PlotAxis& x, const PlotAxis& y, const PlotSizes& sizes)
    : m_area(area), m_x(x), m_y(y), m_sizes(sizes) {}

int PlotLayout::xTicks(std::optional<int> widestText) const {
    if (widestText) return std::clamp(m_area.width() / (*widestText + m_sizes.xTextGap), 1, 10);
    return std::clamp(m_area.width() / m_sizes.xTick, 2, 10);
}

int PlotLayout::yTicks() const {
    return std::clamp(m_area.height() / m_sizes.yTick, 1, 8);
}

DrawnCurve PlotLayout::drawn(std::span<const QCPGraphData> points, const PlotLine& line) const {
    const auto byX = [](const QCPGraphData& a, const QCPGraphData& b) { return a.key < b.key; };
    auto begin = std::lower_bound(points.begin(), points.end(), QCPGraphData(m_x.range.lower, 0), byX);
    auto end = std::upper_bound(points.begin(), points.end(), QCPGraphData(m_x.range.upper, 0), byX);
    if (begin != points.begin()) --begin;
    if (end != points.end()) ++end;
    DrawnCurve curve;
    curve.isJoined = line.dash != Qt::NoPen;
    // Without markers, half of the line width is the radius.
    curve.radius = (line.marker == -1 ? line.width : line.markerSize) * m_sizes.lineScale / 2;
    for (auto point = begin; point < end; ++point) curve.points.push_back(toPixels({point->key, point->value}));
    if (curve.isJoined) curve.points = visiblePoints(std::move(curve.points));
    return curve;
}

// Possible label positions above and below the line, best first: at its right and left end, then nearer and nearer to
// its middle.
std::vector<QRectF> PlotLayout::spotsAtLine(const PlotLabelRequests::Reference& reference) const {
    constexpr int kSteps = 8;
    const QRectF area = m_area;
    const QSizeF& size = reference.size;
    const double y = m_y.toPixel(reference.y), available = area.width() - size.width();
    std::vector<QRectF> spots;
    for (const int step : {0, kSteps, 1, kSteps - 1, 2, kSteps - 2, 3, kSteps - 3, kSteps / 2}) {
        const double x = area.right() - size.width() - available * step / kSteps;
        spots.emplace_back(QPointF(x, y - 1 - size.height()), size);
        spots.emplace_back(QPointF(x, y + 1), size);
        spots.emplace_back(QPointF(x, y - m_sizes.referenceGap - size.height()), size);  // above markers on the line
    }
    return spots;
}

QRectF PlotLayout::ringAt(const QPointF& value) const {
    return {toPixels(value) - QPointF(m_sizes.ring / 2, m_sizes.ring / 2), QSizeF(m_sizes.ring, m_sizes.ring)};
}

// Possible label positions around the marked point, best first: the corners towards the middle of the plot, then the
// other corners, then the sides. All are close to the point, so that it is clear which point the label belongs to.
// Empty while the point is out of view.
std::vector<QRectF> PlotLayout::spotsAtMark(const PlotLabelRequests::Mark& mark) const {
    const QPointF point = toPixels(mark.value);
    const QRectF area = m_area;
    const QSizeF& size = mark.size;
    std::vector<QRectF> spots;
    if (!area.contains(point)) return spots;
    const bool atLeft = point.x() < area.center().x();
    for (const double gap : {0.6 * m_sizes.ring, 0.95 * m_sizes.ring, 1.5 * m_sizes.ring}) {
        const double right = gap, left = -gap - size.width(), above = -gap - size.height(), below = gap;
        const double near = atLeft ? right : left, far = atLeft ? left : right;
        std::vector<QPointF> corners{{near, above}, {far, above}, {near, below}, {far, below}};
        for (const double share : {0.5, 0.75, 0.25}) {
            for (const double x : {near, far}) corners.emplace_back(x, -share * size.height());
            for (const double y : {above, below}) corners.emplace_back(-share * size.width(), y);
        }
        for (const QPointF& corner : corners) spots.emplace_back(point + corner, size);
    }
    return spots;
}

PlotLabels::Mark PlotLayout::placeMark(const PlotLabelRequests::Mark& mark, LabelLayout& labels) const {
    PlotLabels::Mark placed{ringAt(mark.value), {}, false};
    const std::vector<QRectF> spots = spotsAtMark(mark);
    if (spots.empty()) return placed;
    placed.label = labels.findFreeSpot(spots);
    // With no free position, the label is placed over curves but not over points.
    if (!placed.label) {
        placed.label = labels.findFreeSpot(spots, Avoid::Points);
        placed.coversCurves = placed.label.has_value();
    }
    if (!placed.label) placed.label = labels.leastCovering(spots);
    return placed;
}

// The label is at the top or bottom of the line, to its right or left. If all spots are taken, the line has no label.
PlotLabels::CursorLine PlotLayout::placeCursorLine(const PlotLabelRequests& requests, LabelLayout& labels) const {
    const double x = m_x.toPixel(requests.cursorLine->x);
    PlotLabels::CursorLine placed{requests.hasData && isBetween(x, m_area.left(), m_area.right()), x, {}};
    if (!placed.isInView) return placed;
    const QSizeF& size = requests.cursorLine->size;
    std::vector<QRectF> spots;
    for (const double y : {double(m_area.top()), m_area.bottom() - size.height()})
        for (const double left : {x + 1, x - 1 - size.width()}) spots.emplace_back(QPointF(left, y), size);
    placed.label = labels.findFreeSpot(spots, Avoid::Nothing);
    return placed;
}

PlotLabels PlotLayout::placeLabels(const PlotLabelRequests& requests) const {
    PlotLabels placed;
    placed.references.resize(requests.references.size());
    std::vector<double> lines;
    std::vector<std::size_t> visible;
    for (std::size_t i = 0; i < requests.references.size(); ++i) {
        const double pixel = m_y.toPixel(requests.references[i].y);
        placed.references[i].isInView = requests.hasData && isBetween(pixel, m_area.top(), m_area.bottom());
        if (!placed.references[i].isInView) continue;
        lines.push_back(pixel);
        visible.push_back(i);
    }
    std::sort(visible.begin(), visible.end(),
              [&](std::size_t a, std::size_t b) { return requests.references[a].y > requests.references[b].y; });
    LabelLayout labels(QRectF(m_area).adjusted(-0.5, -0.5, 0.5, 0.5), requests.curves, lines);
    const auto placeReference = [&](std::size_t i, LabelLayout& among) {
        placed.references[i].label = among.findFreeSpot(spotsAtLine(requests.references[i]));
    };
    // The place of the ring is taken before any label is placed, because no label may cover the ring.
    if (requests.mark && m_area.contains(toPixels(requests.mark->value).toPoint()))
        labels.take(ringAt(requests.mark->value));
    // If room above the plot is reserved, the label of the topmost reference line is placed before the label of the
    // marked point, unless the latter would then have no position left.
    std::size_t first = 0;
    if (requests.hasRoomAboveTopReference && !visible.empty()) {
        LabelLayout tried = labels;
        placeReference(visible.front(), tried);
        const std::vector<QRectF> spots = requests.mark ? spotsAtMark(*requests.mark) : std::vector<QRectF>();
        if (spots.empty() || LabelLayout(tried).findFreeSpot(spots, Avoid::Points)) {
            labels = tried;
            first = 1;
        }
    }
    if (requests.mark) placed.mark = placeMark(*requests.mark, labels);
    for (std::size_t i = first; i < visible.size(); ++i) placeReference(visible[i], labels);
    if (requests.cursorLine) placed.cursorLine = placeCursorLine(requests, labels);
    return placed;
}

QPoint PlotLayout::tagPosition(double column, int pointerY, const QSize& tag, const QSize& picture) const {
    int x = int(column) + m_sizes.tagGap;
    if (x + tag.width() > picture.width()) x = int(column) - m_sizes.tagGap - tag.width();
    const int y = std::clamp(pointerY - tag.height() - m_sizes.tagGap, 0, std::max(0, picture.height() - tag.height()));
    return {std::max(0, x), y};
}

}  // namespace recscope::ui
