// SPDX-License-Identifier: GPL-3.0-or-later
// Where the words in a plot stand: of references, the mark, the cursor line; and the diagonal.
#include <algorithm>
#include <array>
#include <optional>

#include "ui/plot/plot_view_state.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

// True if a line of few points runs through the rectangle; long ones would take too long and are dense anyway.
bool crossesCurve(const std::vector<PlotSeries>& all, const QRectF& rect) {
    constexpr int kMostPoints = 2000;
    for (const PlotSeries& series : all) {
        if (series.graph->dataCount() > kMostPoints) continue;
        QPointF before;
        for (int i = 0; i < series.graph->dataCount(); ++i) {
            const QPointF point =
                series.graph->coordsToPixels(series.graph->dataMainKey(i), series.graph->dataMainValue(i));
            if (rect.contains(point)) return true;
            const QLineF segment(i ? before : point, point);
            for (const QLineF& side :
                 {QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.bottomLeft(), rect.bottomRight()),
                  QLineF(rect.topLeft(), rect.bottomLeft()), QLineF(rect.topRight(), rect.bottomRight())})
                if (segment.intersects(side, nullptr) == QLineF::BoundedIntersection) return true;
            before = point;
        }
    }
    return false;
}

}  // namespace

// The label touches its ring, at the first of eight spots that is inside and off other labels; off the curves, too, if
// there is such a spot. Further away nobody sees what it names.
void PlotView::placeMark(std::vector<QRectF>& taken) {
    State& s = *m_state;
    const Theme& theme = Theme::instance();
    const QRectF area = m_plot->axisRect()->rect();
    const QFontMetrics metrics(theme.caption());
    const double size = 10 * theme.scale(), gap = 0.6 * size;
    const QPointF point(m_plot->xAxis->coordToPixel(s.mark.x()), m_plot->yAxis->coordToPixel(s.mark.y()));
    s.markRing->topLeft->setPixelPosition(point - QPointF(size / 2, size / 2));
    s.markRing->bottomRight->setCoords(size, size);
    const double width = metrics.horizontalAdvance(s.markText->text()) + 4, height = metrics.height();
    const double right = gap, left = -gap - width, above = -gap - height, below = gap;
    const double near = point.x() < area.center().x() ? right : left,
                 far = point.x() < area.center().x() ? left : right;
    const std::array<QPointF, 8> spots{
        QPointF(near, above),       QPointF(far, above),       QPointF(near, below),       QPointF(far, below),
        QPointF(near, -height / 2), QPointF(far, -height / 2), QPointF(-width / 2, above), QPointF(-width / 2, below)};
    const auto find = [&](bool offCurves) -> std::optional<QRectF> {
        for (const QPointF& spot : spots) {
            const QRectF label(point + spot, QSizeF(width, height));
            const bool isFree =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(label); });
            if (area.contains(label) && isFree && !(offCurves && crossesCurve(s.series, label))) return label;
        }
        return std::nullopt;
    };
    std::optional<QRectF> label;
    if (area.contains(point)) label = find(/*offCurves=*/true);
    if (area.contains(point) && !label) label = find(/*offCurves=*/false);
    s.markText->setVisible(label.has_value());  // where everything is taken, the ring alone stands
    if (!label) return;
    taken.push_back(*label);
    s.markText->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    s.markText->position->setCoords(label->topLeft() - point);
}

void PlotView::placeLabels() {
    State& s = *m_state;
    const QRect area = m_plot->axisRect()->rect();
    const double labelHeight = QFontMetrics(Theme::instance().caption()).height();
    std::vector<PlotReference*> visible;
    for (PlotReference& reference : s.references) {
        const double pixel = m_plot->yAxis->coordToPixel(reference.y);
        const bool inside = !isEmpty() && pixel >= area.top() - 1 && pixel <= area.bottom() + 1;
        reference.line->setVisible(inside);
        reference.text->setVisible(inside);
        if (inside) visible.push_back(&reference);
    }
    std::sort(visible.begin(), visible.end(), [](auto* a, auto* b) { return a->y > b->y; });
    std::vector<QRectF> taken;
    const QFontMetrics metrics(Theme::instance().caption());
    for (PlotReference* reference : visible) {
        // Over or under its line, at the right or the left: the first place that is free and off the curves.
        const double pixel = m_plot->yAxis->coordToPixel(reference->y);
        const double width = metrics.horizontalAdvance(reference->label) + 4;
        struct Place {
            Qt::Alignment alignment;
            QRectF rect;
        };
        std::vector<Place> places;
        for (const Qt::Alignment side : {Qt::AlignRight, Qt::AlignLeft}) {
            const double x = side == Qt::AlignRight ? area.right() - width : area.left();
            places.push_back({side | Qt::AlignBottom, {x, pixel - labelHeight, width, labelHeight}});
            places.push_back({side | Qt::AlignTop, {x, pixel, width, labelHeight}});
        }
        const auto isFree = [&](const Place& place) {
            return place.rect.top() >= area.top() - 2 && place.rect.bottom() <= area.bottom() + 2 &&
                   std::none_of(taken.begin(), taken.end(),
                                [&](const QRectF& other) { return other.intersects(place.rect); });
        };
        auto best = std::find_if(places.begin(), places.end(), [&](const Place& place) {
            return isFree(place) && !crossesCurve(s.series, place.rect);
        });
        // In a plot too low for both, the curve counts more than the words: the line stays without them.
        reference->text->setVisible(best != places.end());
        if (best == places.end()) continue;
        reference->text->setPositionAlignment(best->alignment);
        const bool right = best->alignment.testFlag(Qt::AlignRight);
        reference->text->position->setCoords(right ? 0.995 : 0.005, reference->y);
        taken.push_back(best->rect);
    }
    if (s.markText) placeMark(taken);
    if (s.cursor) {
        const double x = m_plot->xAxis->coordToPixel(s.cursor->start->coords().x());
        const bool inside = !isEmpty() && x >= area.left() - 1 && x <= area.right() + 1;
        s.cursor->setVisible(inside);
        // At the right of the line or at its left, whichever is free of words; else the line alone.
        const double width = metrics.horizontalAdvance(s.cursorText->text()) + 8;
        std::optional<Qt::Alignment> side;
        for (const Qt::Alignment candidate : {Qt::AlignRight, Qt::AlignLeft}) {
            const QRectF label(candidate == Qt::AlignLeft ? x : x - width, area.top(), width, labelHeight);
            if (label.left() >= area.left() && label.right() <= area.right() &&
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(label); }))
                side = candidate;
        }
        s.cursorText->setVisible(inside && side);
        if (side) s.cursorText->setPositionAlignment(*side | Qt::AlignTop);
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
