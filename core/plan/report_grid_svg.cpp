// SPDX-License-Identifier: GPL-3.0-or-later
// entriesWithGrid, gridSvg and latexStyle: see report.h.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/plan/report.h"
#include "core/plan/svg_writer.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Anchor = Svg::Anchor;

// Lengths are in points of the figure's own coordinate system: the space for labels below the grid, the right margin,
// the gap between row labels and cells, and the space for the vertical axis label.
constexpr double kFoot = 46, kRight = 24, kGap = 10, kAxis = 24;
constexpr double kTitleShare = 0.45;  // largest width of row titles, as a fraction of the figure's width

}  // namespace

std::vector<std::size_t> entriesWithGrid(const StudyTable& table) {
    constexpr std::size_t kKeys = 2;
    std::vector<std::size_t> entries;
    for (const StudyRow& row : table.rows)
        if (row.values.size() == kKeys && std::find(entries.begin(), entries.end(), row.entry) == entries.end())
            entries.push_back(row.entry);
    return entries;
}

std::string gridSvg(const Plan& plan, const StudyTable& table, std::size_t entry, std::size_t metric,
                    const SvgStyle& style) {
    constexpr double kCellHeight = 34, kWidestCell = 110, kBar = 120, kBarHeight = 8;
    std::vector<std::string> columns, rows;
    std::string columnKey, rowKey;
    const auto add = [](std::vector<std::string>& values, const std::string& value) {
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    };
    std::map<std::pair<std::string, std::string>, const StudyCell*> cells;
    double low = 1, high = 0;
    for (const StudyRow& row : table.rows) {
        if (row.entry != entry || row.values.size() != 2) continue;
        columnKey = row.values[0].first;
        rowKey = row.values[1].first;
        add(columns, row.values[0].second);
        add(rows, row.values[1].second);
        const StudyCell& cell = row.cells[metric];
        cells[{row.values[0].second, row.values[1].second}] = &cell;
        if (cell.reached.users == 0) continue;
        low = std::min(low, cell.reached.interval.mean);
        high = std::max(high, cell.reached.interval.mean);
    }
    sortBySize(columns);
    sortBySize(rows);
    double widest = 0;
    for (const std::string& value : rows) widest = std::max(widest, textWidth(value, Svg::kText));
    const double left = std::min(widest, kTitleShare * style.width) + kGap + kAxis;
    const double cellWidth =
        std::min(kWidestCell, (style.width - left - kRight) / double(std::max<std::size_t>(1, columns.size())));
    const double top = Svg::kHeaderHeight, bottom = top + kCellHeight * double(rows.size());
    Svg svg(style, bottom + kFoot + 26,
            translated("{} of {} over {} and {}: {}, {}", metricTitle(plan.metrics[metric]),
                       rowTitle(plan.entries[entry], {}), columnKey, rowKey, table.dataset.name,
                       protocolTitle(table.protocol)));
    const auto share = [&](double mean) { return high > low ? (mean - low) / (high - low) : 0.0; };
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const double y = top + kCellHeight * double(row), base = y + kCellHeight / 2 + 4;
        svg.text(left - kGap, base, fittedWords(rows[row], left - kGap - kAxis, Svg::kText), Anchor::End);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const double x = left + cellWidth * double(column);
            const auto found = cells.find({columns[column], rows[row]});
            if (found == cells.end() || found->second->reached.users == 0) {
                svg.text(x + cellWidth / 2, base, fittedWords(translated("not run"), cellWidth, Svg::kText),
                         Anchor::Middle,
                         /*muted=*/true);
            } else {
                const double mean = found->second->reached.interval.mean;
                svg.cell(x, y, cellWidth, kCellHeight, svg.ramp(share(mean)));
                svg.cellText(x + cellWidth / 2, base, fittedWords(fmt::format("{:.4f}", mean), cellWidth, Svg::kText),
                             svg.textColourOn(share(mean)));
            }
            svg.frame(x, y, cellWidth, kCellHeight);
        }
    }
    for (std::size_t column = 0; column < columns.size(); ++column)
        svg.text(left + cellWidth * (double(column) + 0.5), bottom + 16,
                 fittedWords(columns[column], cellWidth, Svg::kText), Anchor::Middle);
    svg.text(left + cellWidth * double(columns.size()) / 2, bottom + 36, columnKey, Anchor::Middle);
    svg.verticalText(14, (top + bottom) / 2, rowKey);
    // The colour bar with its range.
    const double barY = bottom + 50, first = left + textWidth(fmt::format("{:.4f}", low), Svg::kText) + 6;
    if (high < low) return svg.end();
    svg.text(left, barY + kBarHeight, fmt::format("{:.4f}", low), Anchor::Start, /*muted=*/true);
    const double step = kBar / double(style.ramp.size());
    for (std::size_t i = 0; i < style.ramp.size(); ++i)
        svg.cell(first + step * double(i), barY, step + 0.2, kBarHeight, style.ramp[i]);
    svg.frame(first, barY, kBar, kBarHeight);
    svg.text(first + kBar + 6, barY + kBarHeight, fmt::format("{:.4f}", high), Anchor::Start, /*muted=*/true);
    return svg.end();
}

SvgStyle latexStyle() {
    SvgStyle style;
    style.code = FigureFormat::Tikz;
    style.width = 480;  // scaled to a line of 345 pt, 12-point text becomes 8.6 pt
    return style;
}

}  // namespace recscope
