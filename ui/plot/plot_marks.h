// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <functional>
#include <vector>

class QCPItemEllipse;
class QCPItemLine;
class QCPItemText;
class QCustomPlot;

namespace recscope::ui {

class PlotLayout;
struct PlotExtent;
struct PlotLabelRequests;
struct PlotLabels;

/// What a plot shows besides its data: reference lines, a marked point, a cursor line and a diagonal. QCustomPlot draws
/// them, with their labels at the places of a PlotLayout.
class PlotMarks {
public:
    /// A label of a mark, and the colour of the mark.
    struct Label {
        QColor colour;
        QString text;
    };

    /// `changed` is called after each change.
    PlotMarks(QCustomPlot& plot, std::function<void()> changed);

    /// A horizontal reference line with a label, e.g. "Popularity", at its right end if there is room. Replaces an
    /// earlier reference line with the same `id`.
    void setReference(const QString& id, double y, const QString& label);
    void removeReferences();
    /// A marked point with a label, e.g. the best epoch.
    void setMarkedPoint(double x, double y, const QString& label);
    void removeMarkedPoint();
    /// A vertical line with a label at its top or bottom, e.g. for the epoch shown.
    void setCursorLine(double x, const QString& label);
    void removeCursorLine();
    /// Shows or hides a thin diagonal line on which x equals y.
    void setDiagonal(bool shown);
    void clear();  ///< removes all but the diagonal

    void applyTheme();
    bool hasReferences() const { return !m_references.empty(); }
    /// Adds the reference lines and the diagonal to the extent of the data.
    void extend(PlotExtent& extent) const;
    /// The labels, to be placed; the caller adds the curves that they should not cover.
    PlotLabelRequests labels() const;
    /// True if labels should not cover curves; the label of the cursor line may.
    bool avoidsCurves() const { return !m_references.empty() || m_pointText; }
    /// Moves lines and labels to the places that `PlotLayout::placeLabels` found for `labels()`. `hasData`: the plot is
    /// not empty.
    void place(const PlotLabels& places, const PlotLayout& layout, bool hasData);
    /// The labels for which the plot has no room and that belong to a point at `x`.
    std::vector<Label> labelsLeftOut(double x) const;

private:
    /// A horizontal dashed line with its label.
    struct Reference {
        QString id, label;
        double y = 0;
        QCPItemLine* line = nullptr;
        QCPItemText* text = nullptr;
    };
    Reference& addReference(const QString& id);
    void placeReferences(const PlotLabels& places);

    QCustomPlot& m_plot;
    std::function<void()> m_changed;
    std::vector<Reference> m_references;
    QCPItemText* m_pointText = nullptr;
    QCPItemEllipse* m_pointRing = nullptr;
    QPointF m_point;
    QCPItemLine* m_cursor = nullptr;
    QCPItemText* m_cursorText = nullptr;
    QCPItemLine* m_diagonal = nullptr;
};

}  // namespace recscope::ui
