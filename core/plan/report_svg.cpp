// SPDX-License-Identifier: GPL-3.0-or-later
// studySvg, datasetsSvg and changesSvg: see report.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/plan/report.h"
#include "core/plan/svg_writer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Lengths are in points of the figure's own coordinate system.
constexpr double kHeaderHeight = Svg::kHeaderHeight, kFoot = 46, kRow = 26, kRight = 24, kCurveHeight = 360;
// The smallest width of row titles, in points, and the largest, as a fraction of the figure's width.
constexpr double kNarrowTitle = 60, kWidestTitle = 0.45;
// In the legend: the space for a sample of the line, in points, and the largest width of names, as a fraction.
constexpr double kLegendSample = 40, kWidestLegend = 0.3;
constexpr double kGap = 10;  // space between a row's title and its marks

/// The range of values that an axis shows.
struct Range {
    double low = 0, high = 1;
    double share(double value) const { return (value - low) / (high - low); }
};

/// The range of all means, intervals and published values, with some padding. It starts at 0 if the smallest value is
/// below 0.4 times the largest.
Range rangeOf(const std::vector<const StudyCell*>& cells) {
    double low = 1, high = 0;
    for (const StudyCell* cell : cells) {
        if (cell->reached.users > 0) {
            low = std::min(low, cell->reached.low());
            high = std::max(high, cell->reached.high());
        }
        if (cell->published) {
            low = std::min(low, *cell->published);
            high = std::max(high, *cell->published);
        }
    }
    if (low > high) return {};
    const double padding = std::max(0.05 * (high - low), 1e-4);
    low = low < 0.4 * high ? 0 : low - padding;
    return {std::max(0.0, low), high + padding};
}

/// Round tick values across a range: steps of 1, 2 or 5 times a power of ten.
std::vector<double> ticksOf(const Range& range) {
    const double rough = (range.high - range.low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    const double step = rough / power > 5   ? 10 * power
                        : rough / power > 2 ? 5 * power
                        : rough / power > 1 ? 2 * power
                                            : power;
    std::vector<double> ticks;
    for (double tick = std::ceil(range.low / step) * step; tick <= range.high + 1e-9; tick += step)
        ticks.push_back(tick);
    return ticks;
}

using Anchor = Svg::Anchor;

/// The tick value without rounding errors: "0.25", not "0.25000000000000006".
std::string tickText(double tick) {
    return fmt::format("{:g}", std::round(tick * 1e6) / 1e6 + 0.0);  // avoids "-0"
}

/// The width of the rows' titles.
double titleWidth(const StudyTable& table, const SvgStyle& style) {
    double longest = 0;
    for (const StudyRow& row : table.rows) longest = std::max(longest, textWidth(row.title, Svg::kText));
    return std::clamp(longest + kGap + 4, kNarrowTitle, kWidestTitle * style.width);
}

std::string fittedTitle(const std::string& title, double left) {
    return fittedWords(title, left - kGap, Svg::kText);
}

/// Draws one row of the figure per row of the table: the mean, its interval, and the published value as a hollow mark.
std::string rowsSvg(const Plan& plan, const StudyTable& table, std::size_t metric, const std::string& title,
                    const SvgStyle& style) {
    std::vector<const StudyCell*> cells;
    for (const StudyRow& row : table.rows) cells.push_back(&row.cells[metric]);
    const Range range = rangeOf(cells);
    const double left = titleWidth(table, style), right = style.width - kRight;
    const double height = kHeaderHeight + kRow * double(table.rows.size()) + kFoot, bottom = height - kFoot;
    const auto x = [&](double value) { return left + range.share(value) * (right - left); };
    const bool hasPublished = std::any_of(table.rows.begin(), table.rows.end(), [metric](const StudyRow& row) {
        return row.cells[metric].published.has_value();
    });
    Svg svg(style, height, title);
    for (const double tick : ticksOf(range)) {
        svg.grid(x(tick), kHeaderHeight, x(tick), bottom);
        svg.text(x(tick), bottom + 16, tickText(tick), Anchor::Middle);
    }
    svg.text((left + right) / 2, bottom + 36,
             translated("{} on test, mean and 95 % interval", metricTitle(plan.metrics[metric])) +
                 (hasPublished ? translated("; hollow: published value") : std::string()),
             Anchor::Middle);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const StudyRow& row = table.rows[i];
        const StudyCell& cell = row.cells[metric];
        const double y = kHeaderHeight + kRow * (double(i) + 0.5);
        svg.text(left - kGap, y + 4, fittedTitle(row.title, left), Anchor::End);
        if (cell.published) svg.ring(x(*cell.published), y, style.muted);
        if (cell.reached.users == 0) {
            svg.text(left + 6, y + 4, translated("not run"), Anchor::Start, /*muted=*/true);
            continue;
        }
        const SeedInterval& interval = cell.reached;
        svg.line(x(std::max(range.low, interval.low())), y, x(interval.high()), y, svg.colour(0), 2);
        svg.dot(x(interval.interval.mean), y, svg.colour(0));
    }
    return svg.end();
}

