// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

class Theme;

/// The style sheet of the program: only what a palette cannot say (corners, lines, paddings, the primary button).
/// Widgets opt in by dynamic properties: `primary` (the page's main button), `quiet` (a flat tool button), `card`
/// (a surface with a line around), `muted` (secondary text), `role` = "caption" | "section" | "title" (type sizes).
QString styleSheetFor(const Theme& theme);

}  // namespace recscope::ui
