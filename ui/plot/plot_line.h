// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <limits>

namespace recscope::ui {

enum class PlotScale { Linear, Log };

/// The look of a curve. The name appears in the legend unless empty.
struct PlotLine {
    QString name;
    QColor colour;                      ///< invalid = the theme's accent, follows the theme
    Qt::PenStyle dash = Qt::SolidLine;  ///< Qt::NoPen = points only
    double width = 2;                   ///< in design pixels
    int marker = -1;                    ///< RunStyle::marker or kNeutralMarker, -1 = none
    double opacity = 1;
    double markerSize = 7;  ///< in design pixels
    bool stems = false;     ///< draws a line from 0 to each point, for values that form no curve
};

/// The smallest and the largest possible value.
struct PlotLimits {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

}  // namespace recscope::ui
