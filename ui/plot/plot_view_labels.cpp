// SPDX-License-Identifier: GPL-3.0-or-later
// PlotView: places the labels of references, of the mark and of the cursor line, and draws the diagonal.
#include <algorithm>
#include <optional>

#include "ui/plot/label_layout.h"
#include "ui/plot/plot_view_state.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

/// The visible parts of the curves, including one point outside the view at each end, because the lines to these points
/// are visible.
std::vector<DrawnCurve> drawnCurves(const std::vector<PlotSeries>& all, double scale) {
    std::vector<DrawnCurve> curves;
    for (const PlotSeries& series : all) {
        const QCPGraph& graph = *series.graph;
        if (graph.dataCount() == 0) continue;
        const QCPRange view = graph.keyAxis()->range();
        const int begin = graph.findBegin(view.lower, /*expandedRange=*/true);
        const int end = graph.findEnd(view.upper, /*expandedRange=*/true);
        DrawnCurve curve;
        curve.isJoined = series.line.dash != Qt::NoPen;
        // Without markers, half of the line width is the radius.
        curve.radius = (series.line.marker == -1 ? series.line.width : series.line.markerSize) * scale / 2;
        for (int i = begin; i < end; ++i)
            curve.points.push_back(graph.coordsToPixels(graph.dataMainKey(i), graph.dataMainValue(i)));
        if (curve.isJoined) curve.points = visiblePoints(std::move(curve.points));
        curves.push_back(std::move(curve));
    }
    return curves;
}

/// The size of the text item, computed as in QCPItemText.
QSizeF sizeOf(const QCPItemText& text) {
    const int flags = Qt::TextDontClip | text.textAlignment();
    const QSize textSize = QFontMetrics(text.font()).boundingRect(QRect(), flags, text.text()).size();
    return textSize.grownBy(text.padding());
}

// Possible label positions above and below the line, best first: at its right and left end, then nearer and nearer to
// its middle.
std::vector<QRectF> spotsAtLine(const QRectF& area, double y, const QSizeF& size) {
    constexpr int kSteps = 8;
    const int gap = Theme::instance().px(kReferenceGap);
    const double available = area.width() - size.width();
    std::vector<QRectF> spots;
    for (const int step : {0, kSteps, 1, kSteps - 1, 2, kSteps - 2, 3, kSteps - 3, kSteps / 2}) {
        const double x = area.right() - size.width() - available * step / kSteps;
        spots.emplace_back(QPointF(x, y - 1 - size.height()), size);
        spots.emplace_back(QPointF(x, y + 1), size);
        spots.emplace_back(QPointF(x, y - gap - size.height()), size);  // above markers on the line
    }
    return spots;
}

