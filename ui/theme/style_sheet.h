// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

class QWidget;

namespace recscope::ui {

class Theme;
struct Colours;

/// The style sheet of the program: only what a palette cannot express (corners, lines, paddings, the primary button).
/// Widgets opt in by dynamic properties: `primary` (the page's main button), `quiet` (a flat push button), `compact` (a
/// button with less padding), `rail` (a button of the navigation bar), `card` (a surface with a border), `chosen` (a
/// frame with the accent colour), `muted` (secondary text), `problem` (text in the colour for errors), `role` =
/// "caption" | "section" | "title" (text sizes) or "numbers" (tabular figures).
QString styleSheetFor(const Theme& theme);
QPalette paletteFor(const Colours& colours);

/// Gives this widget and its children the theme's current look without restyling the rest of the window. Used in
/// presentation mode.
void applyPresentationStyle(QWidget& widget, const Theme& theme);
/// Undoes `applyPresentationStyle`: the widget looks like the rest of the window again.
void removePresentationStyle(QWidget& widget);

}  // namespace recscope::ui
