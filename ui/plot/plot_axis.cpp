// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace recscope::ui {

double PlotAxis::toPixel(double value) const {
    if (!isLog) return start + (value - range.lower) / range.size() * length;
    // As in QCPAxis, a value of the wrong sign lies outside the visible area, this many pixels from its edge.
    constexpr double kOutside = 200;
    const double direction = length < 0 ? -1 : 1;
    if (value >= 0 && range.upper < 0)
        return start + length + direction * (kOutside - 1);  // QCPAxis measures from the last pixel inside
    if (value <= 0 && range.upper >= 0) return start - direction * kOutside;
    return start + std::log(value / range.lower) / std::log(range.upper / range.lower) * length;
}

double PlotAxis::toValue(double pixel) const {
    const double share = (pixel - start) / length;
    return isLog ? std::pow(range.upper / range.lower, share) * range.lower : share * range.size() + range.lower;
}

double PlotAxis::middle() const {
    return isLog ? std::sqrt(range.lower * range.upper) : range.center();
}

QCPRange PlotAxis::zoomed(double factor, double fixed) const {
    if (isLog)
        return QCPRange(fixed * std::pow(range.lower / fixed, 1 / factor),
                        fixed * std::pow(range.upper / fixed, 1 / factor));
    return QCPRange(fixed + (range.lower - fixed) / factor, fixed + (range.upper - fixed) / factor);
}

QCPRange PlotAxis::panned(double share) const {
    return isLog ? range * std::pow(range.upper / range.lower, share) : range + range.size() * share;
}

PlotAxis plotAxisOf(const QCPAxis& axis) {
    const QRect area = axis.axisRect()->rect();
    const bool isLog = axis.scaleType() == QCPAxis::stLogarithmic;
    if (axis.orientation() == Qt::Horizontal) return {axis.range(), double(area.left()), double(area.width()), isLog};
    return {axis.range(), double(area.bottom()), -double(area.height()), isLog};
}

QCPRange rangeWithin(const QCPRange& range, const QCPRange& data, bool isLog) {
    if (range.lower >= data.lower && range.upper <= data.upper) return range;
    const auto length = [isLog](double from, double to) { return isLog ? to / from : to - from; };
    const auto moved = [isLog](double from, double by) { return isLog ? from * by : from + by; };
    const double size = length(range.lower, range.upper);
    if (size >= length(data.lower, data.upper)) return data;
    if (range.lower < data.lower) return QCPRange(data.lower, std::min(data.upper, moved(data.lower, size)));
    return QCPRange(std::max(data.lower, moved(data.upper, isLog ? 1 / size : -size)), data.upper);
}

QCPRange paddedRange(const QCPRange& range, bool isLog, double below, double above) {
    if (isLog) {
        if (range.lower <= 0 || range.upper <= 0) return QCPRange(0.1, 1);
        const double decades = std::max(std::log10(range.upper / range.lower), 0.05);
        return QCPRange(range.lower * std::pow(10.0, -below * decades), range.upper * std::pow(10.0, above * decades));
    }
    const double size = range.size();
    if (size <= 0) {
        const double half = std::max(std::abs(range.upper) * 0.5, 1e-6);
        return QCPRange(range.lower - half, range.upper + half);
    }
    const double lower = range.lower - below * size;
    return QCPRange(range.lower >= 0 && lower < 0 ? 0 : lower, range.upper + above * size);
}

}  // namespace recscope::ui
