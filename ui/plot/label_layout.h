// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <span>
#include <vector>

namespace recscope::ui {

/// A curve as it is drawn, in pixels.
struct DrawnCurve {
    std::vector<QPointF> points;
    bool isJoined = true;  ///< by lines
    double radius = 0;     ///< of the markers
};

/// What a label keeps off, beside other labels and reference lines.
enum class KeepOff { Curves, Points, Nothing };

/// Finds room for the labels of a plot, one after the other: inside the area, off reference lines and the labels that
/// are there already. All in pixels.
class LabelLayout {
public:
    /// `lines`: heights of lines that go from side to side.
    LabelLayout(const QRectF& area, std::vector<DrawnCurve> curves, std::vector<double> lines);

    /// The first spot with room, which is then taken; nothing if there is none.
    std::optional<QRectF> firstFree(std::span<const QRectF> spots, KeepOff keepOff = KeepOff::Curves);
    /// The spot that hides least, moved into the area, which is then taken: for words that must be there.
    /// Pre: there are spots.
    QRectF leastHarmful(std::span<const QRectF> spots);
    /// Keeps labels off.
    void take(const QRectF& rect) { m_taken.push_back(rect); }

private:
    bool isFree(const QRectF& rect, KeepOff keepOff) const;
    int harm(const QRectF& rect) const;

    QRectF m_area;
    std::vector<DrawnCurve> m_curves;
    std::vector<double> m_lines;
    std::vector<QRectF> m_taken;
};

/// Of each pixel column only the highest and the lowest point: as many as can be seen. Pre: x rises.
std::vector<QPointF> seenPoints(std::vector<QPointF> points);

}  // namespace recscope::ui
