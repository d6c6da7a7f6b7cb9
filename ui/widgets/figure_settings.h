// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// How wide a saved figure is.
enum class FigureWidth {
    Screen,  ///< as it is on the screen
    Column,  ///< of a page with two columns
    Page,    ///< both of them
    Points,  ///< what somebody typed
};

/// What the ends of the colours stand for in saved maps of attention.
enum class FigureColours { AsShown, Map, AllHeads, Row };

/// How figures are saved; what was chosen last is remembered.
struct FigureSettings {
    static constexpr double kColumn = 252, kPage = 516;  ///< points: IEEEtran and acmart have columns of 3.5 in, 252 pt
    static constexpr double kSmallest = 72, kLargest = 2000, kSmallestLetters = 4, kLargestLetters = 24;

    FigureWidth width = FigureWidth::Screen;
    double points = 345;  ///< for FigureWidth::Points: a line of LaTeX's article
    double letters = 8;   ///< height of captions and ticks in points, unless the width is the screen's
    QString format = QStringLiteral("png");  ///< "png", "svg", "pdf": offered first
    FigureColours colours = FigureColours::AsShown;

    /// 0: as on the screen.
    double widthInPoints() const;
    bool operator==(const FigureSettings&) const = default;
};

FigureSettings figureSettings();
void rememberFigureSettings(const FigureSettings& settings);

}  // namespace recscope::ui
