// SPDX-License-Identifier: GPL-3.0-or-later
// Shows vectors as plots with one bar per coordinate.
#pragma once

#include <QColor>
#include <QString>
#include <span>

#include "ui/plot/plot_view.h"

namespace recscope::ui {

/// Adds a vector to a plot; its first coordinate is at x = 1. The name appears in the legend unless empty.
void addCoordinates(PlotView& plot, const QString& name, std::span<const float> vector, const QColor& colour);
/// Replaces the content of the plot by this vector and sets the title.
void showCoordinates(PlotView& plot, const QString& title, std::span<const float> vector, const QColor& colour);

}  // namespace recscope::ui
