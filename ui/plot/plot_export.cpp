// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_export.h"

#include <qcustomplot.h>

#include "ui/widgets/table_text.h"

namespace recscope::ui {

QString plotCsv(QCustomPlot& plot, const QString& barsName, QChar separator, const AxisText& xText) {
    QString text = QStringLiteral("series%1%2%1%3\n")
                       .arg(QString(separator), separatedCell(plot.xAxis->label(), separator),
                            separatedCell(plot.yAxis->label(), separator));
    const auto x = [&](double key) {
        return xText ? separatedCell(xText(key), separator) : QString::number(key, 'g', 10);
    };
    QHash<const QCPAbstractPlottable*, const QCPErrorBars*> whiskers;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* bars = qobject_cast<QCPErrorBars*>(plot.plottable(i))) whiskers.insert(bars->dataPlottable(), bars);
    if (!whiskers.isEmpty()) text.insert(text.size() - 1, separator + QStringLiteral("±"));
    const auto write = [&](const QString& name, const QCPPlottableInterface1D& data, const QCPErrorBars* interval) {
        for (int i = 0; i < data.dataCount(); ++i) {
            text += separatedCell(name, separator) + separator + x(data.dataMainKey(i)) + separator +
                    QString::number(data.dataMainValue(i), 'g', 10);
            if (!whiskers.isEmpty()) text += separator;
            if (interval) text += QString::number(interval->data()->at(i).errorPlus, 'g', 10);
            text += QLatin1Char('\n');
        }
    };
    for (int i = 0; i < plot.plottableCount(); ++i) {
        if (auto* graph = qobject_cast<QCPGraph*>(plot.plottable(i)))
            write(graph->name(), *graph, whiskers.value(graph));
        if (auto* bars = qobject_cast<QCPBars*>(plot.plottable(i)))
            write(barsName.isEmpty() ? plot.yAxis->label() : barsName, *bars, nullptr);
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
