// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace recscope::ui {

/// What an icon lies on: decides which of the theme's colours it is drawn in.
enum class IconGround { Surface, Accent };

/// One of our line icons (`resources/icons/<name>.svg`), drawn in the theme's text colour, muted when disabled and in
/// the accent when checked. It follows the theme: no need to set it again when the theme changes.
QIcon lineIcon(const QString& name, IconGround ground = IconGround::Surface);
/// The same in a fixed role of the current theme, e.g. `colours().bad`.
QIcon lineIcon(const QString& name, const QColor& colour);

}  // namespace recscope::ui
