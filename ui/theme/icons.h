// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace recscope::ui {

/// The background of an icon, which decides the theme colour it is drawn in.
enum class IconGround { Surface, Accent };

/// One of the program's line icons (`resources/icons/<name>.svg`). On `Surface` it has the theme's text colour, or the
/// accent colour when checked; on `Accent` it has the colour for text on the accent colour. Muted when disabled. The
/// icon follows theme changes by itself.
QIcon lineIcon(const QString& name, IconGround ground = IconGround::Surface);
/// The icon `name` in a fixed colour, e.g. `colours().bad`, which does not follow theme changes; muted when disabled.
QIcon lineIcon(const QString& name, const QColor& colour);

}  // namespace recscope::ui
