// SPDX-License-Identifier: GPL-3.0-or-later
// PlotView: colours, axis ranges, and the header at the top.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plot/plot_view_state.h"
#include "ui/theme/run_palette.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

QCPScatterStyle scatterStyle(int marker, const QColor& colour, double size) {
    static constexpr QCPScatterStyle::ScatterShape kShapes[kRunMarkers] = {QCPScatterStyle::ssDisc,
                                                                           QCPScatterStyle::ssSquare,
                                                                           QCPScatterStyle::ssTriangle,
                                                                           QCPScatterStyle::ssDiamond,
                                                                           QCPScatterStyle::ssCross,
                                                                           QCPScatterStyle::ssPlus,
                                                                           QCPScatterStyle::ssTriangleInverted,
                                                                           QCPScatterStyle::ssSquare};
    constexpr int kHollowSquare = 7;
    if (marker == kHollowSquare) return QCPScatterStyle(kShapes[marker], QPen(colour, size / 5), Qt::NoBrush, size);
    if (marker == kNeutralMarker) return QCPScatterStyle(QCPScatterStyle::ssCircle, colour, size);
    if (marker < 0) return QCPScatterStyle(QCPScatterStyle::ssNone);
    return QCPScatterStyle(kShapes[marker % kRunMarkers], colour, colour, size);
}

void include(QCPRange& range, bool& isValid, const QCPRange& other) {
    if (isValid)
        range.expand(other);
    else
        range = other;
    isValid = true;
}

// Adds room around the data, so that no curve runs along the frame and labels have space above it.
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

}  // namespace

