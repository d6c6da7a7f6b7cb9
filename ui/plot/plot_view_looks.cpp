// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, what is in view, and where labels stand.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/plot/plot_view_state.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

QCPScatterStyle scatterStyle(int marker, const QColor& colour, double size) {
    static constexpr QCPScatterStyle::ScatterShape kShapes[] = {QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                                                                QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                                                                QCPScatterStyle::ssCross,    QCPScatterStyle::ssPlus};
    if (marker < 0) return QCPScatterStyle(QCPScatterStyle::ssNone);
    return QCPScatterStyle(kShapes[marker % 6], colour, colour, size);
}

void include(QCPRange& range, bool& any, const QCPRange& more) {
    if (any)
        range.expand(more);
    else
        range = more;
    any = true;
}

// Room around the data, so that no curve runs along a frame and labels have space above it.
QCPRange padded(QCPRange range, PlotView::Scale scale, double below, double above) {
    if (scale == PlotView::Scale::Log) {
        if (range.lower <= 0 || range.upper <= 0) return QCPRange(0.1, 1);
        const double decades = std::max(std::log10(range.upper / range.lower), 0.05);
        return QCPRange(range.lower * std::pow(10.0, -below * decades), range.upper * std::pow(10.0, above * decades));
    }
    double size = range.size();
    if (size <= 0) {
        const double half = std::max(std::abs(range.upper) * 0.5, 1e-6);
        return QCPRange(range.lower - half, range.upper + half);
    }
    const double lower = range.lower - below * size;
    return QCPRange(range.lower >= 0 && lower < 0 ? 0 : lower, range.upper + above * size);
}

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

