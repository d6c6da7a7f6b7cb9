// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

/// The width of a saved figure.
enum class FigureWidth {
    Screen,  ///< the width on the screen
    Column,  ///< one column of a two-column paper
    Page,    ///< both columns of a two-column paper
    Points,  ///< the width in `FigureSettings::points`
};

/// The attention weight that has the last colour of the colour scale in saved maps: the same as on the screen, or the
/// largest weight of the map, of all heads, or of each row.
enum class FigureColours { AsShown, Map, AllHeads, Row };

/// How figures are saved. The choice is stored in the settings.
struct FigureSettings {
    static constexpr double kColumn = 252, kPage = 516;  ///< points; 252 pt = 3.5 in, as in IEEEtran and acmart
    /// Limits of `points` (kMinSize, kMaxSize) and of `letters` (kMinLetters, kMaxLetters).
    static constexpr double kMinSize = 72, kMaxSize = 2000, kMinLetters = 4, kMaxLetters = 24;

    FigureWidth width = FigureWidth::Screen;
    double points = 345;  ///< used with FigureWidth::Points; the default is the line width of LaTeX's article class
    double letters = 8;   ///< height of captions and tick labels in points; not used with FigureWidth::Screen
    QString format = QStringLiteral("png");  ///< the format offered first: "png", "svg" or "pdf"
    FigureColours colours = FigureColours::AsShown;

    /// The width of a saved figure in points; 0 = as on the screen.
    double widthInPoints() const;
    bool operator==(const FigureSettings&) const = default;
};

FigureSettings figureSettings();
void rememberFigureSettings(const FigureSettings& settings);

}  // namespace recscope::ui
