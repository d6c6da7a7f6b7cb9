// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

namespace recscope::ui {

/// A colour in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020).
struct Oklab {
    double lightness = 0;  ///< 0 black … 1 white
    double a = 0, b = 0;   ///< green–red, blue–yellow
};

Oklab toOklab(const QColor& colour);
QColor fromOklab(const Oklab& colour);  ///< clipped to sRGB

/// 256 colours through evenly spaced stops, interpolated linearly in OKLab.
using Ramp = std::array<QColor, 256>;
Ramp makeRamp(std::initializer_list<QColor> stops);
/// t is clamped to 0…1; NaN counts as 0.
QColor rampAt(const Ramp& ramp, double t);

/// Contrast of two opaque colours as WCAG 2.1 defines it, 1…21.
double contrast(const QColor& first, const QColor& second);

}  // namespace recscope::ui
