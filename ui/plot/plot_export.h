// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "ui/widgets/picture.h"

class QCustomPlot;

namespace recscope::ui {

/// The text that stands for a number on an axis.
using AxisText = std::function<QString(double)>;

/// All graphs and bars of a plot as text with a header. Each line has series, x and y; if the plot has intervals, also
/// their half-width; if it has bars wider than 1, also the range of each bar. `barsName` is the series name of the bars
/// (empty = the label of the y axis). `xText` formats x, if given.
QString plotCsv(QCustomPlot& plot, const QString& barsName, QChar separator = QLatin1Char(','),
                const AxisText& xText = {});

enum class PictureKind { Pixels, Vectors };
/// The plot as currently shown, without the widgets on top of it.
Picture pictureOf(QCustomPlot& plot, const QString& title, PictureKind kind);

}  // namespace recscope::ui
