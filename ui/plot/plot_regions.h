// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "ui/plot/plot_header.h"

class QCPItemRect;
class QCustomPlot;

namespace recscope::ui {

class PlotLayout;

/// A range of x that is shaded behind the data of a plot, with its name in the legend.
struct PlotRegion {
    QString name;
    double from = 0, to = 0;  ///< may be infinite; an empty range is only in the legend
    int category = 0;         ///< its colour is that of Theme::categoryStyle
};

/// The shaded ranges of x of a plot. Each has a pale area and, along its upper edge, a stripe in the colour of the
/// legend.
class PlotRegions {
public:
    /// `changed` is called after each change.
    PlotRegions(QCustomPlot& plot, std::function<void()> changed);

    void set(std::vector<PlotRegion> regions);  ///< replaces all earlier ones
    void applyTheme();
    std::vector<PlotHeader::Entry> legend() const;
    /// Moves the areas to where the ranges are in this layout. `hasData`: the plot is not empty.
    void place(const PlotLayout& layout, bool hasData);

private:
    struct Shown {
        PlotRegion region;
        QCPItemRect *area = nullptr, *stripe = nullptr;
    };
    QCustomPlot& m_plot;
    std::function<void()> m_changed;
    std::vector<Shown> m_shown;
};

}  // namespace recscope::ui
