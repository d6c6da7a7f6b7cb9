// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_curves.h"

#include <algorithm>
#include <numeric>

#include "ui/plot/plot_band.h"
#include "ui/theme/run_palette.h"
#include "ui/theme/theme.h"
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

void include(std::optional<QCPRange>& range, const QCPRange& other) {
    if (range)
        range->expand(other);
    else
        range = other;
}

/// The data of a graph or of bars, by ascending x.
template <class Data>
std::span<const Data> pointsOf(const QCPDataContainer<Data>& data) {
    if (data.isEmpty()) return {};
    return {&*data.constBegin(), std::size_t(data.size())};
}

}  // namespace

PlotCurves::PlotCurves(QCustomPlot& plot) : m_plot(plot) {}

int PlotCurves::add(const PlotLine& line) {
    PlotCurve curve;
    curve.line = line;
    curve.graph = m_plot.addGraph();
    m_curves.push_back(curve);
    applyTheme(m_curves.back());
    return int(m_curves.size()) - 1;
}

void PlotCurves::setLine(int index, const PlotLine& line) {
    PlotCurve& curve = m_curves[std::size_t(index)];
    curve.line = line;
    applyTheme(curve);
}

void PlotCurves::setPoints(int index, const QVector<double>& x, const QVector<double>& y) {
    PlotCurve& curve = m_curves[std::size_t(index)];
    curve.order.clear();
    if (std::is_sorted(x.begin(), x.end())) {
        curve.graph->setData(x, y, /*alreadySorted=*/true);
        return;
    }
    curve.order.resize(x.size());
    std::iota(curve.order.begin(), curve.order.end(), 0);
    std::stable_sort(curve.order.begin(), curve.order.end(), [&](int a, int b) { return x[a] < x[b]; });
    QVector<double> sortedX, sortedY;
    for (int i : curve.order) {
        sortedX.append(x[i]);
        sortedY.append(y[i]);
    }
    curve.graph->setData(sortedX, sortedY, /*alreadySorted=*/true);
}

void PlotCurves::append(int index, double x, double y) {
    m_curves[std::size_t(index)].graph->addData(x, y);
}

void PlotCurves::setIntervals(int index, const QVector<double>& halfWidths, IntervalStyle style,
                              const PlotLimits& possible) {
    PlotCurve& curve = m_curves[std::size_t(index)];
    if (halfWidths.isEmpty()) {
        if (curve.whiskers) m_plot.removePlottable(curve.whiskers);
        curve.whiskers = nullptr;
        return;
    }
    if (!curve.whiskers) {
        curve.whiskers = style == IntervalStyle::Band ? new PlotBand(m_plot.xAxis, m_plot.yAxis)
                                                      : new QCPErrorBars(m_plot.xAxis, m_plot.yAxis);
        curve.whiskers->setDataPlottable(curve.graph);
    }
    QVector<double> sorted = halfWidths;
    for (int i = 0; i < int(curve.order.size()); ++i) sorted[i] = halfWidths[curve.order[i]];
    QVector<double> below = sorted, above = sorted;
    for (int i = 0; i < int(std::min<qsizetype>(sorted.size(), curve.graph->dataCount())); ++i) {
        const double y = curve.graph->dataMainValue(i);
        below[i] = std::min(below[i], std::max(0.0, y - possible.lowest));
        above[i] = std::min(above[i], std::max(0.0, possible.highest - y));
    }
    curve.whiskers->setData(below, above);
    curve.halfWidths = sorted;
    applyTheme(curve);
}

void PlotCurves::setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width) {
    if (!m_bars) m_bars = new QCPBars(m_plot.xAxis, m_plot.yAxis);
    m_barsName = name;
    m_bars->setWidthType(QCPBars::wtPlotCoords);
    m_bars->setWidth(width);
    m_bars->setData(x, height);
    applyTheme();
}

void PlotCurves::clear() {
    for (PlotCurve& curve : m_curves) {
        if (curve.whiskers) m_plot.removePlottable(curve.whiskers);
        m_plot.removeGraph(curve.graph);
    }
    m_curves.clear();
    if (m_bars) m_plot.removePlottable(m_bars);
    m_bars = nullptr;
}

