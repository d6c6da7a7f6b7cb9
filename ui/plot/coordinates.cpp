// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/coordinates.h"

#include <QCoreApplication>

namespace recscope::ui {

namespace {

constexpr double kStem = 3, kTip = 4;  ///< width of the stems and size of the markers, in design pixels

QString tr(const char* text) {
    return QCoreApplication::translate("Coordinates", text);
}

}  // namespace

void addCoordinates(PlotView& plot, const QString& name, std::span<const float> vector, const QColor& colour) {
    // If there are two vectors, the second is drawn beside the first with different markers.
    const bool isFirst = plot.isEmpty();
    QVector<double> x, y;
    for (std::size_t i = 0; i < vector.size(); ++i) {
        x << double(i + 1) + (isFirst ? 0 : 0.3);
        y << double(vector[i]);
    }
    const int line = plot.addLine(
        {.name = name, .colour = colour, .width = kStem, .marker = isFirst ? 0 : 1, .markerSize = kTip, .stems = true});
    plot.setPoints(line, x, y);
    plot.replotSoon();
}

void showCoordinates(PlotView& plot, const QString& title, std::span<const float> vector, const QColor& colour) {
    plot.setLabels(title, tr("coordinate"), tr("value"));
    plot.clear();
    addCoordinates(plot, {}, vector, colour);
}

}  // namespace recscope::ui
