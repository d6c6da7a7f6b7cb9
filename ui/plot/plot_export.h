// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QCustomPlot;

namespace recscope::ui {

using AxisText = std::function<QString(double)>;

/// All graphs and bars of a plot as text: series, x, y per line, with a header; x as `xText` says, if given.
QString plotCsv(QCustomPlot& plot, const QString& barsName, QChar separator = QLatin1Char(','),
                const AxisText& xText = {});

/// Writes the plot as .png (twice the screen's resolution), .svg, .pdf or its values as .csv. False if the file cannot
/// be written or the suffix is none of these.
bool exportPlot(QCustomPlot& plot, const QString& path, const QString& barsName, const AxisText& xText = {});

}  // namespace recscope::ui
