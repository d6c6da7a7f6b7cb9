// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace recscope::ui {

/// The background of an icon, which decides the theme colour it is drawn in.
enum class IconGround { Surface, Accent };

/// One of our line icons (`resources/icons/<name>.svg`), drawn in the theme's text colour, muted when disabled and in
/// the accent when checked. It follows the theme: the caller need not set it again when the theme changes.
QIcon lineIcon(const QString& name, IconGround ground = IconGround::Surface);
/// The same in a fixed colour, e.g. `colours().bad` of the current theme.
QIcon lineIcon(const QString& name, const QColor& colour);

}  // namespace recscope::ui