/// One cell of a line, at the position of its swept value on the x axis.
struct CurvePoint {
    std::size_t at;  ///< index of the swept value
    const StudyCell* cell;
};

/// One line of a curve plot.
struct CurveLine {
    std::string title;
    std::vector<const StudyRow*> rows;  ///< a row without values gives a horizontal line
};

std::vector<CurvePoint> pointsOf(const CurveLine& line, const std::vector<std::string>& values, std::size_t metric) {
    std::vector<CurvePoint> points;
    for (std::size_t at = 0; at < values.size(); ++at)
        for (const StudyRow* row : line.rows)
            if (row->values.empty() || row->values.front().second == values[at])
                points.push_back({.at = at, .cell = &row->cells[metric]});
    return points;
}

/// Draws lines over the values of the swept key, which are spaced equally.
std::string curvesSvg(const Plan& plan, const std::vector<CurveLine>& lines, std::size_t metric,
                      const std::string& title, const SvgStyle& style) {
    std::vector<std::string> values;
    std::vector<const StudyCell*> cells;
    std::string key;
    for (const CurveLine& line : lines) {
        for (const StudyRow* row : line.rows) {
            cells.push_back(&row->cells[metric]);
            if (row->values.empty()) continue;
            key = row->values.front().first;
            const std::string& value = row->values.front().second;
            if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
        }
    }
    sortBySize(values);
    const Range range = rangeOf(cells);
    double legend = 0;
    for (const CurveLine& line : lines) legend = std::max(legend, textWidth(line.title, Svg::kText));
    for (const std::string& words : {translated("bars: 95 % interval"), translated("hollow: published value")})
        legend = std::max(legend, textWidth(words, Svg::kText) - kLegendSample);
    legend = std::min(legend, kWidestLegend * style.width);
    constexpr double kLegendLine = 20, kBelowLegend = 60;  // height of a line; room to explain bars and hollow marks
    const double height = std::max(kCurveHeight, kHeaderHeight + kLegendLine * double(lines.size()) + kBelowLegend);
    const double left = 64, right = style.width - legend - kLegendSample - 20, top = kHeaderHeight,
                 bottom = height - kFoot;
    const auto y = [&](double value) { return bottom - range.share(value) * (bottom - top); };
    const auto x = [&](std::size_t at) { return left + (double(at) + 0.5) / double(values.size()) * (right - left); };
    Svg svg(style, height, title);
    for (const double tick : ticksOf(range)) {
        svg.grid(left, y(tick), right, y(tick));
        svg.text(left - 8, y(tick) + 4, tickText(tick), Anchor::End);
    }
    for (std::size_t at = 0; at < values.size(); ++at) svg.text(x(at), bottom + 16, values[at], Anchor::Middle);
    svg.text((left + right) / 2, bottom + 36, key, Anchor::Middle);
    svg.verticalText(14, (top + bottom) / 2, translated("{} on test", metricTitle(plan.metrics[metric])));
    std::size_t number = 0;
    bool hasPublished = false;
    for (const CurveLine& line : lines) {
        const SeriesLook look = svg.series(number);
        const std::string& colour = look.colour;
        std::vector<Svg::Point> path;
        for (const CurvePoint& point : pointsOf(line, values, metric)) {
            const StudyCell& cell = *point.cell;
            if (cell.published) svg.ring(x(point.at), y(*cell.published), colour);
            hasPublished = hasPublished || cell.published;
            if (cell.reached.users == 0) continue;
            const SeedInterval& interval = cell.reached;
            path.emplace_back(x(point.at), y(interval.interval.mean));
            svg.line(x(point.at), y(std::max(range.low, interval.low())), x(point.at), y(interval.high()), colour);
            svg.marker(x(point.at), y(interval.interval.mean), look);
        }
        if (!path.empty()) svg.path(path, look);
        const double at = top + 12 + kLegendLine * double(number++);
        svg.line(right + 14, at - 4, right + kLegendSample, at - 4, colour, 2, look.dash);
        svg.marker(right + 14 + (kLegendSample - 14) / 2, at - 4, look);
        svg.text(right + kLegendSample + 6, at, fittedWords(line.title, legend, Svg::kText), Anchor::Start);
    }
    const double below = top + 12 + kLegendLine * double(number);
    svg.text(right + 14, below, translated("bars: 95 % interval"), Anchor::Start, /*muted=*/true);
    if (hasPublished)
        svg.text(right + 14, below + 18, translated("hollow: published value"), Anchor::Start, /*muted=*/true);
    return svg.end();
}

