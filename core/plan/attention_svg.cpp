// SPDX-License-Identifier: GPL-3.0-or-later
// attentionSvg: see study_figures.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/plan/study_figures.h"
#include "core/plan/svg_writer.h"

namespace recscope {

namespace {

using Anchor = Svg::Anchor;

// Lengths are in points of the figure's own coordinate system: the gap between maps, the height of a line of text, and
// the right margin.
constexpr double kGap = 26, kLine = 16, kRight = 20;
constexpr double kWideMap = 200;  // maps at least this wide have their own axis label; smaller ones share one per row
constexpr double kAbove = 20;     // space for a map's title
constexpr double kBelow = 3.5 * kLine;               // space for ticks, axis label and colour bar
constexpr double kBar = 64, kBarHeight = 8;          // size of the colour bar
constexpr double kMaxMapSide = 330, kOverlap = 0.3;  // largest side of a map; overlap of adjacent cells, to hide gaps
constexpr std::size_t kMaxMapsPerRow = 4;            // largest number of maps in one row

/// The width of the space for tick labels left of a map.
double tickLabelWidth(const FigureMap& map) {
    double longest = 0;
    for (const FigureTick& tick : map.ticks) longest = std::max(longest, textWidth(tick.words, Svg::kText));
    return longest + 8;
}

/// Draws the cells of a map, with one path per colour. Neighbouring cells of equal colour in a row form one rectangle.
void drawCells(Svg& svg, const FigureMap& map, double x, double y, double side) {
    const double step = side / map.size, largest = map.largest();
    std::map<std::string, std::string> paths;
    const auto colourOf = [&](std::int32_t row, std::int32_t column) {
        const double weight = map.at(row, column);
        return std::isnan(weight) || largest <= 0 ? std::string() : svg.ramp(weight / largest);
    };
    for (std::int32_t row = 0; row < map.size; ++row)
        for (std::int32_t first = 0, last = 0; first < map.size; first = last) {
            const std::string colour = colourOf(row, first);
            for (last = first + 1; last < map.size && colourOf(row, last) == colour;) ++last;
            if (colour.empty()) continue;
            const double wide = (last - first) * step + (last < map.size ? kOverlap : 0);
            const double tall = step + (row + 1 < map.size ? kOverlap : 0);
            paths[colour] += fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h-{:.2f}z", x + first * step, y + row * step,
                                         wide, tall, wide);
        }
    for (const auto& [colour, path] : paths) svg.fill(path, colour);
    for (std::int32_t at = map.group; map.group > 0 && at < map.size; at += map.group) {
        svg.grid(x + at * step, y, x + at * step, y + side);
        svg.grid(x, y + at * step, x + side, y + at * step);
    }
    svg.frame(x, y, side, side);
}

void drawNumbers(Svg& svg, const FigureMap& map, double x, double y, double side) {
    const double step = side / map.size, largest = map.largest();
    for (std::int32_t row = 0; row < map.size; ++row)
        for (std::int32_t column = 0; column < map.size; ++column) {
            const double weight = map.at(row, column);
            svg.cellText(x + (column + 0.5) * step, y + (row + 0.5) * step + 4,
                         std::isnan(weight) ? "none" : fmt::format("{:.4f}", weight),
                         svg.textColourOn(largest > 0 && !std::isnan(weight) ? weight / largest : 0));
        }
}

void drawColourBar(Svg& svg, double x, double y, double length, double largest) {
    svg.text(x, y + kBarHeight, "0", Anchor::Start, /*muted=*/true);
    const double first = x + 12, step = length / double(svg.style().ramp.size());
    for (std::size_t i = 0; i < svg.style().ramp.size(); ++i)
        svg.fill(fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h-{:.2f}z", first + double(i) * step, y, step + 0.2,
                             kBarHeight, step + 0.2),
                 svg.style().ramp[i]);
    svg.frame(first, y, length, kBarHeight);
    svg.text(first + length + 6, y + kBarHeight, fmt::format("{:.4f}", largest), Anchor::Start, /*muted=*/true);
}

}  // namespace

std::string attentionSvg(const AttentionFigure& figure, const SvgStyle& style) {
    const std::size_t count = figure.maps.size(), mapsPerRow = std::min(count, kMaxMapsPerRow);
    double left = 0;
    for (const FigureMap& map : figure.maps) left = std::max(left, tickLabelWidth(map));
    const double available = (style.width - kLine - kRight - kGap * double(mapsPerRow - 1)) / double(mapsPerRow);
    const double side = std::min(kMaxMapSide, available - left), tall = kAbove + side + kBelow;
    const std::size_t rows = (count + mapsPerRow - 1) / mapsPerRow;
    Svg svg(style, Svg::kHeaderHeight + double(rows) * tall + kGap * double(rows - 1) + 6, figure.title);
    for (std::size_t i = 0; i < count; ++i) {
        const FigureMap& map = figure.maps[i];
        const double x = kLine + double(i % mapsPerRow) * (left + side + kGap) + left;
        const double y = Svg::kHeaderHeight + double(i / mapsPerRow) * (tall + kGap) + kAbove;
        svg.text(x, y - 6, map.title, Anchor::Start);
        drawCells(svg, map, x, y, side);
        if (map.isTable) drawNumbers(svg, map, x, y, side);
        const double tickWidth = std::max(side / double(map.ticks.size()) - 4, 36.0);
        for (const FigureTick& tick : map.ticks) {
            const double at = tick.at / map.size * side;
            svg.text(x - 6, y + at + 4, tick.words, Anchor::End, /*muted=*/true);
            svg.text(x + at, y + side + kLine - 2, fittedWords(tick.words, tickWidth, Svg::kText), Anchor::Middle,
                     /*muted=*/true);
        }
        if (i % mapsPerRow == 0) svg.verticalText(10, y + side / 2, figure.rowAxis);
        const std::size_t inRow = std::min(mapsPerRow, count - i);  // number of maps in this row
        if (side >= kWideMap)
            svg.text(x + side / 2, y + side + 2 * kLine, figure.columnAxis, Anchor::Middle);
        else if (i % mapsPerRow == 0)
            svg.text(x + (double(inRow) * (left + side + kGap) - left - kGap) / 2, y + side + 2 * kLine,
                     figure.columnAxis, Anchor::Middle);
        drawColourBar(svg, x, y + side + 2.7 * kLine, std::min(kBar, side - 50), map.largest());
    }
    return svg.end();
}

}  // namespace recscope
