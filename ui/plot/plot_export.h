// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QVector>
#include <functional>

#include "ui/widgets/picture.h"

class QCPGraph;
class QCustomPlot;

namespace recscope::ui {

/// A function that returns the text for a number on an axis.
using AxisText = std::function<QString(double)>;

/// Parts of the exported text that a QCustomPlot does not hold, or holds only in a form that is shortened to fit.
struct PlotTexts {
    QString xLabel, yLabel;
    QString barsName;  ///< series name of the bars; empty = the label of the y axis
    AxisText xText;    ///< if given, formats x
    /// Half-widths of the graphs' intervals before they are cut at the limits of the values, by ascending x.
    QHash<const QCPGraph*, QVector<double>> halfWidths;
};

/// All graphs and bars of a plot as separated text with a header line. Each further line has the columns series, x and
/// y; if the plot has intervals, also the half-width of the interval; if it has bars wider than 1, also the range of
/// the bar on the x axis.
QString plotCsv(QCustomPlot& plot, const PlotTexts& texts, QChar separator);

enum class PictureKind { Pixels, Vectors };
/// The plot as currently shown, without the widgets on top of it.
Picture pictureOf(QCustomPlot& plot, const QString& title, PictureKind kind);

class PlotAxes;
class PlotCurves;
class PlotOverlay;

/// Copies and saves a plot, as a picture or as values.
class PlotExport {
public:
    /// `view`: the widget whose surroundings describe the plot, see `describeSubject`.
    PlotExport(QWidget& view, QCustomPlot& plot, PlotAxes& axes, const PlotCurves& curves, PlotOverlay& overlay);

    QString values(QChar separator) const;
    void copyPicture();
    void copyValues();
    /// Saves as .png, .svg, .pdf or .csv, depending on the suffix, and announces the outcome (SavingEvent).
    void save(const QString& path);
    /// Returns the path that the user of the program chooses in a dialog; empty if the dialog was cancelled. `suffix`:
    /// without a dot.
    QString chosenPath(const QString& suffix) const;

private:
    void savePicture(const QString& path, PictureKind kind);
    void confirmCopy();

    QWidget& m_view;
    QCustomPlot& m_plot;
    PlotAxes& m_axes;
    const PlotCurves& m_curves;
    PlotOverlay& m_overlay;
};

}  // namespace recscope::ui