/// One line for each entry.
std::vector<CurveLine> linesOfEntries(const Plan& plan, const StudyTable& table) {
    std::map<std::size_t, CurveLine> lines;
    for (const StudyRow& row : table.rows) {
        lines[row.entry].title = rowTitle(plan.entries[row.entry], {});
        lines[row.entry].rows.push_back(&row);
    }
    std::vector<CurveLine> inOrder;
    for (auto& [entry, line] : lines) inOrder.push_back(std::move(line));
    return inOrder;
}

}  // namespace

void sortBySize(std::vector<std::string>& values) {
    if (std::all_of(values.begin(), values.end(), [](const std::string& value) { return parseNumber(value); }))
        std::stable_sort(values.begin(), values.end(),
                         [](const std::string& a, const std::string& b) { return *parseNumber(a) < *parseNumber(b); });
}

std::string studySvg(const Plan& plan, const StudyTable& table, std::size_t metric, const SvgStyle& style) {
    const std::string title =
        fmt::format("{}: {}, {}", metricTitle(plan.metrics[metric]), table.dataset.name, protocolTitle(table.protocol));
    return plan.shape == PlanShape::Curve ? curvesSvg(plan, linesOfEntries(plan, table), metric, title, style)
                                          : rowsSvg(plan, table, metric, title, style);
}

std::vector<std::size_t> tablesAcrossDatasets(const Study& study, std::size_t table) {
    const Protocol& protocol = study.tables[table].protocol;
    std::vector<std::size_t> across;
    for (std::size_t i = 0; i < study.tables.size(); ++i) {
        const StudyTable& table = study.tables[i];
        const bool isKnown = std::any_of(across.begin(), across.end(), [&](std::size_t other) {
            return study.tables[other].dataset.id == table.dataset.id;
        });
        if (!isKnown && table.protocol.seed == protocol.seed &&
            protocolTitle(table.protocol) == protocolTitle(protocol))
            across.push_back(i);
    }
    return across;
}

std::vector<std::size_t> entriesAcrossDatasets(const Study& study, std::size_t table) {
    std::vector<std::size_t> entries;
    if (study.plan.shape != PlanShape::Curve || tablesAcrossDatasets(study, table).size() < 2) return entries;
    for (const StudyRow& row : study.tables[table].rows)
        if (!row.values.empty() && std::find(entries.begin(), entries.end(), row.entry) == entries.end())
            entries.push_back(row.entry);
    return entries;
}

bool comparesDatasets(const Study& study, std::size_t table) {
    return study.plan.entries.size() == 1 && !entriesAcrossDatasets(study, table).empty();
}

