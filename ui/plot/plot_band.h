// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace recscope::ui {

/// Draws the intervals of a graph's points as one filled band in the pen's colour, instead of a whisker at each point.
class PlotBand : public QCPErrorBars {
public:
    using QCPErrorBars::QCPErrorBars;

protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace recscope::ui
