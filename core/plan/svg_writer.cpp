// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/svg_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace recscope {

namespace {

constexpr double kMarker = 4;  ///< half the side length of a marker
constexpr std::array kDashes = {"", "8 4", "2 3", "8 3 2 3", "8 3 2 3 2 3"};

/// Converts "#0072B2" to "{rgb,255:red,0;green,114;blue,178}".
std::string tikzColour(const std::string& colour) {
    const auto part = [&colour](std::size_t at) { return std::stoi(colour.substr(at, 2), nullptr, 16); };
    if (colour.size() < 7 || colour[0] != '#') return "black";
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", part(1), part(3), part(5));
}

std::string svgDash(int dash) {
    return dash == 0 ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", kDashes.at(std::size_t(dash)));
}

std::string tikzDash(int dash) {
    if (dash == 0) return {};
    std::string pattern;
    bool isOn = true;
    for (const char* at = kDashes.at(std::size_t(dash)); *at != 0; ++at) {
        if (*at == ' ') continue;
        pattern += fmt::format("{} {}pt ", isOn ? "on" : "off", *at);
        isOn = !isOn;
    }
    return ", dash pattern=" + pattern;
}

}  // namespace

Svg::Svg(const SvgStyle& style, double height, const std::string& title) : m_style(style) {
    if (isTikz()) {
        // The picture is scaled to the width of a line of text. Its text is set in \footnotesize.
        m_code = fmt::format(
            "\\begin{{tikzpicture}}[x={0:.7f}\\linewidth,y=-{0:.7f}\\linewidth,every node/.style={{inner sep=0pt,"
            "font=\\footnotesize\\sffamily}}]\n\\path (0,0) rectangle ({1:.0f},{2:.0f});\n",
            1 / width(), width(), height);
        return;  // LaTeX shows the title in the caption
    }
    m_code = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"{}\" "
        "font-size=\"{:.0f}\" role=\"img\" aria-label=\"{}\">\n",
        width(), height, escapedHtml(style.font), kText, escapedHtml(title));
    m_code += fmt::format(
        "<text class=\"svg-text\" x=\"0\" y=\"18\" font-size=\"13\" font-weight=\"bold\" fill=\"{}\">{}</text>\n",
        style.text, escapedHtml(fittedWords(title, width() / 1.2, 13)));
}

void Svg::text(double x, double y, const std::string& words, Anchor anchor, bool muted) {
    const std::string& colour = muted ? m_style.muted : m_style.text;
    if (isTikz()) {
        const char* const anchors[] = {"base west", "base", "base east"};
        m_code += fmt::format("\\node[anchor={},text={}] at ({:.1f},{:.1f}) {{{}}};\n", anchors[int(anchor)],
                              tikzColour(colour), x, y, escapedLatex(words));
        return;
    }
    const char* const names[] = {"start", "middle", "end"};
    m_code += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" class=\"{}\">{}</text>\n", x,
                          y, names[int(anchor)], colour, muted ? "svg-muted" : "svg-text", escapedHtml(words));
}

void Svg::cellText(double x, double y, const std::string& words, const std::string& colour) {
    if (isTikz())
        m_code += fmt::format("\\node[anchor=base,text={}] at ({:.1f},{:.1f}) {{{}}};\n", tikzColour(colour), x, y,
                              escapedLatex(words));
    else
        m_code += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n", x, y,
                              colour, escapedHtml(words));
}

void Svg::verticalText(double x, double y, const std::string& words, bool muted) {
    const std::string& colour = muted ? m_style.muted : m_style.text;
    if (isTikz())
        m_code += fmt::format("\\node[rotate=90,text={}] at ({:.1f},{:.1f}) {{{}}};\n", tikzColour(colour), x - 4, y,
                              escapedLatex(words));
    else
        m_code += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" fill=\"{}\" "
            "class=\"{}\">{}</text>\n",
            x, y, colour, muted ? "svg-muted" : "svg-text", escapedHtml(words));
}

void Svg::line(double x1, double y1, double x2, double y2, const std::string& colour, double width, int dash) {
    if (isTikz())
        m_code += fmt::format("\\draw[draw={},line width={:.2f}pt{}] ({:.1f},{:.1f}) -- ({:.1f},{:.1f});\n",
                              tikzColour(colour), 0.6 * width, tikzDash(dash), x1, y1, x2, y2);
    else
        m_code += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", x1,
            y1, x2, y2, colour, width, svgDash(dash));
}

void Svg::grid(double x1, double y1, double x2, double y2) {
    if (isTikz()) return line(x1, y1, x2, y2, m_style.grid, 0.6);
    m_code += fmt::format(
        "<line class=\"svg-grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"1\"/>\n",
        x1, y1, x2, y2, m_style.grid);
}