void PlotView::applyTheme() {
    State& s = *m_state;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    m_plot->setBackground(QBrush(colours.surface));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2}) {
        axis->setTickLabelFont(theme.caption());
        axis->setLabelFont(theme.caption());
        axis->setTickLabelColor(colours.muted);
        axis->setLabelColor(colours.muted);
        axis->setBasePen(QPen(colours.line, 1));
        axis->setTickPen(QPen(colours.line, 1));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0, theme.px(4));
        axis->setTickLabelPadding(theme.px(4));
        axis->setLabelPadding(theme.px(4));
        axis->grid()->setPen(QPen(colours.line, 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->axisRect()->setMinimumMargins(QMargins(theme.px(8), theme.px(4), theme.px(14), theme.px(8)));
    m_plot->selectionRect()->setPen(QPen(colours.accent, 1));
    QColor wash = colours.accent;
    wash.setAlphaF(0.15);
    m_plot->selectionRect()->setBrush(wash);

    const QString box =
        QStringLiteral("background:%1; color:%2; border:1px solid %3; border-radius:%4px; padding:%5px;")
            .arg(colours.surface.name(), colours.text.name(), colours.muted.name())
            .arg(theme.px(4))
            .arg(theme.px(4));
    s.tag->setStyleSheet(box);
    s.message->setStyleSheet(box);
    s.tag->setFont(theme.caption());
    s.message->setFont(theme.caption());
    s.guide->setStyleSheet(QStringLiteral("background:%1;").arg(colours.muted.name()));
    s.empty->setFont(theme.body());
    QPalette muted = s.empty->palette();
    muted.setColor(QPalette::WindowText, colours.muted);
    s.empty->setPalette(muted);

    for (int i = 0; i < int(s.series.size()); ++i) applyLine(i);
    if (s.bars) {
        s.bars->setPen(Qt::NoPen);
        s.bars->setBrush(colours.accent);
    }
    for (PlotReference& reference : s.references) {
        reference.line->setPen(QPen(colours.muted, 1, Qt::DashLine));
        reference.text->setColor(colours.muted);
        reference.text->setFont(theme.caption());
        QColor veil = colours.surface;  // keeps grid lines from the words
        veil.setAlphaF(0.75);
        reference.text->setBrush(veil);
    }
    if (s.markText) {
        s.markText->setColor(colours.text);
        s.markText->setFont(theme.caption());
        QColor veil = colours.surface;
        veil.setAlphaF(0.75);
        s.markText->setBrush(veil);
        s.markRing->setPen(QPen(colours.text, 1.5 * theme.scale()));
    }
    if (s.cursor) {
        s.cursor->setPen(QPen(colours.accent, 1.5 * theme.scale()));
        s.cursorText->setColor(colours.accent);
        s.cursorText->setFont(theme.caption());
    }
    if (s.diagonal) s.diagonal->setPen(QPen(colours.muted, 1, Qt::DashLine));
    if (s.corner) s.corner->setFont(theme.caption());
    update();
    replotSoon();
}

void PlotView::applyLine(int index) {
    PlotSeries& series = m_state->series[index];
    const Theme& theme = Theme::instance();
    QColor colour = series.line.colour.isValid() ? series.line.colour : theme.colours().accent;
    colour.setAlphaF(colour.alphaF() * series.line.opacity);
    QPen pen(colour, series.line.width * theme.scale(), series.line.dash);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(series.line.dash == Qt::SolidLine ? Qt::RoundCap : Qt::FlatCap);
    series.graph->setPen(pen);
    series.graph->setLineStyle(series.line.dash == Qt::NoPen ? QCPGraph::lsNone : QCPGraph::lsLine);
    series.graph->setScatterStyle(scatterStyle(series.line.marker, colour, series.line.markerSize * theme.scale()));
    series.graph->setValueAxis(series.line.onRightAxis ? m_plot->yAxis2 : m_plot->yAxis);
    if (!series.whiskers) return;
    series.whiskers->setValueAxis(series.graph->valueAxis());
    series.whiskers->setPen(QPen(colour, 1.5 * theme.scale()));
    series.whiskers->setWhiskerWidth(theme.px(7));
    series.whiskers->setSymbolGap(series.line.markerSize * theme.scale());
}

void PlotView::refresh() {
    State& s = *m_state;
    if (!isVisible()) return;  // showEvent catches up
    s.dirty = false;
    std::vector<PlotHeader::Entry> entries;
    bool right = false;
    for (PlotSeries& series : s.series) {
        right = right || series.line.onRightAxis;
        if (series.line.name.isEmpty() || series.graph->dataCount() == 0) continue;
        entries.push_back({series.line.name, series.graph->pen(), series.line.marker, false});
        if (series.line.dash == Qt::NoPen) entries.back().pen.setStyle(Qt::NoPen);
    }
    if (s.bars && !s.barsName.isEmpty()) entries.push_back({s.barsName, QPen(s.bars->brush().color()), -1, true});
    s.header->setEntries(std::move(entries));
    m_plot->yAxis2->setVisible(right);
    m_plot->yAxis2->setTickLabels(right);

    const bool empty = isEmpty();
    s.empty->setVisible(empty && !s.emptyText.isEmpty());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicks(!empty);
        axis->setTickLabels(!empty);
    }
    m_plot->yAxis->grid()->setVisible(!empty);
    if (!s.zoomed) fitRanges();
    m_plot->replot(QCustomPlot::rpImmediateRefresh);
}

