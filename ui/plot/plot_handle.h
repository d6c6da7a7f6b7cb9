// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <span>

#include "ui/plot/plot_axis.h"

class QCPItemLine;
class QCustomPlot;

namespace recscope::ui {

class PlotLayout;

/// A vertical line in a plot that can be dragged with the mouse, or moved with the left and right arrow keys while it
/// has the focus. It only reports what the person does: its owner decides about the new value and sets it. The line is
/// drawn by QCustomPlot, so that exported pictures contain it; the widget is the area around it that reacts to the
/// mouse. If the line is out of view, the widget is at the edge of the plot, so that the line can be brought back.
class PlotHandle : public QWidget {
    Q_OBJECT
public:
    /// `changed` is called after each change.
    PlotHandle(QCustomPlot& plot, std::function<void()> changed);

    double value() const { return m_value; }
    void setValue(double x);
    void setShown(bool shown);
    /// The name for screen readers, and the tooltip.
    void setTexts(const QString& name, const QString& toolTip);
    /// If `reason` is not empty, the line cannot be moved; this sentence, which says why, is the tooltip and is shown
    /// when the person tries.
    void setReasonNotToMove(const QString& reason);

    void applyTheme();
    /// Moves the lines and widgets of all handles of a plot to their values in this layout. The widgets of lines that
    /// are close together share the room between them, so that each line can be dragged. `hasData`: the plot is not
    /// empty.
    static void place(std::span<PlotHandle* const> handles, const PlotLayout& layout, bool hasData);

signals:
    void dragged(double x);   ///< the pointer is at this x, which may be outside the data
    void stepped(int steps);  ///< an arrow key was pressed: -1 = left, 1 = right

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// True if the line can be moved; otherwise shows why it cannot.
    bool canMove();
    void describe();
    /// The pixel column of the line, or of the edge of the plot beyond which the line is.
    int pixelIn(const PlotLayout& layout) const;

    /// A press of the mouse button, in pixels of the plot.
    struct Press {
        int x = 0;
        double offset = 0;  ///< from the line to the pointer
        bool isDrag = false;
    };
    std::function<void()> m_changed;
    QCPItemLine* m_line;  ///< owned by the plot
    PlotAxis m_axis;      ///< the x axis as last laid out
    double m_value = 0;
    int m_lineX = 0;  ///< the line in the widget, pixels
    bool m_isShown = true;
    QString m_toolTip, m_reasonNotToMove;
    std::optional<Press> m_press;
};

}  // namespace recscope::ui