void Svg::dot(double x, double y, const std::string& colour) {
    if (isTikz())
        m_code += fmt::format("\\fill[fill={}] ({:.1f},{:.1f}) circle[radius=2pt];\n", tikzColour(colour), x, y);
    else
        m_code += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y, colour);
}

void Svg::ring(double x, double y, const std::string& colour) {
    if (isTikz())
        m_code += fmt::format("\\draw[draw={},line width=0.8pt] ({:.1f},{:.1f}) circle[radius=2.8pt];\n",
                              tikzColour(colour), x, y);
    else
        m_code += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5.5\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", x, y,
            colour);
}

void Svg::polygon(const std::vector<Point>& points, const std::string& colour, bool isFilled) {
    std::string corners;
    for (const auto& [x, y] : points)
        corners += isTikz() ? fmt::format("({:.1f},{:.1f}) -- ", x, y) : fmt::format("{:.1f},{:.1f} ", x, y);
    if (isTikz())
        m_code += fmt::format("\\{}={}] {}cycle;\n", isFilled ? "fill[fill" : "draw[line width=1pt,draw",
                              tikzColour(colour), corners);
    else
        m_code += isFilled ? fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", corners, colour)
                           : fmt::format("<polygon points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n",
                                         corners, colour);
}

void Svg::marker(double x, double y, const SeriesLook& look) {
    const double h = kMarker;
    const std::vector<Point> square = {{x - h, y - h}, {x + h, y - h}, {x + h, y + h}, {x - h, y + h}};
    switch (look.marker) {
        case 0:
            return dot(x, y, look.colour);
        case 1:
            return polygon(square, look.colour, /*isFilled=*/true);
        case 2:
            return polygon({{x, y - h}, {x + h, y + h}, {x - h, y + h}}, look.colour, true);
        case 3:
            return polygon({{x, y - 1.3 * h}, {x + 1.3 * h, y}, {x, y + 1.3 * h}, {x - 1.3 * h, y}}, look.colour, true);
        case 4:
            line(x - h, y - h, x + h, y + h, look.colour, 2);
            return line(x - h, y + h, x + h, y - h, look.colour, 2);
        case 5:
            line(x - h, y, x + h, y, look.colour, 2);
            return line(x, y - h, x, y + h, look.colour, 2);
        case 6:
            return polygon({{x, y + h}, {x + h, y - h}, {x - h, y - h}}, look.colour, true);
        default:
            return polygon(square, look.colour, /*isFilled=*/false);
    }
}

void Svg::path(const std::vector<Point>& points, const SeriesLook& look) {
    std::string code;
    for (std::size_t i = 0; i < points.size(); ++i)
        code += isTikz() ? fmt::format("{}({:.1f},{:.1f})", i == 0 ? "" : " -- ", points[i].first, points[i].second)
                         : fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : " L", points[i].first, points[i].second);
    if (isTikz())
        m_code +=
            fmt::format("\\draw[draw={},line width=1.2pt{}] {};\n", tikzColour(look.colour), tikzDash(look.dash), code);
    else
        m_code += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", code, look.colour,
                              svgDash(look.dash));
}

void Svg::fill(const std::string& outline, const std::string& colour) {
    m_code += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", outline, colour);
}

void Svg::cell(double x, double y, double width, double height, const std::string& colour) {
    if (isTikz())
        m_code += fmt::format("\\fill[fill={}] ({:.1f},{:.1f}) rectangle ({:.1f},{:.1f});\n", tikzColour(colour), x, y,
                              x + width, y + height);
    else
        m_code += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x,
                              y, width, height, colour);
}

void Svg::frame(double x, double y, double width, double height) {
    if (isTikz())
        m_code += fmt::format("\\draw[draw={}] ({:.1f},{:.1f}) rectangle ({:.1f},{:.1f});\n", tikzColour(m_style.grid),
                              x, y, x + width, y + height);
    else
        m_code += fmt::format(
            "<rect class=\"svg-grid\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
            "stroke=\"{}\"/>\n",
            x, y, width, height, m_style.grid);
}

std::string Svg::end() {
    return m_code + (isTikz() ? "\\end{tikzpicture}\n" : "</svg>\n");
}

SeriesLook Svg::series(std::size_t index) const {
    constexpr std::size_t kMarkers = 8;
    const std::size_t hues = m_style.lines.size(), hue = index % hues, round = index / hues;
    return {.colour = m_style.lines[hue],
            .marker = int((hue + round) % kMarkers),
            .dash = int((hue + 2 * round) % kDashes.size())};
}

std::string Svg::ramp(double t) const {
    const auto last = double(m_style.ramp.size() - 1);
    return m_style.ramp[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0, 1.0) * last))];
}

std::string Svg::textColourOn(double t) const {
    return t > 0.55 && !m_style.onDark.empty() ? m_style.onDark : m_style.text;
}

}  // namespace recscope
