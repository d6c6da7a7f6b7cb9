// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_export.h"

#include <qcustomplot.h>

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSaveFile>
#include <QToolButton>
#include <cmath>

#include "ui/plot/plot_axes.h"
#include "ui/plot/plot_curves.h"
#include "ui/plot/plot_overlay.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

QString plotCsv(QCustomPlot& plot, const PlotTexts& texts, QChar separator) {
    QString text =
        QStringLiteral("series%1%2%1%3\n")
            .arg(QString(separator), separatedCell(texts.xLabel, separator), separatedCell(texts.yLabel, separator));
    const auto number = [](double value) { return std::isfinite(value) ? QString::number(value, 'g', 10) : QString(); };
    const auto x = [&](double key) { return texts.xText ? separatedCell(texts.xText(key), separator) : number(key); };
    const bool intervals = !texts.halfWidths.isEmpty();
    if (intervals) text.insert(text.size() - 1, separator + QStringLiteral("±"));
    // A bar that covers several whole numbers is exported with its range, because its middle alone would be ambiguous.
    bool wideBars = false;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (const auto* bars = qobject_cast<QCPBars*>(plot.plottable(i))) wideBars = wideBars || bars->width() > 1;
    if (wideBars) {
        const QString from = QCoreApplication::translate("plotCsv", "%1, from").arg(texts.xLabel);
        const QString to = QCoreApplication::translate("plotCsv", "%1, to").arg(texts.xLabel);
        text.insert(text.size() - 1,
                    separator + separatedCell(from, separator) + separator + separatedCell(to, separator));
    }
    const auto write = [&](const QString& name, const QCPPlottableInterface1D& data, const QVector<double>& halfWidths,
                           double barWidth) {
        for (int i = 0; i < data.dataCount(); ++i) {
            text += separatedCell(name, separator) + separator + x(data.dataMainKey(i)) + separator +
                    number(data.dataMainValue(i));
            if (intervals) text += separator;
            if (i < halfWidths.size()) text += number(halfWidths[i]);
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
            write(graph->name(), *graph, texts.halfWidths.value(graph), /*barWidth=*/0);
        if (auto* bars = qobject_cast<QCPBars*>(plot.plottable(i)))
            write(texts.barsName.isEmpty() ? texts.yLabel : texts.barsName, *bars, {}, bars->width());
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

PlotExport::PlotExport(QWidget& view, QCustomPlot& plot, PlotAxes& axes, const PlotCurves& curves, PlotOverlay& overlay)
    : m_view(view), m_plot(plot), m_axes(axes), m_curves(curves), m_overlay(overlay) {}

QString PlotExport::values(QChar separator) const {
    PlotTexts texts{.xLabel = m_axes.xLabel(),
                    .yLabel = m_axes.yLabel(),
                    .barsName = m_curves.barsName(),
                    .xText = m_axes.xText(),
                    .halfWidths = {}};
    for (const PlotCurve& curve : m_curves.all()) {
        curve.graph->setName(curve.line.name.isEmpty() ? m_axes.yLabel() : curve.line.name);
        if (curve.whiskers) texts.halfWidths.insert(curve.graph, curve.halfWidths);
    }
    return plotCsv(m_plot, texts, separator);
}

void PlotExport::copyPicture() {
    ui::copyPicture(&m_view, pictureOf(m_plot, m_axes.title(), PictureKind::Pixels), [this] { confirmCopy(); });
}

void PlotExport::copyValues() {
    QGuiApplication::clipboard()->setText(values(QLatin1Char('\t')));
    confirmCopy();
}

void PlotExport::confirmCopy() {
    m_overlay.showMessage(PlotView::tr("Copied"));
}

QString PlotExport::chosenPath(const QString& suffix) const {
    return askWhereToSave(&m_view, m_axes.name(), QLatin1Char('.') + suffix,
                          PlotView::tr("%1 file (*.%2)").arg(suffix.toUpper(), suffix));
}

void PlotExport::save(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("csv"))
        return savePicture(path, suffix == QLatin1String("png") ? PictureKind::Pixels : PictureKind::Vectors);
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(values(QLatin1Char(',')).toUtf8()) >= 0 && file.commit();
    announceEnd(&m_view, path, written);
}

void PlotExport::savePicture(const QString& path, PictureKind kind) {
    Picture picture = pictureOf(m_plot, m_axes.title(), kind);
    picture.paintAt = [this](QPainter& painter, const QSize& size) {
        m_axes.header().layOut(size.width(), 0);
        m_axes.showWholeLabels();
        m_plot.toPainter(static_cast<QCPPainter*>(&painter), size.width(), size.height());
        m_axes.header().layOut(m_overlay.placeControls(), m_overlay.exportButton().height());
    };
    ui::savePicture(&m_view, path, picture);
}

}  // namespace recscope::ui
