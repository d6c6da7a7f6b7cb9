// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_band.h"

#include <cmath>

namespace recscope::ui {

namespace {
constexpr double kOpacity = 0.18;  // opacity of the band; lines behind it stay visible
}

void PlotBand::draw(QCPPainter* painter) {
    const auto* points = mDataPlottable ? mDataPlottable->interface1D() : nullptr;
    if (!points || !mKeyAxis || !mValueAxis) return;
    QPolygonF upper, lower;
    const int count = std::min(points->dataCount(), int(mDataContainer->size()));
    for (int i = 0; i < count; ++i) {
        const QCPErrorBarsData& width = mDataContainer->at(i);
        const double key = points->dataMainKey(i), value = points->dataMainValue(i);
        if (std::isnan(value) || std::isnan(width.errorPlus)) continue;
        double below = value - width.errorMinus;
        // A logarithmic axis has no value of 0 or less, so the band ends at the lower end of the axis.
        if (mValueAxis->scaleType() == QCPAxis::stLogarithmic && below <= 0) below = mValueAxis->range().lower;
        upper << coordsToPixels(key, value + width.errorPlus);
        lower << coordsToPixels(key, below);
    }
    if (upper.size() < 2) return;
    for (auto point = lower.crbegin(); point != lower.crend(); ++point) upper << *point;
    QColor colour = mPen.color();
    colour.setAlphaF(colour.alphaF() * kOpacity);
    applyDefaultAntialiasingHint(painter);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    painter->drawPolygon(upper);
}

}  // namespace recscope::ui
