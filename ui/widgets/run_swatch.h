// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPointF>

#include "ui/theme/theme.h"

class QPainter;

namespace recscope::ui {

/// Number of an additional marker, a ring, that no run uses: for points that belong to no run, or to both of two
/// compared runs.
inline constexpr int kNeutralMarker = 8;

/// Draws a marker of `RunStyle`, or `kNeutralMarker`, `size` pixels wide around `centre`, in the colour of the
/// painter's pen.
void drawMarker(QPainter& painter, int marker, QPointF centre, double size);

/// A short piece of a run's line with colour, dash and marker, for lists, combo boxes and chips.
QPixmap runSwatch(const RunStyle& style, qreal devicePixelRatio = 1);
QIcon runIcon(const RunStyle& style);

}  // namespace recscope::ui
