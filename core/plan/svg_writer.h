// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/report.h"

namespace recscope {

/// Writes the elements of a picture with the looks inside each: no style sheet is needed. Lengths are points of the
/// picture's own space.
class Svg {
public:
    static constexpr double kWidth = 760, kHead = 34;  ///< the title stands in the head
    static constexpr double kText = 12;                ///< height of the letters

    Svg(const SvgLooks& looks, double height, const std::string& title);

    enum class Anchor { Start, Middle, End };
    void text(double x, double y, const std::string& words, Anchor anchor, bool muted = false);
    /// In the middle of a cell, in its own colour.
    void words(double x, double y, const std::string& words, const std::string& colour);
    /// Along the left side of something, read from below.
    void upright(double x, double y, const std::string& words, bool muted = false);
    void line(double x1, double y1, double x2, double y2, const std::string& colour, double width = 1);
    void grid(double x1, double y1, double x2, double y2) { line(x1, y1, x2, y2, m_looks.grid); }
    void dot(double x, double y, const std::string& colour);
    void ring(double x, double y, const std::string& colour);
    void path(const std::string& points, const std::string& colour);
    /// An area of one colour.
    void fill(const std::string& points, const std::string& colour);
    void frame(double x, double y, double width, double height);
    std::string end();

    std::string colour(std::size_t index) const { return m_looks.lines[index % m_looks.lines.size()]; }
    const SvgLooks& looks() const { return m_looks; }

private:
    const SvgLooks& m_looks;
    std::string m_code;
};

/// The first letters with "…" where there are more.
std::string shortened(const std::string& words, std::size_t letters);

}  // namespace recscope
