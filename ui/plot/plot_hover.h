// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <functional>
#include <optional>

class QCustomPlot;

namespace recscope::ui {

class PlotAxes;
class PlotCurves;
class PlotMarks;
class PlotOverlay;
struct ColumnHit;
struct PointHit;

/// What is under the pointer in a plot, and the tag that describes it.
class PlotHover : public QObject {
    Q_OBJECT
public:
    /// A point of the curve with the index `line`; `point` is the index in the order given to setPoints.
    struct Point {
        int line = 0, point = 0;
        bool operator==(const Point&) const = default;
    };

    PlotHover(QCustomPlot& plot, const PlotAxes& axes, const PlotCurves& curves, const PlotMarks& marks,
              PlotOverlay& overlay);

    /// Makes single points selectable; `text` returns the text of the tag for a point.
    void setPicking(std::function<QString(int line, int point)> text) { m_pointText = std::move(text); }
    void setBarText(std::function<QString(double x, double height)> text) { m_barText = std::move(text); }
    void setBarsClickable(bool clickable) { m_barsClickable = clickable; }

    void moveTo(const QPoint& position);
    void hide();
    const std::optional<Point>& point() const { return m_point; }
    /// x of the middle of the bar under the pointer, if bars are clickable.
    std::optional<double> clickableBar() const { return m_barsClickable ? m_bar : std::nullopt; }

signals:
    void pointHovered(int line, int point);  ///< -1, -1 when the pointer leaves all points

private:
    void setPoint(const std::optional<Point>& point);
    QString textOf(const ColumnHit& hit) const;

    QCustomPlot& m_plot;
    const PlotAxes& m_axes;
    const PlotCurves& m_curves;
    const PlotMarks& m_marks;
    PlotOverlay& m_overlay;
    std::function<QString(int, int)> m_pointText;
    std::function<QString(double, double)> m_barText;
    bool m_barsClickable = false;
    std::optional<Point> m_point;
    std::optional<double> m_bar;
};

}  // namespace recscope::ui
