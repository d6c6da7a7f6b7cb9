// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/svg_writer.h"

#include <fmt/format.h>

namespace recscope {

Svg::Svg(const SvgLooks& looks, double height, const std::string& title) : m_looks(looks) {
    m_code = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"{}\" "
        "font-size=\"{:.0f}\" role=\"img\" aria-label=\"{}\">\n",
        kWidth, height, escapedHtml(looks.font), kText, escapedHtml(title));
    m_code += fmt::format("<text x=\"0\" y=\"18\" font-size=\"13\" font-weight=\"bold\" fill=\"{}\">{}</text>\n",
                          looks.text, escapedHtml(title));
}

void Svg::text(double x, double y, const std::string& words, Anchor anchor, bool muted) {
    const char* const names[] = {"start", "middle", "end"};
    m_code += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y,
                          names[int(anchor)], muted ? m_looks.muted : m_looks.text, escapedHtml(words));
}

void Svg::words(double x, double y, const std::string& words, const std::string& colour) {
    m_code += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n", x, y,
                          colour, escapedHtml(words));
}

void Svg::upright(double x, double y, const std::string& words, bool muted) {
    m_code += fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n", x, y,
        muted ? m_looks.muted : m_looks.text, escapedHtml(words));
}

void Svg::line(double x1, double y1, double x2, double y2, const std::string& colour, double width) {
    m_code += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", x1, y1,
        x2, y2, colour, width);
}

void Svg::dot(double x, double y, const std::string& colour) {
    m_code += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y, colour);
}

void Svg::ring(double x, double y, const std::string& colour) {
    m_code += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5.5\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", x, y,
        colour);
}

void Svg::path(const std::string& points, const std::string& colour) {
    m_code += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points, colour);
}

void Svg::fill(const std::string& points, const std::string& colour) {
    m_code += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", points, colour);
}

void Svg::frame(double x, double y, double width, double height) {
    m_code += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n", x, y,
        width, height, m_looks.grid);
}

std::string Svg::end() {
    return m_code + "</svg>\n";
}

std::string shortened(const std::string& words, std::size_t letters) {
    if (words.size() <= letters) return words;
    std::size_t end = letters;
    while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) --end;  // not within a letter
    return words.substr(0, end) + "…";
}

}  // namespace recscope
