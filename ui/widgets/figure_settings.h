// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// How wide a saved figure is.
enum class FigureWidth {
    Screen,  ///< as it is on the screen
    Column,  ///< one column of a two-column page
    Page,    ///< both columns
    Points,  ///< `FigureSettings::points`
};

/// The weight at the end of the colour scale in saved attention maps.
enum class FigureColours { AsShown, Map, AllHeads, Row };

/// How figures are saved; the last choice is remembered.
struct FigureSettings {
    static constexpr double kColumn = 252, kPage = 516;  ///< points: IEEEtran and acmart use columns of 3.5 in, 252 pt
    static constexpr double kSmallest = 72, kLargest = 2000, kSmallestLetters = 4, kLargestLetters = 24;

    FigureWidth width = FigureWidth::Screen;
    double points = 345;  ///< for FigureWidth::Points; default: the line width of LaTeX's article class
    double letters = 8;   ///< height of captions and ticks in points, unless the width is the screen's
    QString format = QStringLiteral("png");  ///< "png", "svg" or "pdf": the one offered first
    FigureColours colours = FigureColours::AsShown;

    /// 0 = as on the screen.
    double widthInPoints() const;
    bool operator==(const FigureSettings&) const = default;
};

FigureSettings figureSettings();
void rememberFigureSettings(const FigureSettings& settings);

}  // namespace recscope::ui