void PlotCurves::applyTheme() {
    for (PlotCurve& curve : m_curves) applyTheme(curve);
    if (!m_bars) return;
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(Theme::instance().colours().accent);
}

void PlotCurves::applyTheme(PlotCurve& curve) {
    const Theme& theme = Theme::instance();
    const PlotLine& line = curve.line;
    QColor colour = line.colour.isValid() ? line.colour : theme.colours().accent;
    colour.setAlphaF(colour.alphaF() * line.opacity);
    QPen pen(colour, line.width * theme.scale(), line.dash);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(line.dash == Qt::SolidLine ? Qt::RoundCap : Qt::FlatCap);
    curve.graph->setPen(pen);
    curve.graph->setLineStyle(line.dash == Qt::NoPen ? QCPGraph::lsNone
                              : line.stems           ? QCPGraph::lsImpulse
                                                     : QCPGraph::lsLine);
    curve.graph->setScatterStyle(scatterStyle(line.marker, colour, line.markerSize * theme.scale()));
    if (!curve.whiskers) return;
    curve.whiskers->setPen(QPen(colour, 1.5 * theme.scale()));
    curve.whiskers->setWhiskerWidth(theme.px(7));
    curve.whiskers->setSymbolGap(line.markerSize * theme.scale());
}

bool PlotCurves::isEmpty() const {
    if (m_bars && m_bars->dataCount() > 0) return false;
    return std::none_of(m_curves.begin(), m_curves.end(),
                        [](const PlotCurve& curve) { return curve.graph->dataCount() > 0; });
}

PlotExtent PlotCurves::extent(PlotScale x, PlotScale y) {
    const QCP::SignDomain xDomain = x == PlotScale::Log ? QCP::sdPositive : QCP::sdBoth;
    const QCP::SignDomain yDomain = y == PlotScale::Log ? QCP::sdPositive : QCP::sdBoth;
    PlotExtent extent;
    const auto add = [&](QCPAbstractPlottable* plottable) {
        bool found = false;
        const QCPRange keys = plottable->getKeyRange(found, xDomain);
        if (!found) return;
        include(extent.x, keys);
        const QCPRange values = plottable->getValueRange(found, yDomain);
        if (found) include(extent.y, values);
    };
    for (PlotCurve& curve : m_curves) {
        add(curve.graph);
        if (curve.whiskers) add(curve.whiskers);
    }
    extent.hasBars = m_bars && m_bars->dataCount() > 0;
    if (extent.hasBars) {
        m_bars->setBaseValue(y == PlotScale::Log ? 0.5 : 0);
        add(m_bars);
        if (extent.y) extent.y->expand(m_bars->baseValue());
    }
    return extent;
}

std::vector<PlotHeader::Entry> PlotCurves::legend() const {
    std::vector<PlotHeader::Entry> entries;
    for (const PlotCurve& curve : m_curves) {
        if (curve.line.name.isEmpty() || curve.graph->dataCount() == 0) continue;
        entries.push_back({curve.line.name, curve.graph->pen(), curve.line.marker, false});
        if (curve.line.dash == Qt::NoPen) entries.back().pen.setStyle(Qt::NoPen);
    }
    if (m_bars && !m_barsName.isEmpty()) entries.push_back({m_barsName, QPen(m_bars->brush().color()), -1, true});
    return entries;
}

std::vector<DrawnCurve> PlotCurves::drawn(const PlotLayout& layout) const {
    std::vector<DrawnCurve> curves;
    for (const PlotCurve& curve : m_curves)
        if (curve.graph->dataCount() > 0) curves.push_back(layout.drawn(pointsOf(*curve.graph->data()), curve.line));
    return curves;
}

PlotHitTest PlotCurves::hitTest(const PlotLayout& layout) const {
    std::vector<std::span<const QCPGraphData>> points;
    for (const PlotCurve& curve : m_curves) points.push_back(pointsOf(*curve.graph->data()));
    PlotHitTest::Bars bars;
    if (m_bars) bars = {pointsOf(*m_bars->data()), m_bars->width(), m_bars->baseValue()};
    return {layout, std::move(points), bars};
}

}  // namespace recscope::ui
