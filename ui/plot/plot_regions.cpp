// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_regions.h"

#include <qcustomplot.h>

#include <algorithm>

#include "ui/plot/plot_layout.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr double kAreaOpacity = 0.22;  // bars and grid lines stay readable on it in every theme
constexpr int kStripeHeight = 4;       // design pixels

QColor colourOf(const PlotRegion& region) {
    return Theme::instance().categoryStyle(region.category).colour;
}

}  // namespace

PlotRegions::PlotRegions(QCustomPlot& plot, std::function<void()> changed)
    : m_plot(plot), m_changed(std::move(changed)) {}

void PlotRegions::set(std::vector<PlotRegion> regions) {
    const auto addRect = [this] {
        auto* rect = new QCPItemRect(&m_plot);
        rect->setLayer(QStringLiteral("background"));  // below the grid and the data
        rect->setPen(Qt::NoPen);
        for (QCPItemPosition* corner : {rect->topLeft, rect->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        rect->setVisible(false);  // until it is placed
        return rect;
    };
    for (; m_shown.size() > regions.size(); m_shown.pop_back()) {
        m_plot.removeItem(m_shown.back().area);
        m_plot.removeItem(m_shown.back().stripe);
    }
    while (m_shown.size() < regions.size()) {
        QCPItemRect* area = addRect();
        m_shown.push_back({.region = {}, .area = area, .stripe = addRect()});
    }
    for (std::size_t i = 0; i < regions.size(); ++i) m_shown[i].region = std::move(regions[i]);
    applyTheme();
    m_changed();
}

void PlotRegions::applyTheme() {
    for (const Shown& shown : m_shown) {
        QColor colour = colourOf(shown.region);
        shown.stripe->setBrush(colour);
        colour.setAlphaF(kAreaOpacity);
        shown.area->setBrush(colour);
    }
}

std::vector<PlotHeader::Entry> PlotRegions::legend() const {
    std::vector<PlotHeader::Entry> entries;
    for (const Shown& shown : m_shown)
        entries.push_back({shown.region.name, QPen(colourOf(shown.region)), /*marker=*/-1, /*filled=*/true});
    return entries;
}

void PlotRegions::place(const PlotLayout& layout, bool hasData) {
    const QCPRange& view = layout.x().range;
    const double stripe = double(Theme::instance().px(kStripeHeight)) / std::max(1, layout.area().height());
    for (const Shown& shown : m_shown) {
        const double from = std::clamp(shown.region.from, view.lower, view.upper);
        const double to = std::clamp(shown.region.to, view.lower, view.upper);
        for (QCPItemRect* rect : {shown.area, shown.stripe}) {
            rect->setVisible(hasData && from < to);
            rect->topLeft->setCoords(from, 0);
            rect->bottomRight->setCoords(to, rect == shown.area ? 1 : stripe);
        }
    }
}

}  // namespace recscope::ui
