// SPDX-License-Identifier: GPL-3.0-or-later
// Values of an axis in pixels, and the ranges after zooming, panning and padding; without a widget.
#pragma once

#include <qcustomplot.h>

namespace recscope::ui {

/// An axis as it is drawn: which values are in view, and at which pixels. Computes the same pixels as QCPAxis.
struct PlotAxis {
    QCPRange range{0, 1};  ///< the values in view; all positive if `isLog`
    double start = 0;      ///< pixel of the lower end
    double length = 1;     ///< pixels from the lower to the upper end; negative on the y axis
    bool isLog = false;

    double toPixel(double value) const;
    double toValue(double pixel) const;
    /// The value in the middle of the axis.
    double middle() const;
    /// The range after zooming by `factor` (above 1: fewer values in view), which leaves the value `fixed` at its
    /// pixel.
    QCPRange zoomed(double factor, double fixed) const;
    /// The range moved by this fraction of the visible length.
    QCPRange panned(double fraction) const;
};

/// The axis of a plot, as last laid out.
PlotAxis plotAxisOf(const QCPAxis& axis);

/// Moves `range`, and shrinks it if necessary, so that it lies within `data`.
QCPRange rangeWithin(const QCPRange& range, const QCPRange& data, bool isLog);

/// Adds room around the data, so that no curve runs along the frame and labels have space above it. `below` and
/// `above` are fractions of the length of the range; on a logarithmic axis, this length is the number of decades. A
/// range of values that are not negative gets no negative values.
QCPRange paddedRange(const QCPRange& range, bool isLog, double below, double above);

}  // namespace recscope::ui
