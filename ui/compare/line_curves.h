// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <vector>

#include "ui/compare/compared_line.h"
#include "ui/plot/plot_view.h"

namespace recscope::ui {

/// Points of one curve, x ascending.
struct CurvePoints {
    QVector<double> x, y;
};

/// The mean of several curves with the standard deviation (n - 1) at each x. It ends with the shortest curve, because
/// the mean would jump where a seed drops out. The mean of one curve is the curve itself, without standard deviations.
struct MeanCurve {
    QVector<double> x, mean, deviation;
};
MeanCurve meanCurve(const std::vector<CurvePoints>& curves);

/// The style of the line in a plot: seeds of an unfolded line are thin and have no marker.
PlotView::Line plotLine(const ComparedLine& line);
/// Sets the points of line `index` of a plot. Several curves are drawn as their mean with a band of one standard
/// deviation.
void setCurve(PlotView& plot, int index, const std::vector<CurvePoints>& curves);

}  // namespace recscope::ui
