// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axes.h"

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

void setScale(QCPAxis& axis, PlotScale scale, const QSharedPointer<LinearTicker>& linear,
              const QSharedPointer<LogTicker>& log) {
    axis.setScaleType(scale == PlotScale::Log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(scale == PlotScale::Log ? QSharedPointer<QCPAxisTicker>(log)
                                           : QSharedPointer<QCPAxisTicker>(linear));
}

PlotScale scaleOf(const QCPAxis& axis) {
    return axis.scaleType() == QCPAxis::stLogarithmic ? PlotScale::Log : PlotScale::Linear;
}

}  // namespace

PlotAxes::PlotAxes(QCustomPlot& plot) : m_plot(plot), m_header(new PlotHeader(&plot)) {
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, m_header);
    plot.plotLayout()->setRowSpacing(0);
    plot.legend->setVisible(false);
}

void PlotAxes::setXScale(PlotScale scale) {
    setScale(*m_plot.xAxis, scale, m_xLinear, m_xLog);
}

void PlotAxes::setYScale(PlotScale scale) {
    setScale(*m_plot.yAxis, scale, m_yLinear, m_yLog);
}

PlotScale PlotAxes::xScale() const {
    return scaleOf(*m_plot.xAxis);
}

PlotScale PlotAxes::yScale() const {
    return scaleOf(*m_plot.yAxis);
}

void PlotAxes::setDecimals(int x, int y) {
    m_xDecimals = x;
    m_yDecimals = y;
    m_xLinear->onlyWholeNumbers = m_xLog->onlyWholeNumbers = x == 0;
    m_yLinear->onlyWholeNumbers = m_yLog->onlyWholeNumbers = y == 0;
    setXScale(xScale());
    setYScale(yScale());
}

void PlotAxes::setXText(std::function<QString(double)> text) {
    m_xLinear->text = std::move(text);
}

QString PlotAxes::textAt(double x) const {
    return m_xLinear->text ? m_xLinear->text(x) : m_xLabel + QLatin1Char(' ') + plainNumber(x, m_xDecimals);
}

void PlotAxes::setLabels(const QString& title, const QString& xLabel, const QString& yLabel) {
    m_title = title;
    m_xLabel = xLabel;
    m_yLabel = yLabel;
    m_header->setTitle(title);
    showWholeLabels();
}

void PlotAxes::applyTheme() {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    m_plot.setBackground(QBrush(colours.surface));
    QColor grid = colours.line;
    if (theme.hasHighContrast()) grid.setAlphaF(0.35F);  // in high contrast, frames must stand out but not the grid
    for (QCPAxis* axis : {m_plot.xAxis, m_plot.yAxis}) {
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
    m_plot.xAxis->grid()->setVisible(false);
    m_plot.axisRect()->setMinimumMargins(QMargins(theme.px(8), theme.px(4), theme.px(14), theme.px(8)));
    m_plot.selectionRect()->setPen(QPen(colours.accent, 1));
    QColor tint = colours.accent;
    tint.setAlphaF(0.15);
    m_plot.selectionRect()->setBrush(tint);
}

void PlotAxes::setTicksShown(bool shown) {
    for (QCPAxis* axis : {m_plot.xAxis, m_plot.yAxis}) {
        axis->setTicks(shown);
        axis->setTickLabels(shown);
    }
    m_plot.yAxis->grid()->setVisible(shown);
}

PlotLayout PlotAxes::layout() const {
    return {m_plot.axisRect()->rect(), plotAxisOf(*m_plot.xAxis), plotAxisOf(*m_plot.yAxis), plotSizes()};
}

void PlotAxes::fit() {
    const PlotLayout layout = this->layout();
    std::optional<int> widestText;
    if (m_xLinear->text)
        widestText = m_xLinear->widestText(m_plot.xAxis->range(), QFontMetrics(Theme::instance().caption()));
    m_yLinear->setTickCount(layout.yTicks());
    m_yLog->setTickCount(layout.yTicks());
    m_xLinear->setTickCount(layout.xTicks(widestText));
    m_xLog->setTickCount(layout.xTicks(widestText));
    const auto fitLabel = [](QCPAxis& axis, const QString& label, int length) {
        const QString shown = QFontMetrics(axis.labelFont()).elidedText(label, Qt::ElideRight, length);
        axis.setLabel(shown.size() > 1 || shown == label ? shown : QString());  // no label is better than a single "…"
    };
    fitLabel(*m_plot.xAxis, m_xLabel, layout.area().width());
    fitLabel(*m_plot.yAxis, m_yLabel, layout.area().height());
}

void PlotAxes::showWholeLabels() {
    m_plot.xAxis->setLabel(m_xLabel);
    m_plot.yAxis->setLabel(m_yLabel);
}

}  // namespace recscope::ui