void PlotView::applyTheme() {
    State& s = *m_state;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    m_plot->setBackground(QBrush(colours.surface));
    QColor grid = colours.line;
    if (theme.hasHighContrast()) grid.setAlphaF(0.35F);  // in high contrast, frames must stand out but not the grid
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
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
        axis->grid()->setPen(QPen(grid, 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->axisRect()->setMinimumMargins(QMargins(theme.px(8), theme.px(4), theme.px(14), theme.px(8)));
    m_plot->selectionRect()->setPen(QPen(colours.accent, 1));
    QColor tint = colours.accent;
    tint.setAlphaF(0.15);
    m_plot->selectionRect()->setBrush(tint);

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
    if (s.corner) s.corner->setFont(theme.caption());
    s.menu->setIconSize(QSize(theme.px(16), theme.px(16)));
    applyMarks();
    update();
}

void PlotView::applyMarks() {
    State& s = *m_state;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    for (int i = 0; i < int(s.series.size()); ++i) applyLine(i);
    if (s.bars) {
        s.bars->setPen(Qt::NoPen);
        s.bars->setBrush(colours.accent);
    }
    for (PlotReference& reference : s.references) {
        reference.line->setPen(QPen(colours.muted, 1, Qt::DashLine));
        reference.text->setColor(colours.muted);
        reference.text->setFont(theme.caption());
        reference.text->setBrush(colours.surface);  // hides grid lines and the cursor line behind the label
    }
    if (s.markText) {
        s.markText->setColor(colours.text);
        s.markText->setFont(theme.caption());
        s.markRing->setPen(QPen(colours.text, 1.5 * theme.scale()));
    }
    if (s.cursor) {
        s.cursor->setPen(QPen(colours.accent, 1.5 * theme.scale()));
        s.cursorText->setColor(colours.accent);
        s.cursorText->setFont(theme.caption());
    }
    if (s.diagonal) s.diagonal->setPen(QPen(colours.muted, 1, Qt::DashLine));
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
    series.graph->setLineStyle(series.line.dash == Qt::NoPen ? QCPGraph::lsNone
                               : series.line.stems           ? QCPGraph::lsImpulse
                                                             : QCPGraph::lsLine);
    series.graph->setScatterStyle(scatterStyle(series.line.marker, colour, series.line.markerSize * theme.scale()));
    if (!series.whiskers) return;
    series.whiskers->setPen(QPen(colour, 1.5 * theme.scale()));
    series.whiskers->setWhiskerWidth(theme.px(7));
    series.whiskers->setSymbolGap(series.line.markerSize * theme.scale());
}

void PlotView::refresh() {
    State& s = *m_state;
    if (!isVisible()) return;  // showEvent replots later
    s.dirty = false;
    if (std::exchange(s.resized, false)) {
        for (const auto phase :
             {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
            m_plot->plotLayout()->update(phase);  // choose ticks that suit the new size
    }
    std::vector<PlotHeader::Entry> entries;
    for (PlotSeries& series : s.series) {
        if (series.line.name.isEmpty() || series.graph->dataCount() == 0) continue;
        entries.push_back({series.line.name, series.graph->pen(), series.line.marker, false});
        if (series.line.dash == Qt::NoPen) entries.back().pen.setStyle(Qt::NoPen);
    }
    if (s.bars && !s.barsName.isEmpty()) entries.push_back({s.barsName, QPen(s.bars->brush().color()), -1, true});
    s.header->setEntries(std::move(entries));

    const bool empty = isEmpty();
    s.empty->setVisible(empty && !s.emptyText.isEmpty());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicks(!empty);
        axis->setTickLabels(!empty);
    }
    m_plot->yAxis->grid()->setVisible(!empty);
    s.menu->setEnabled(!empty);
    s.menu->setToolTip(empty ? tr("Nothing to export yet") : tr("Copy or export this plot (also: right click)"));
    s.menu->setAccessibleName(tr("Export: %1").arg(s.title.isEmpty() ? s.yLabel : s.title));
    if (s.zoomed)
        measureData();
    else
        fitRanges();
    const int height = m_plot->axisRect()->height();
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
    // The room above a reference was computed for the previous height, so it must be computed again.
    if (!s.references.empty() && m_plot->axisRect()->height() != height) replotSoon();
}

void PlotView::fitRanges() {
    measureData();
    m_plot->xAxis->setRange(m_state->allX);
    m_plot->yAxis->setRange(m_state->allY);
}

void PlotView::measureData() {
    State& s = *m_state;
    const QCP::SignDomain xDomain = s.xScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    const QCP::SignDomain yDomain = s.yScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    QCPRange x(0, 1), y(0, 1);
    bool anyX = false, anyY = false;
    const auto add = [&](QCPAbstractPlottable* plottable) {
        bool found = false;
        const QCPRange keys = plottable->getKeyRange(found, xDomain);
        if (!found) return;
        include(x, anyX, keys);
        const QCPRange values = plottable->getValueRange(found, yDomain);
        if (found) include(y, anyY, values);
    };
    for (PlotSeries& series : s.series) {
        add(series.graph);
        if (series.whiskers) add(series.whiskers);
    }
    const bool bars = s.bars && s.bars->dataCount() > 0;
    if (bars) {
        s.bars->setBaseValue(s.yScale == Scale::Log ? 0.5 : 0);
        add(s.bars);
        if (anyY) y.expand(s.yScale == Scale::Log ? 0.5 : 0.0);
    }
    if (anyY)
        for (const PlotReference& reference : s.references)
            if (s.yScale == Scale::Linear || reference.y > 0) y.expand(reference.y);
    if (anyX && s.diagonal) {
        x.expand(y);
        y = x;
    }
    // If all points have the same x, e.g. after the first epoch, the axis extends by 1 on both sides.
    if (anyX && x.size() <= 0 && s.xScale == Scale::Linear) x = QCPRange(x.lower - 1, x.upper + 1);
    // Leaves room at both ends, so that the first and the last point are centred above their texts.
    if (anyX && s.xLinear->text && !bars) x = QCPRange(x.lower - 0.4, x.upper + 0.4);
    const double side = s.diagonal ? 0.04 : bars ? 0.01 : 0.02;
    s.allX = padded(x, s.xScale, side, side);
    const double below = s.diagonal ? 0.04 : bars ? 0 : 0.08;
    double above = s.diagonal ? 0.04 : 0.09;
    // Room for a label is reserved above the highest reference line if that line is above all data, or at most this
    // share of the data's height below the highest value.
    constexpr double kMaxShareBelow = 0.03;
    s.hasRoomAboveTopReference =
        anyY && std::any_of(s.references.begin(), s.references.end(), [&](const PlotReference& reference) {
            return reference.y >= y.upper - kMaxShareBelow * y.size();
        });
    if (s.hasRoomAboveTopReference) {
        // Largest share of the plot's height that is reserved for the label, so that a plot with little height still
        // shows the curve.
        constexpr double kMaxShare = 0.4;
        const Theme& theme = Theme::instance();
        const double labelHeight = QFontMetrics(theme.caption()).height() + theme.px(kReferenceGap) + 1;
        const double share = std::min(kMaxShare, labelHeight / std::max(1, m_plot->axisRect()->height()));
        above = std::max(above, share * (1 + below) / (1 - share));
    }
    s.allY = padded(y, s.yScale, below, above);
}

void PlotView::keepInData(QCPAxis* axis, const QCPRange& data) {
    const QCPRange range = axis->range();
    if (range.lower >= data.lower && range.upper <= data.upper) return;
    const bool log = axis->scaleType() == QCPAxis::stLogarithmic;
    const auto length = [log](double from, double to) { return log ? to / from : to - from; };
    const auto moved = [log](double from, double by) { return log ? from * by : from + by; };
    const double size = length(range.lower, range.upper);
    if (size >= length(data.lower, data.upper))
        axis->setRange(data);
    else if (range.lower < data.lower)
        axis->setRange(data.lower, std::min(data.upper, moved(data.lower, size)));
    else
        axis->setRange(std::max(data.lower, moved(data.upper, log ? 1 / size : -size)), data.upper);
}

void PlotView::fitAxisLabels() {
    const auto fit = [](QCPAxis& axis, const QString& label, int length) {
        const QString shown = QFontMetrics(axis.labelFont()).elidedText(label, Qt::ElideRight, length);
        axis.setLabel(shown.size() > 1 || shown == label ? shown : QString());  // no label is better than a single "…"
    };
    fit(*m_plot->xAxis, m_state->xLabel, m_plot->axisRect()->width());
    fit(*m_plot->yAxis, m_state->yLabel, m_plot->axisRect()->height());
}

void PlotView::showWholeAxisLabels() {
    m_plot->xAxis->setLabel(m_state->xLabel);
    m_plot->yAxis->setLabel(m_state->yLabel);
}

// Places the export button at the right and the caller's control to its left; title and legend use the remaining room.
void PlotView::positionCorner() {
    State& s = *m_state;
    const int gap = Theme::instance().px(space::kPadding);
    s.menu->resize(s.menu->sizeHint());
    int left = m_plot->width() - s.menu->width();
    s.menu->move(left, 0);
    if (s.corner && !s.corner->isHidden()) {
        s.corner->resize(s.corner->sizeHint());
        left -= s.corner->width() + gap;
        s.corner->move(left, std::max(0, (s.menu->height() - s.corner->height()) / 2));
    }
    s.header->layOut(left - 2 * gap, s.menu->height());
}

}  // namespace recscope::ui
