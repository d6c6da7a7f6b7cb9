// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_hover.h"

#include <qcustomplot.h>

#include "ui/plot/plot_axes.h"
#include "ui/plot/plot_curves.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_overlay.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kMaxRows = 10;  ///< largest number of rows of the table in the tag

QString linesAsHtml(const QString& text) {
    return text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

QString tableRow(const QColor& colour, const QString& name, const QString& value) {
    return QStringLiteral(
               "<tr><td style='color:%1'>■&nbsp;</td><td>%2&nbsp;&nbsp;</td><td "
               "align='right'><b>%3</b></td></tr>")
        .arg(colour.name(), name.toHtmlEscaped(), value);
}

}  // namespace

PlotHover::PlotHover(QCustomPlot& plot, const PlotAxes& axes, const PlotCurves& curves, const PlotMarks& marks,
                     PlotOverlay& overlay)
    : m_plot(plot), m_axes(axes), m_curves(curves), m_marks(marks), m_overlay(overlay) {}

void PlotHover::moveTo(const QPoint& position) {
    const PlotLayout layout = m_axes.layout();
    if (m_curves.isEmpty() || !layout.area().contains(position)) return hide();
    const PlotHitTest test = m_curves.hitTest(layout);
    if (m_pointText) {
        const std::optional<PointHit> hit = test.pointAt(position);
        Point point{};
        if (hit) {
            const QVector<int>& order = m_curves.all()[std::size_t(hit->curve)].order;
            point = {hit->curve, order.isEmpty() ? hit->point : order[hit->point]};
            setPoint(point);
        } else {
            setPoint({});
        }
        m_plot.setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (!hit) return hide();
        if (!m_point) return;  // a receiver of the signal of setPoint() replaced the points
        const QString html = linesAsHtml(m_pointText(point.line, point.point));
        return m_overlay.showTag(html, hit->pixel.x(), position.y(), layout, /*guided=*/false);
    }
    const std::optional<ColumnHit> hit = test.columnAt(position);
    if (!hit) return hide();
    m_bar = hit->isOnBar ? std::optional(hit->x) : std::nullopt;
    if (m_barsClickable) m_plot.setCursor(m_bar ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_overlay.showTag(textOf(*hit), hit->pixel, position.y(), layout, /*guided=*/true);
}

QString PlotHover::textOf(const ColumnHit& hit) const {
    const QCPBars* bars = m_curves.bars();
    const double barHeight = hit.bar ? bars->dataMainValue(*hit.bar) : 0;
    if (bars && m_barText) return linesAsHtml(m_barText(hit.x, barHeight));
    const int decimals = m_axes.yDecimals();
    QStringList rows;
    if (hit.bar)
        rows << tableRow(bars->brush().color(), m_curves.barsName().isEmpty() ? m_axes.yLabel() : m_curves.barsName(),
                         plainNumber(barHeight, decimals));
    for (std::size_t i = 0; i < hit.points.size(); ++i) {
        if (hit.points[i] < 0) continue;
        const PlotCurve& curve = m_curves.all()[i];
        QColor colour = curve.graph->pen().color();
        colour.setAlpha(255);
        QString value = plainNumber(curve.graph->dataMainValue(hit.points[i]), decimals);
        if (curve.whiskers) value += QStringLiteral(" ± ") + plainNumber(curve.halfWidths[hit.points[i]], decimals);
        rows << tableRow(colour, curve.line.name.isEmpty() ? m_axes.yLabel() : curve.line.name, value);
    }
    // The hover tag also shows the labels for which the plot has no room.
    for (const PlotMarks::Label& label : m_marks.labelsLeftOut(hit.x)) rows << tableRow(label.colour, label.text, {});
    return QStringLiteral("%1<table cellspacing='0' cellpadding='0'>%2</table>")
        .arg(m_axes.textAt(hit.x).toHtmlEscaped(), rows.mid(0, kMaxRows).join(QString()));
}

void PlotHover::setPoint(const std::optional<Point>& point) {
    if (point == m_point) return;
    m_point = point;
    emit pointHovered(point ? point->line : -1, point ? point->point : -1);
}

void PlotHover::hide() {
    m_overlay.hideTag();
    m_bar.reset();
    m_plot.unsetCursor();
    setPoint({});
}

}  // namespace recscope::ui
