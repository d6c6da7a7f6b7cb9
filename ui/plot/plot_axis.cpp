// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace recscope::ui {

double PlotAxis::toPixel(double value) const {
    if (!isLog) return start + (value - range.lower) / range.size() * length;
    // As in QCPAxis::coordToPixel, a value of the wrong sign lies outside the visible area, this many pixels from its
    // first or last pixel. The last pixel of the area is start + length - 1, or start + length + 1 on the y axis.
    constexpr double kOutside = 200;
    const double direction = length < 0 ? -1 : 1;
    if (value >= 0 && range.upper < 0) return start + length + direction * (kOutside - 1);
    if (value <= 0 && range.upper >= 0) return start - direction * kOutside;
    return start + std::log(value / range.lower) / std::log(range.upper / range.lower) * length;
}

double PlotAxis::toValue(double pixel) const {
    const double fraction = (pixel - start) / length;
    return isLog ? std::pow(range.upper / range.lower, fraction) * range.lower : fraction * range.size() + range.lower;
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

QCPRange PlotAxis::panned(double fraction) const {
    return isLog ? range * std::pow(range.upper / range.lower, fraction) : range + range.size() * fraction;
}

PlotAxis plotAxisOf(const QCPAxis& axis) {
    const QRect area = axis.axisRect()->rect();
    const bool isLog = axis.scaleType() == QCPAxis::stLogarithmic;
    if (axis.orientation() == Qt::Horizontal) return {axis.range(), double(area.left()), double(area.width()), isLog};
    return {axis.range(), double(area.bottom()), -double(area.height()), isLog};
}

QCPRange rangeWithin(const QCPRange& range, const QCPRange& data, bool isLog) {
    if (range.lower >= data.lower && range.upper <= data.upper) return range;
    // On a logarithmic axis, a distance is a ratio.
    const auto distance = [isLog](double from, double to) { return isLog ? to / from : to - from; };
    const auto moved = [isLog](double from, double by) { return isLog ? from * by : from + by; };
    const double size = distance(range.lower, range.upper);
    if (size >= distance(data.lower, data.upper)) return data;
    if (range.lower < data.lower) return QCPRange(data.lower, std::min(data.upper, moved(data.lower, size)));
    return QCPRange(std::max(data.lower, moved(data.upper, isLog ? 1 / size : -size)), data.upper);
}

QCPRange paddedRange(const QCPRange& range, bool isLog, double below, double above) {
    if (isLog) {
        // There is no logarithm of 0 or less: any positive range serves for the empty axis.
        if (range.lower <= 0 || range.upper <= 0) return QCPRange(0.1, 1);
        constexpr double kMinDecades = 0.05;  // values that are (nearly) equal still get room around them
        const double decades = std::max(std::log10(range.upper / range.lower), kMinDecades);
        return QCPRange(range.lower * std::pow(10.0, -below * decades), range.upper * std::pow(10.0, above * decades));
    }
    const double size = range.size();
    if (size <= 0) {
        // A single value lies in the middle of the axis, half of the value away from both ends. A value of 0, or almost
        // 0, gets a fixed distance, because a range must not be empty.
        constexpr double kMinDistance = 1e-6;
        const double distance = std::max(std::abs(range.upper) * 0.5, kMinDistance);
        return QCPRange(range.lower - distance, range.upper + distance);
    }
    const double lower = range.lower - below * size;
    return QCPRange(range.lower >= 0 && lower < 0 ? 0 : lower, range.upper + above * size);
}

}  // namespace recscope::ui
