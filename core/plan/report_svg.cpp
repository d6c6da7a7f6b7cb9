// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/plan/report.h"

namespace recscope {

namespace {

// Points of the picture's own space; colours of Okabe and Ito (2008), which people with any colour vision tell apart.
constexpr double kWidth = 760, kHead = 34, kFoot = 46, kRow = 26, kTitle = 220, kRight = 24, kCurveHeight = 360;
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

const char* colourOf(std::size_t index) {
    return kColours[index % std::size(kColours)];
}

struct Range {
    double low = 0, high = 1;
    double share(double value) const { return (value - low) / (high - low); }
};

/// All numbers that are drawn, with some room, from 0 on where they come near it.
Range rangeOf(const StudyTable& table) {
    double low = 1, high = 0;
    for (const StudyRow& row : table.rows) {
        const StudyCell& cell = row.cells.front();
        if (cell.reached.users > 0) {
            low = std::min(low, cell.reached.interval.mean - cell.reached.interval.halfWidth);
            high = std::max(high, cell.reached.interval.mean + cell.reached.interval.halfWidth);
        }
        if (cell.printed) {
            low = std::min(low, *cell.printed);
            high = std::max(high, *cell.printed);
        }
    }
    if (low > high) return {};
    const double room = std::max(0.05 * (high - low), 1e-4);
    low = low < 0.4 * high ? 0 : low - room;
    return {std::max(0.0, low), high + room};
}

/// Round values across a range: steps of 1, 2 or 5 times a power of ten.
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

std::string text(double x, double y, const std::string& words, const char* anchor, const char* kind = "label") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x, y, anchor,
                       kind, escapedHtml(words));
}

std::string line(double x1, double y1, double x2, double y2, const std::string& looks) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, looks);
}

std::string shortened(const std::string& words, std::size_t letters) {
    if (words.size() <= letters) return words;
    std::size_t end = letters;
    while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) --end;  // not within a letter
    return words.substr(0, end) + "…";
}

std::string opened(double height, const std::string& title) {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
               "aria-label=\"{}\">\n",
               kWidth, height, escapedHtml(title)) +
           text(0, 18, title, "start", "title");
}

/// A row for each config: its mean, its interval, and the printed value as a hollow mark.
std::string rowsSvg(const Plan& plan, const StudyTable& table, const std::string& title) {
    const Range range = rangeOf(table);
    const double height = kHead + kRow * double(table.rows.size()) + kFoot, bottom = height - kFoot;
    const auto x = [&](double value) { return kTitle + range.share(value) * (kWidth - kTitle - kRight); };
    const bool anyPrinted = std::any_of(table.rows.begin(), table.rows.end(),
                                        [](const StudyRow& row) { return row.cells.front().printed.has_value(); });
    std::string svg = opened(height, title);
    for (const double tick : ticksOf(range)) {
        svg += line(x(tick), kHead, x(tick), bottom, "class=\"grid\"");
        svg += text(x(tick), bottom + 16, fmt::format("{:g}", std::round(tick * 1e6) / 1e6), "middle");
    }
    svg += text(kTitle + (kWidth - kTitle - kRight) / 2, bottom + 36,
                metricTitle(plan.metrics.front()) + " on test, mean and 95 % interval" +
                    (anyPrinted ? "; hollow: printed" : ""),
                "middle");
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const StudyRow& row = table.rows[i];
        const StudyCell& cell = row.cells.front();
        const double y = kHead + kRow * (double(i) + 0.5);
        svg += text(kTitle - 10, y + 4, shortened(row.title, 34), "end");
        if (cell.printed)
            svg +=
                fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" class=\"printed\"/>\n", x(*cell.printed), y);
        if (cell.reached.users == 0) {
            svg += text(kTitle + 6, y + 4, "not run", "start", "muted");
            continue;
        }
        const MeanInterval& of = cell.reached.interval;
        svg += line(x(std::max(range.low, of.mean - of.halfWidth)), y, x(of.mean + of.halfWidth), y,
                    fmt::format("stroke=\"{}\" stroke-width=\"2\"", colourOf(0)));
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x(of.mean), y, colourOf(0));
    }
    return svg + "</svg>\n";
}

struct CurvePoint {
    double value;
    const StudyCell* cell;
};

/// A line for each entry over the values of its swept key, which stand at equal distances.
std::string curvesSvg(const Plan& plan, const StudyTable& table, const std::string& title) {
    std::map<std::size_t, std::vector<CurvePoint>> lines;  // by entry
    std::map<double, std::string> values;
    std::string key;
    for (const StudyRow& row : table.rows) {
        if (row.values.empty()) continue;
        key = row.values.front().first;
        const double value = std::strtod(row.values.front().second.c_str(), nullptr);
        values[value] = row.values.front().second;
        lines[row.entry].push_back({value, &row.cells.front()});
    }
    const Range range = rangeOf(table);
    const double left = 64, right = kWidth - 190, top = kHead, bottom = kCurveHeight - kFoot;
    const auto y = [&](double value) { return bottom - range.share(value) * (bottom - top); };
    const auto x = [&](double value) {
        const auto at = double(std::distance(values.begin(), values.find(value)));
        return left + (at + 0.5) / double(values.size()) * (right - left);
    };
    std::string svg = opened(kCurveHeight, title);
    for (const double tick : ticksOf(range)) {
        svg += line(left, y(tick), right, y(tick), "class=\"grid\"");
        svg += text(left - 8, y(tick) + 4, fmt::format("{:g}", std::round(tick * 1e6) / 1e6), "end");
    }
    for (const auto& [value, words] : values) svg += text(x(value), bottom + 16, words, "middle");
    svg += text((left + right) / 2, bottom + 36, key, "middle");
    svg += fmt::format(
        "<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\" class=\"label\">{} on "
        "test</text>\n",
        (top + bottom) / 2, escapedHtml(metricTitle(plan.metrics.front())));
    std::size_t number = 0;
    for (const auto& [entry, points] : lines) {
        const char* const colour = colourOf(number);
        std::string path;
        for (const CurvePoint& point : points) {
            const StudyCell& cell = *point.cell;
            if (cell.printed)
                svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"none\" stroke=\"{}\"/>\n",
                                   x(point.value), y(*cell.printed), colour);
            if (cell.reached.users == 0) continue;
            const MeanInterval& of = cell.reached.interval;
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", x(point.value), y(of.mean));
            svg += line(x(point.value), y(std::max(range.low, of.mean - of.halfWidth)), x(point.value),
                        y(of.mean + of.halfWidth), fmt::format("stroke=\"{}\"", colour));
            svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x(point.value),
                               y(of.mean), colour);
        }
        if (!path.empty())
            svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour);
        const double at = top + 12 + 20 * double(number++);
        svg += line(right + 14, at - 4, right + 36, at - 4, fmt::format("stroke=\"{}\" stroke-width=\"2\"", colour));
        svg += text(right + 42, at, shortened(rowTitle(plan.entries[entry], {}), 22), "start");
    }
    svg += text(right + 14, top + 12 + 20 * double(number), "bars: 95 % interval", "start", "muted");
    return svg + "</svg>\n";
}

}  // namespace

std::string studySvg(const Plan& plan, const StudyTable& table) {
    const std::string title =
        fmt::format("{} by {}: {}, {}", metricTitle(plan.metrics.front()),
                    plan.shape == PlanShape::Curve ? "value" : "row", table.dataset.name, table.protocol.name());
    return plan.shape == PlanShape::Curve ? curvesSvg(plan, table, title) : rowsSvg(plan, table, title);
}

}  // namespace recscope
