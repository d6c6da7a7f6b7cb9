// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/line_curves.h"

#include <algorithm>

namespace recscope::ui {

MeanCurve meanCurve(const std::vector<CurvePoints>& curves) {
    MeanCurve result;
    if (curves.empty()) return result;
    if (curves.size() == 1) return {curves.front().x, curves.front().y, {}};
    for (int i = 0; i < curves.front().x.size(); ++i) {
        const double x = curves.front().x[i];
        std::vector<double> values;
        for (const CurvePoints& curve : curves) {
            const auto found = std::lower_bound(curve.x.begin(), curve.x.end(), x);
            if (found != curve.x.end() && *found == x) values.push_back(curve.y[int(found - curve.x.begin())]);
        }
        if (values.size() < curves.size()) break;
        const Spread spread = spreadOf(values);
        result.x << x;
        result.mean << spread.mean;
        result.deviation << spread.deviation;
    }
    return result;
}

PlotView::Line plotLine(const ComparedLine& line) {
    PlotView::Line style;
    style.name = line.name;
    style.colour = line.style.colour;
    style.dash = line.style.dash;
    if (line.isSeed()) {
        style.width = 1;
        style.opacity = 0.7;
    } else {
        style.marker = line.style.marker;
    }
    return style;
}

void setCurve(PlotView& plot, int index, const std::vector<CurvePoints>& curves) {
    const MeanCurve mean = meanCurve(curves);
    plot.setPoints(index, mean.x, mean.mean);
    plot.setBand(index, mean.deviation);
}

}  // namespace recscope::ui
