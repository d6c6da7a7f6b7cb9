// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPointF>

#include "ui/theme/theme.h"

class QPainter;

namespace recscope::ui {

/// A ring, the marker that no run has: for points that belong to none or to both runs.
inline constexpr int kNeutralMarker = 8;

/// Draws a RunStyle marker, or the neutral one, centred at `centre`, `size` pixels wide, in the painter's pen colour.
void drawMarker(QPainter& painter, int marker, QPointF centre, double size);

/// A short piece of a run's line with its colour, dash and marker, for lists, combo boxes and chips.
QPixmap runSwatch(const RunStyle& style, qreal devicePixelRatio = 1);
QIcon runIcon(const RunStyle& style);

}  // namespace recscope::ui
