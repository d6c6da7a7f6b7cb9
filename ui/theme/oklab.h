// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

namespace recscope::ui {

/// A colour in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020).
struct Oklab {
    double lightness = 0;  ///< 0 black … 1 white
    double a = 0, b = 0;   ///< a: green (negative) to red; b: blue (negative) to yellow
};

Oklab toOklab(const QColor& colour);
QColor fromOklab(const Oklab& colour);  ///< out-of-gamut channels are clipped to sRGB

/// A colour scale of 256 colours, interpolated linearly in OKLab between evenly spaced stops.
using Ramp = std::array<QColor, 256>;
Ramp makeRamp(std::initializer_list<QColor> stops);
/// The colour at position `t`, which is clamped to 0…1; NaN counts as 0.
QColor rampAt(const Ramp& ramp, double t);

/// The contrast ratio of two opaque colours as defined by WCAG 2.1, 1…21.
double contrast(const QColor& first, const QColor& second);

}  // namespace recscope::ui