std::string datasetsSvg(const Study& study, std::size_t table, std::size_t entry, std::size_t metric,
                        const SvgStyle& style) {
    std::vector<CurveLine> lines;
    for (const std::size_t i : tablesAcrossDatasets(study, table)) {
        CurveLine& line = lines.emplace_back();
        line.title = study.tables[i].dataset.name;
        for (const StudyRow& row : study.tables[i].rows)
            if (row.entry == entry) line.rows.push_back(&row);
    }
    const std::string title =
        translated("{}: {} on each dataset, {}", metricTitle(study.plan.metrics[metric]),
                   rowTitle(study.plan.entries[entry], {}), protocolTitle(study.tables[table].protocol));
    return curvesSvg(study.plan, lines, metric, title, style);
}

std::string changesSvg(const Plan& plan, const StudyTable& table, const SvgStyle& style) {
    if (!table.reference || table.comparisons == 0) return {};
    const StudyRow& reference = table.rows[*table.reference];
    // Differences between published values are drawn only for an ablation, because its reference is fixed. In other
    // plans, the reference need not be the row that the paper compares with.
    const std::optional<double>& publishedReference = reference.cells.front().published;
    const bool drawsPublished = plan.shape == PlanShape::Ablation && publishedReference.has_value();
    Range range{-plan.margin, plan.margin};
    const auto include = [&range](double value) {
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    };
    const auto publishedChange = [&](const StudyRow& row) -> std::optional<double> {
        const std::optional<double> published = row.cells.front().published;
        if (!published || !drawsPublished) return std::nullopt;
        return *published - *publishedReference;
    };
    std::vector<const StudyRow*> rows;
    bool hasPublished = false;
    for (const StudyRow& row : table.rows) {
        if (&row == &reference) continue;
        rows.push_back(&row);
        if (const auto change = publishedChange(row)) {
            include(*change);
            hasPublished = true;
        }
        if (row.verdict == DifferenceVerdict::NotCompared) continue;
        const MeanInterval& interval = row.difference.interval;
        include(interval.mean - interval.halfWidth);
        include(interval.mean + interval.halfWidth);
    }
    const double padding = std::max(0.05 * (range.high - range.low), 1e-4);
    range = {range.low - padding, range.high + padding};
    const double left = titleWidth(table, style), right = style.width - kRight;
    const double height = kHeaderHeight + kRow * double(rows.size()) + kFoot, bottom = height - kFoot;
    const auto x = [&](double value) { return left + range.share(value) * (right - left); };
    const std::string metric = metricTitle(plan.metrics.front());
    Svg svg(style, height,
            translated("Change of {} against {}: {}, {}", metric, reference.title, table.dataset.name,
                       protocolTitle(table.protocol)));
    for (const double tick : ticksOf(range)) {
        svg.grid(x(tick), kHeaderHeight, x(tick), bottom);
        svg.text(x(tick), bottom + 16, tickText(tick), Anchor::Middle);
    }
    svg.line(x(0), kHeaderHeight, x(0), bottom, style.muted, 1.5);
    std::string axis = translated("mean change of {} per user on test, 95 % interval", metric);
    if (plan.margin > 0) {
        constexpr int kDashed = 1;
        for (const double margin : {-plan.margin, plan.margin})
            svg.line(x(margin), kHeaderHeight, x(margin), bottom, style.muted, 1, kDashed);
        axis += translated("; dashed: margin \u00b1{}", plan.margin);
    }
    if (hasPublished) axis += translated("; hollow: published value");
    // Centres the axis label under the plot area, or shifts it left if it would not fit.
    const double needed = textWidth(axis, Svg::kText), middle = (left + right) / 2;
    svg.text(std::min(middle, style.width - needed / 2), bottom + 36, axis, Anchor::Middle);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StudyRow& row = *rows[i];
        const double y = kHeaderHeight + kRow * (double(i) + 0.5);
        svg.text(left - kGap, y + 4, fittedTitle(row.title, left), Anchor::End);
        if (const auto change = publishedChange(row)) svg.ring(x(*change), y, style.muted);
        if (row.verdict == DifferenceVerdict::NotCompared) {
            svg.text(left + 6, y + 4, translated("not run"), Anchor::Start, /*muted=*/true);
            continue;
        }
        const MeanInterval& interval = row.difference.interval;
        svg.line(x(interval.mean - interval.halfWidth), y, x(interval.mean + interval.halfWidth), y, svg.colour(0), 2);
        svg.dot(x(interval.mean), y, svg.colour(0));
    }
    return svg.end();
}

}  // namespace recscope
