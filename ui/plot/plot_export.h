// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "ui/widgets/picture.h"

class QCustomPlot;

namespace recscope::ui {

/// A function that returns the text for a number on an axis.
using AxisText = std::function<QString(double)>;

/// All graphs and bars of a plot as separated text with a header line. Each further line has the columns series, x and
/// y; if the plot has intervals, also the half-width of the interval; if it has bars wider than 1, also the range of
/// the bar on the x axis. `barsName` is the series name of the bars (empty = the label of the y axis). `xText`, if
/// given, formats x.
QString plotCsv(QCustomPlot& plot, const QString& barsName, QChar separator = QLatin1Char(','),
                const AxisText& xText = {});

enum class PictureKind { Pixels, Vectors };
/// The plot as currently shown, without the widgets on top of it.
Picture pictureOf(QCustomPlot& plot, const QString& title, PictureKind kind);

}  // namespace recscope::ui