// Possible label positions around a point, best first: the corners towards the middle of the plot, then the other
// corners, then the sides. All are close to the point, so that it is clear which point the label belongs to. `ring` is
// the diameter of the ring around the point, in pixels.
std::vector<QRectF> spotsAtPoint(const QRectF& area, const QPointF& point, const QSizeF& size, double ring) {
    const bool atLeft = point.x() < area.center().x();
    std::vector<QRectF> spots;
    for (const double gap : {0.6 * ring, 0.95 * ring, 1.5 * ring}) {
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

}  // namespace

// Places the ring around the marked point. Called before any label is placed, because no label may cover the ring.
void PlotView::positionRing(LabelLayout& layout) {
    State& s = *m_state;
    const double size = 10 * Theme::instance().scale();
    const QPointF point(m_plot->xAxis->coordToPixel(s.mark.x()), m_plot->yAxis->coordToPixel(s.mark.y()));
    s.markRing->topLeft->setPixelPosition(point - QPointF(size / 2, size / 2));
    s.markRing->bottomRight->setCoords(size, size);
    if (m_plot->axisRect()->rect().contains(point.toPoint()))
        layout.take(QRectF(point - QPointF(size / 2, size / 2), QSizeF(size, size)));
}

std::vector<QRectF> PlotView::markSpots() const {
    const State& s = *m_state;
    const QPointF point(m_plot->xAxis->coordToPixel(s.mark.x()), m_plot->yAxis->coordToPixel(s.mark.y()));
    const QRectF area = m_plot->axisRect()->rect();
    if (!area.contains(point)) return {};
    return spotsAtPoint(area, point, sizeOf(*s.markText), 10 * Theme::instance().scale());
}

bool PlotView::hasRoomForMark(LabelLayout layout) const {
    const std::vector<QRectF> spots = markSpots();
    return spots.empty() || layout.findFreeSpot(spots, Avoid::Points);
}

void PlotView::positionMark(LabelLayout& layout) {
    State& s = *m_state;
    const std::vector<QRectF> spots = markSpots();
    s.markText->setVisible(!spots.empty());
    if (spots.empty()) return;
    QColor veil = Theme::instance().colours().surface;
    std::optional<QRectF> label = layout.findFreeSpot(spots);
    // With no free position, the label is placed over curves but not over points, on a translucent background.
    if (!label) {
        label = layout.findFreeSpot(spots, Avoid::Points);
        if (label) veil.setAlphaF(0.75);
    }
    if (!label) label = layout.leastCovering(spots);
    s.markText->setBrush(veil);
    s.markText->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    const QPointF point(m_plot->xAxis->coordToPixel(s.mark.x()), m_plot->yAxis->coordToPixel(s.mark.y()));
    s.markText->position->setCoords(label->topLeft() - point);
}

// Places the label of a reference line. If there is no room, the line ends in a small diamond, and hovering over a
// point shows the label.
void PlotView::positionReference(PlotReference& reference, LabelLayout& layout) {
    const QRectF area = m_plot->axisRect()->rect();
    const double y = m_plot->yAxis->coordToPixel(reference.y);
    const auto label = layout.findFreeSpot(spotsAtLine(area, y, sizeOf(*reference.text)));
    reference.text->setVisible(label.has_value());
    const double mark = Theme::instance().px(7);
    reference.line->setHead(label ? QCPLineEnding(QCPLineEnding::esNone)
                                  : QCPLineEnding(QCPLineEnding::esDiamond, mark, mark));
    if (!label) return;
    reference.text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    reference.text->position->setPixelPosition(label->topLeft());
}

void PlotView::layOutLabels() {
    State& s = *m_state;
    const QRect area = m_plot->axisRect()->rect();
    std::vector<double> lines;
    for (PlotReference& reference : s.references) {
        const double pixel = m_plot->yAxis->coordToPixel(reference.y);
        const bool inside = !isEmpty() && pixel >= area.top() - 1 && pixel <= area.bottom() + 1;
        reference.line->setVisible(inside);
        if (!inside) reference.text->setVisible(false);
        if (inside) lines.push_back(pixel);
    }
    const bool avoidsCurves = !s.references.empty() || s.markText;  // the label of the cursor line may cover curves
    LabelLayout layout(QRectF(area).adjusted(-0.5, -0.5, 0.5, 0.5),
                       avoidsCurves ? drawnCurves(s.series, Theme::instance().scale()) : std::vector<DrawnCurve>(),
                       lines);
    std::vector<PlotReference*> visible;
    for (PlotReference& reference : s.references)
        if (reference.line->visible()) visible.push_back(&reference);
    std::sort(visible.begin(), visible.end(), [](auto* a, auto* b) { return a->y > b->y; });
    if (s.markText) positionRing(layout);
    // If room above the plot is reserved, the label of the topmost reference line is placed before the label of the
    // marked point, unless the latter would then have no position left.
    std::size_t first = 0;
    if (s.hasRoomAboveTopReference && !visible.empty()) {
        LabelLayout tried = layout;
        positionReference(*visible.front(), tried);
        if (!s.markText || hasRoomForMark(tried)) {
            layout = tried;
            first = 1;
        }
    }
    if (s.markText) positionMark(layout);
    for (std::size_t i = first; i < visible.size(); ++i) positionReference(*visible[i], layout);
    if (s.cursor) {
        const double x = m_plot->xAxis->coordToPixel(s.cursor->start->coords().x());
        const bool inside = !isEmpty() && x >= area.left() - 1 && x <= area.right() + 1;
        s.cursor->setVisible(inside);
        // The label is at the top or bottom of the line, to its right or left. If all spots are taken, the line has no
        // label.
        const QSizeF size = sizeOf(*s.cursorText);
        std::vector<QRectF> spots;
        for (const double y : {double(area.top()), area.bottom() - size.height()})
            for (const double left : {x + 1, x - 1 - size.width()}) spots.emplace_back(QPointF(left, y), size);
        const auto label = inside ? layout.findFreeSpot(spots, Avoid::Nothing) : std::nullopt;
        s.cursorText->setVisible(label.has_value());
        if (label) {
            s.cursorText->setPositionAlignment((label->left() > x ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
            s.cursorText->position->setPixelPosition(QPointF(x, label->top()));
        }
        QColor veil = Theme::instance().colours().surface;
        veil.setAlphaF(0.75);
        s.cursorText->setBrush(veil);
    }
    if (s.diagonal) {
        const double lower = std::max(m_plot->xAxis->range().lower, m_plot->yAxis->range().lower);
        const double upper = std::min(m_plot->xAxis->range().upper, m_plot->yAxis->range().upper);
        s.diagonal->setVisible(lower < upper && !isEmpty());
        s.diagonal->start->setCoords(lower, lower);
        s.diagonal->end->setCoords(upper, upper);
    }
    s.empty->setGeometry(area.adjusted(area.width() / 8, 0, -area.width() / 8, 0));
}

}  // namespace recscope::ui
