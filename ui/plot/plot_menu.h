// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

namespace recscope::ui {

class PlotExport;
class PlotView;

/// Shows the context menu of a plot: show all, copy, export.
void showPlotMenu(PlotView& view, PlotExport& exports, QPoint globalPosition);

}  // namespace recscope::ui