void PlotView::fitRanges() {
    State& s = *m_state;
    const QCP::SignDomain xDomain = s.xScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    const QCP::SignDomain yDomain = s.yScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    QCPRange x(0, 1), y(0, 1), right(0, 1);
    bool anyX = false, anyY = false, anyRight = false;
    const auto add = [&](QCPAbstractPlottable* plottable, bool onRight) {
        bool found = false;
        const QCPRange keys = plottable->getKeyRange(found, xDomain);
        if (!found) return;
        include(x, anyX, keys);
        const QCPRange values = plottable->getValueRange(found, yDomain);
        if (!found) return;
        if (onRight)
            include(right, anyRight, values);
        else
            include(y, anyY, values);
    };
    for (PlotSeries& series : s.series) {
        add(series.graph, series.line.onRightAxis);
        if (series.whiskers) add(series.whiskers, series.line.onRightAxis);
    }
    const bool bars = s.bars && s.bars->dataCount() > 0;
    if (bars) {
        s.bars->setBaseValue(s.yScale == Scale::Log ? 0.5 : 0);
        add(s.bars, false);
        if (anyY) y.expand(s.yScale == Scale::Log ? 0.5 : 0.0);
    }
    if (anyY)
        for (const PlotReference& reference : s.references)
            if (s.yScale == Scale::Linear || reference.y > 0) y.expand(reference.y);
    if (anyX && s.diagonal) {
        x.expand(y);
        y = x;
    }
    // Half a step keeps a first epoch visible as a point between two ticks.
    if (anyX && x.size() <= 0 && s.xScale == Scale::Linear) x = QCPRange(x.lower - 1, x.upper + 1);
    // Classes stand in the middle of their text.
    if (anyX && s.xLinear->text && !bars) x = QCPRange(x.lower - 0.4, x.upper + 0.4);
    const double side = s.diagonal ? 0.04 : bars ? 0.01 : 0.02;
    m_plot->xAxis->setRange(padded(x, s.xScale, side, side));
    m_plot->yAxis->setRange(padded(y, s.yScale, s.diagonal ? 0.04 : bars ? 0 : 0.08, s.diagonal ? 0.04 : 0.09));
    m_plot->yAxis2->setRange(padded(right, s.yScale, 0.08, 0.09));
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
    if (s.markText) {
        const double size = 10 * Theme::instance().scale();
        const double px = m_plot->xAxis->coordToPixel(s.mark.x()), py = m_plot->yAxis->coordToPixel(s.mark.y());
        s.markRing->topLeft->setPixelPosition(QPointF(px - size / 2, py - size / 2));
        s.markRing->bottomRight->setCoords(size, size);
        // The nearest place where the label stays inside and off the reference labels; off the curves, too, if there is
        // such a place: beside the point or over and under it, up to six lines away.
        const double width = metrics.horizontalAdvance(s.markText->text()) + 4, gap = 0.7 * size;
        const double right = px + gap, left = px - gap - width;
        const double middle =
            std::clamp(px - width / 2, area.left() + 1.0, std::max(area.left() + 1.0, area.right() - width));
        const bool preferRight = px < area.center().x();
        const std::array<double, 3> columns{preferRight ? right : left, preferRight ? left : right, middle};
        const auto find = [&](bool offCurves) -> std::optional<QRectF> {
            constexpr int kLines = 6;
            for (int line = 0; line < kLines; ++line) {
                const double distance = gap + line * labelHeight;
                for (const double x : columns) {
                    for (const double y : {py - distance - labelHeight, py + distance}) {
                        const QRectF label(x, y, width, labelHeight);
                        const bool isFree = std::none_of(taken.begin(), taken.end(),
                                                         [&](const QRectF& other) { return other.intersects(label); });
                        if (QRectF(area).contains(label) && isFree && !(offCurves && crossesCurve(s.series, label)))
                            return label;
                    }
                }
            }
            return std::nullopt;
        };
        std::optional<QRectF> label = find(true);
        if (!label) label = find(false);
        s.markText->setVisible(label.has_value());  // where everything is taken, the ring alone stands
        if (label) taken.push_back(*label);
        if (label) {
            s.markText->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
            s.markText->position->setCoords(label->left() - px, label->top() - py);
        }
    }
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
        s.diagonal->setVisible(lower < upper);
        s.diagonal->start->setCoords(lower, lower);
        s.diagonal->end->setCoords(upper, upper);
    }
    s.empty->setGeometry(area.adjusted(area.width() / 8, 0, -area.width() / 8, 0));
}

}  // namespace recscope::ui
