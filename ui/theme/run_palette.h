// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

#include "ui/theme/theme.h"

namespace recscope::ui {

/// Numbers of different hues, markers and dash patterns.
inline constexpr int kRunHues = 8, kRunMarkers = 8, kRunDashes = 5;
using RunHues = std::array<QColor, kRunHues>;

/// The hues for runs on the surface colour of `colours`: six from the palette of Okabe and Ito, a violet and a brown.
/// Any two can be told apart in a small mark, also by people who lack one of the three cone types
/// (`tests/ui/theme/run_palette_test.cpp`).
RunHues runHues(const Colours& colours, bool highContrast);

/// The look of a run is a number: hue + kRunHues * round, with hue in 0…kRunHues - 1 and round from 0. The looks of one
/// round use all hues and all markers. Looks with the same hue differ in the marker within kRunMarkers successive
/// rounds, in the dash within kRunDashes rounds, and in at least one of the two within kRunMarkers * kRunDashes rounds.
constexpr int hueOfLook(int look) {
    return look % kRunHues;
}
constexpr int markerOfLook(int look) {
    return (look % kRunHues + look / kRunHues) % kRunMarkers;
}
/// How a run with this look is drawn in the current theme.
RunStyle styleOfLook(int look);

}  // namespace recscope::ui
