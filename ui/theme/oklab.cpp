// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/oklab.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace recscope::ui {

namespace {

// The transfer function of sRGB (IEC 61966-2-1): from an encoded channel to linear light, both 0…1, and back.
double toLinear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double fromLinear(double channel) {
    return channel <= 0.0031308 ? channel * 12.92 : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

/// The relative luminance of WCAG 2.1: the Y of linear sRGB.
double relativeLuminance(const QColor& colour) {
    return 0.2126 * toLinear(colour.redF()) + 0.7152 * toLinear(colour.greenF()) + 0.0722 * toLinear(colour.blueF());
}

}  // namespace

// `toOklab` and `fromOklab` use the matrices of Ottosson's definition.
Oklab toOklab(const QColor& colour) {
    const double r = toLinear(colour.redF()), g = toLinear(colour.greenF()), b = toLinear(colour.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOklab(const Oklab& colour) {
    const double l = std::pow(colour.lightness + 0.3963377774 * colour.a + 0.2158037573 * colour.b, 3);
    const double m = std::pow(colour.lightness - 0.1055613458 * colour.a - 0.0638541728 * colour.b, 3);
    const double s = std::pow(colour.lightness - 0.0894841775 * colour.a - 1.2914855480 * colour.b, 3);
    const auto channel = [](double linear) {
        return float(std::clamp(fromLinear(std::clamp(linear, 0.0, 1.0)), 0.0, 1.0));
    };
    return QColor::fromRgbF(channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                            channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                            channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

Ramp makeRamp(std::initializer_list<QColor> stops) {
    std::vector<Oklab> points;
    for (const QColor& stop : stops) points.push_back(toOklab(stop));
    Ramp ramp;
    for (std::size_t i = 0; i < ramp.size(); ++i) {
        // The position of colour i among the stops: 0 = first stop, 1.5 = halfway between the second and the third.
        const double position = double(i) / double(ramp.size() - 1) * double(points.size() - 1);
        const std::size_t from = std::min(std::size_t(position), points.size() - 2);
        const double t = position - double(from);
        const Oklab &p = points[from], &q = points[from + 1];
        ramp[i] =
            fromOklab({p.lightness + t * (q.lightness - p.lightness), p.a + t * (q.a - p.a), p.b + t * (q.b - p.b)});
    }
    // The first and last colours are the stops themselves, without rounding errors. The first stop of a heat map is the
    // colour of the surface below it, and a cell of value 0 must have exactly this colour.
    ramp.front() = *stops.begin();
    ramp.back() = *(stops.end() - 1);
    return ramp;
}

QColor rampAt(const Ramp& ramp, double t) {
    if (!(t > 0)) return ramp.front();
    return ramp[std::size_t(std::lround(std::min(t, 1.0) * double(ramp.size() - 1)))];
}

double contrast(const QColor& first, const QColor& second) {
    const double a = relativeLuminance(first), b = relativeLuminance(second);
    constexpr double kFlare = 0.05;  // WCAG adds it for the light that a screen reflects
    return (std::max(a, b) + kFlare) / (std::min(a, b) + kFlare);
}

}  // namespace recscope::ui
