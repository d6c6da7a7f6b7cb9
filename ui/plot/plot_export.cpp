// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_export.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/widgets/table_text.h"

namespace recscope::ui {

QString plotCsv(QCustomPlot& plot, const QString& barsName, QChar separator, const AxisText& xText) {
    QString text = QStringLiteral("series%1%2%1%3\n")
                       .arg(QString(separator), separatedCell(plot.xAxis->label(), separator),
                            separatedCell(plot.yAxis->label(), separator));
    const auto number = [](double value) { return std::isfinite(value) ? QString::number(value, 'g', 10) : QString(); };
    const auto x = [&](double key) { return xText ? separatedCell(xText(key), separator) : number(key); };
    QHash<const QCPAbstractPlottable*, const QCPErrorBars*> whiskers;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* bars = qobject_cast<QCPErrorBars*>(plot.plottable(i))) whiskers.insert(bars->dataPlottable(), bars);
    if (!whiskers.isEmpty()) text.insert(text.size() - 1, separator + QStringLiteral("±"));
    // A bar that covers several whole numbers is exported with its range, because its middle alone would be ambiguous.
    bool wideBars = false;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i))) wideBars = wideBars || bars->width() > 1;
    if (wideBars) {
        const QString label = plot.xAxis->label();
        text.insert(
            text.size() - 1,
            separator + separatedCell(QCoreApplication::translate("plotCsv", "%1, from").arg(label), separator) +
                separator + separatedCell(QCoreApplication::translate("plotCsv", "%1, to").arg(label), separator));
    }
    // A whisker that is cut at the limit of the possible values is shorter on that side, so the longer side is
    // exported.
    const auto halfWidth = [](const QCPErrorBarsData& whisker) {
        return std::max(whisker.errorMinus, whisker.errorPlus);
    };
    const auto write = [&](const QString& name, const QCPPlottableInterface1D& data, const QCPErrorBars* interval,
                           double barWidth) {
        for (int i = 0; i < data.dataCount(); ++i) {
            text += separatedCell(name, separator) + separator + x(data.dataMainKey(i)) + separator +
                    number(data.dataMainValue(i));
            if (!whiskers.isEmpty()) text += separator;
            if (interval) text += number(halfWidth(interval->data()->at(i)));
            if (wideBars) {
                const double beside = (barWidth - 1) / 2;
                const bool isBar = barWidth > 0;
                text += separator + (isBar ? number(data.dataMainKey(i) - beside) : QString()) + separator +
                        (isBar ? number(data.dataMainKey(i) + beside) : QString());
            }
            text += QLatin1Char('\n');
        }
    };
    for (int i = 0; i < plot.plottableCount(); ++i) {
        if (auto* graph = qobject_cast<QCPGraph*>(plot.plottable(i)))
            write(graph->name(), *graph, whiskers.value(graph), /*barWidth=*/0);
        if (auto* bars = qobject_cast<QCPBars*>(plot.plottable(i)))
            write(barsName.isEmpty() ? plot.yAxis->label() : barsName, *bars, nullptr, bars->width());
    }
    return text;
}

Picture pictureOf(QCustomPlot& plot, const QString& title, PictureKind kind) {
    Picture picture;
    picture.size = plot.size();
    picture.title = title;
    picture.makePainter = [kind] {
        auto painter = std::make_shared<QCPPainter>();
        painter->setMode(QCPPainter::pmNoCaching);
        painter->setMode(QCPPainter::pmVectorized, kind == PictureKind::Vectors);
        return painter;
    };
    picture.paint = [&plot](QPainter& painter) {
        plot.toPainter(static_cast<QCPPainter*>(&painter), plot.width(), plot.height());
    };
    return picture;
}

}  // namespace recscope::ui
