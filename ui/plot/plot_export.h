// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QVector>
#include <functional>

#include "ui/widgets/picture.h"

class QCPGraph;
class QCustomPlot;

namespace recscope::ui {

/// A function that returns the text for a number on an axis.
using AxisText = std::function<QString(double)>;

/// What the text of a plot's values contains and the plot itself does not hold, or only shortened to what fits.
struct PlotTexts {
    QString xLabel, yLabel;
    QString barsName;  ///< series name of the bars; empty = the label of the y axis
    AxisText xText;    ///< if given, formats x
    /// Half-widths of the graphs' intervals before they are cut at the limits of the values, by ascending x.
    QHash<const QCPGraph*, QVector<double>> halfWidths;
};

/// All graphs and bars of a plot as separated text with a header line. Each further line has the columns series, x and
/// y; if the plot has intervals, also the half-width of the interval; if it has bars wider than 1, also the range of
/// the bar on the x axis.
QString plotCsv(QCustomPlot& plot, const PlotTexts& texts, QChar separator);

enum class PictureKind { Pixels, Vectors };
/// The plot as currently shown, without the widgets on top of it.
Picture pictureOf(QCustomPlot& plot, const QString& title, PictureKind kind);

}  // namespace recscope::ui
