// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <vector>

#include "ui/compare/compared_line.h"
#include "ui/plot/plot_view.h"

namespace recscope::ui {

/// Points of one curve, x rising.
struct CurvePoints {
    QVector<double> x, y;
};

/// The mean of several curves with its standard deviation (n - 1), as far as all of them go: a mean over fewer would
/// jump where a seed ends. One curve is its own mean, without deviations.
struct MeanCurve {
    QVector<double> x, mean, deviation;
};
MeanCurve meanCurve(const std::vector<CurvePoints>& curves);

/// How the line is drawn: seeds of an unfolded line are thin and have no marker.
PlotView::Line plotLine(const ComparedLine& line);
/// Gives the line's points to a plot: several seeds as their mean in a band of the deviation.
void setCurve(PlotView& plot, int index, const std::vector<CurvePoints>& curves);

}  // namespace recscope::ui
