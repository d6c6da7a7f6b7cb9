// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/plan/report.h"
#include "core/plan/text_width.h"

namespace recscope {

/// The style of one of several lines in a plot: a colour, a marker and a dash pattern. The first 64 lines differ from
/// each other in colour or marker.
struct SeriesLook {
    std::string colour;
    int marker = 0;  ///< 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 plus, 6 triangle down, 7 hollow square
    int dash = 0;    ///< 0 solid, 1 dashed, 2 dotted, 3 dash dot, 4 dash dot dot
};

/// Writes the elements of a figure as SVG or as TikZ. Each element carries its own style: no style sheet is needed, and
/// every colour is opaque. Lengths are in points of the figure's own coordinate system, whose y axis points down.
class Svg {
public:
    using Point = std::pair<double, double>;
    static constexpr double kHeaderHeight = 34;  ///< height of the header, which contains the title
    static constexpr double kText = 12;          ///< text height

    Svg(const SvgStyle& style, double height, const std::string& title);

    enum class Anchor { Start, Middle, End };
    /// Draws text whose baseline is at `y`; `anchor` states which point of the text is at `x`. Muted text has the
    /// colour `SvgStyle::muted`.
    void text(double x, double y, const std::string& words, Anchor anchor, bool muted = false);
    /// Draws text of this colour in the middle of a cell.
    void cellText(double x, double y, const std::string& words, const std::string& colour);
    /// Draws text that reads upwards, for the left side of a plot.
    void verticalText(double x, double y, const std::string& words, bool muted = false);
    /// `dash`: as in `SeriesLook`.
    void line(double x1, double y1, double x2, double y2, const std::string& colour, double width = 1, int dash = 0);
    /// Draws a line of the grid behind a plot.
    void grid(double x1, double y1, double x2, double y2);
    void dot(double x, double y, const std::string& colour);
    void ring(double x, double y, const std::string& colour);
    void marker(double x, double y, const SeriesLook& look);
    void path(const std::vector<Point>& points, const SeriesLook& look);
    /// Fills an outline given in SVG path syntax. Not available for TikZ.
    void fill(const std::string& outline, const std::string& colour);
    void cell(double x, double y, double width, double height, const std::string& colour);
    void frame(double x, double y, double width, double height);
    std::string end();

    double width() const { return m_style.width; }
    SeriesLook series(std::size_t index) const;
    std::string colour(std::size_t index) const { return series(index).colour; }
    /// The colour at `t`, in 0…1, on the colour scale `SvgStyle::ramp`.
    std::string ramp(double t) const;
    /// The colour of text that is legible on a cell of colour `ramp(t)`.
    std::string textColourOn(double t) const;
    const SvgStyle& style() const { return m_style; }

private:
    bool isTikz() const { return m_style.code == FigureFormat::Tikz; }
    void polygon(const std::vector<Point>& points, const std::string& colour, bool isFilled);

    const SvgStyle& m_style;
    std::string m_code;
};

/// Sorts the values numerically if all of them are numbers; otherwise leaves their order unchanged.
void sortBySize(std::vector<std::string>& values);

}  // namespace recscope
