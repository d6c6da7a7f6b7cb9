// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>

class QCustomPlot;
class QCPGraph;
class QCPBars;

namespace recscope::ui {

/// A plot with a title, named axes, a legend and our manners: wheel zooms, drag pans, double click shows all, zoom
/// survives live updates, hover shows the values, the context menu exports PNG, SVG, PDF and CSV; themed.
class PlotView : public QWidget {
    Q_OBJECT
public:
    enum class Scale { Linear, Log };

    PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent = nullptr);

    /// A named line; `width` in design pixels. The name appears in the legend unless empty. Keys sort ascending.
    struct Line {
        QString name;
        QColor colour;                     ///< invalid = the theme's accent, follows the theme
        Qt::PenStyle dash = Qt::SolidLine;
        double width = 2;
        int marker = -1;                   ///< RunStyle::marker, -1 = none
        double opacity = 1;
        bool onRightAxis = false;
    };
    int addLine(const Line& line);
    void setLine(int index, const Line& line);
    void setPoints(int index, const QVector<double>& x, const QVector<double>& y);
    void appendPoint(int index, double x, double y);
    /// Bars of one series: replaces earlier bars.
    void setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width);
    /// A horizontal reference line with a label at its right end, e.g. "Popularity"; `id` replaces an earlier one.
    void setReference(const QString& id, double y, const QString& label);
    /// A marked point with a label, e.g. the best epoch.
    void setMark(double x, double y, const QString& label);
    void clear();                          ///< lines, bars, references, mark; keeps titles and scales

    void setXScale(Scale scale);
    void setYScale(Scale scale);
    void setLabels(const QString& title, const QString& xLabel, const QString& yLabel);
    void setEmptyText(const QString& sentence);  ///< shown while there is no data
    void setDecimals(int x, int y);              ///< of the hover values

    bool isZoomed() const;                 ///< the person zoomed or panned: live updates keep their view
    void showAll();
    QCustomPlot* plot() const { return m_plot; }

    bool exportTo(const QString& path);    ///< .png .svg .pdf .csv by suffix

public slots:
    void replotSoon();                     ///< at most once per event-loop turn, however often called

private:
    QCustomPlot* m_plot;
    struct State;
    State* m_state;
};

}  // namespace recscope::ui
