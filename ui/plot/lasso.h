// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QWidget>

class QCustomPlot;
class QMouseEvent;

namespace recscope::ui {

/// The area inside a lasso; a copy may be used on any thread.
struct LassoArea {
    QPolygonF outline;  ///< in plot values, or in their logarithms on a logarithmic axis, so that edges are as straight
                        ///< as on the screen
    bool isLogX = false, isLogY = false;

    QPointF toOutline(const QPointF& value) const;  ///< a plot value in the coordinates of `outline`
    bool contains(double x, double y) const;
    bool operator==(const LassoArea&) const = default;
};

/// A free-hand line around points of a plot, drawn with the left mouse button while the lasso is active, or at any time
/// while Ctrl is pressed. The line is fixed to plot values, so it moves with them when the plot is zoomed or panned.
class Lasso : public QWidget {
    Q_OBJECT
public:
    explicit Lasso(QCustomPlot& plot);

    bool isActive() const { return m_active; }
    void setActive(bool active);
    const QPolygonF& shape() const { return m_shape; }  ///< in plot values; empty = none
    bool contains(double x, double y) const { return m_area.contains(x, y); }
    const LassoArea& area() const { return m_area; }
    /// Removes the line, even if it is still being drawn.
    void clear();

signals:
    void drawn();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool finish(const QMouseEvent& event);
    void coverPlot();

    QCustomPlot& m_plot;
    bool m_active = false, m_drawing = false;
    bool m_isForwarding = false;  ///< true while a click is passed on to the plot: the lasso ignores these events
    QPolygonF m_path;             ///< the line while it is being drawn, in pixels
    QPolygonF m_shape;            ///< in plot values
    LassoArea m_area;             ///< the area inside `m_shape`
};

}  // namespace recscope::ui
