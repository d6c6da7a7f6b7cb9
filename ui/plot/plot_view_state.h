// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <optional>
#include <vector>

#include "ui/plot/plot_header.h"
#include "ui/plot/plot_ticks.h"
#include "ui/plot/plot_view.h"

namespace recscope::ui {

/// One line and its graph.
struct PlotSeries {
    PlotView::Line line;
    QCPGraph* graph = nullptr;
    QCPErrorBars* whiskers = nullptr;  // null = none
    QVector<double> halfWidths;        // half-widths of the whiskers before they are cut at the limits, by ascending x
    QVector<int> order;  // sorted position -> index given to setPoints; empty = points were given in order
};

/// Gap, in design pixels, between a reference line and its label, so that the label does not cover markers on the line.
inline constexpr int kReferenceGap = 5;

/// A horizontal dashed line with its label.
struct PlotReference {
    QString id, label;
    double y = 0;
    QCPItemLine* line = nullptr;
    QCPItemText* text = nullptr;
};

/// The state of a PlotView, shared by its source files.
struct PlotView::State {
    QString title, xLabel, yLabel, emptyText;
    Scale xScale = Scale::Linear, yScale = Scale::Linear;
    int xDecimals = 0, yDecimals = 4;
    std::vector<PlotSeries> series;
    QCPBars* bars = nullptr;
    QString barsName;
    std::vector<PlotReference> references;
    QCPItemText* markText = nullptr;
    QCPItemEllipse* markRing = nullptr;
    QPointF mark;
    QCPItemLine* cursor = nullptr;
    QCPItemText* cursorText = nullptr;
    QCPItemLine* diagonal = nullptr;
    std::function<QString(int, int)> pickText;
    int pickedLine = -1, pickedPoint = -1;
    bool barsClickable = false;
    std::optional<double> hoveredBar;  // x of the middle of the bar under the pointer

    PlotHeader* header = nullptr;
    QSharedPointer<LinearTicker> xLinear{new LinearTicker}, yLinear{new LinearTicker};
    QSharedPointer<LogTicker> xLog{new LogTicker}, yLog{new LogTicker};
    QLabel *tag = nullptr, *empty = nullptr, *message = nullptr;
    QFrame* guide = nullptr;
    QWidget* corner = nullptr;
    QToolButton* menu = nullptr;
    QCPRange allX, allY;  // the ranges that showAll shows
    std::function<QString(double, double)> barText;
    QTimer replotTimer, messageTimer;
    // True if the axis extends above the highest reference line, which leaves room for the label of that line.
    bool hasRoomAboveTopReference = false;
    bool zoomed = false, dirty = true, resized = true;
    QPoint pressed;
};

}  // namespace recscope::ui
