// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/attention/attention_map_layout.h"
#include "ui/attention/attention_map_model.h"
#include "ui/attention/attention_map_selection.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

struct Picture;

/// One large attention map with item titles on both axes. Hovering shows a pair of items and its weight, a click pins
/// the pair, Ctrl+click or Space adds its row to those whose attention is summed, the wheel zooms, dragging pans, and
/// the context menu exports. `model()` says what is shown, `selection()` what is marked.
class AttentionMap : public QWidget, public PaintedCells {
    Q_OBJECT
public:
    explicit AttentionMap(QWidget* parent = nullptr);

    /// What is shown. This widget keeps the zoom when the model gets other maps with the same number of positions.
    AttentionMapModel& model() const { return *m_model; }
    AttentionMapSelection& selection() const { return *m_selection; }

    int cellRows() const override { return m_model->positions(); }
    int cellColumns() const override { return m_model->positions(); }
    QString cellText(PaintedCell cell) const override { return m_model->sentence({cell.row, cell.column}); }
    QRect cellArea(PaintedCell cell) const override;
    std::optional<PaintedCell> currentCell() const override;
    /// Text of the tag beside a cell: describes the hovered cell, else the pinned one; empty if there is neither.
    QString tagText() const;
    /// Where the tag is painted; empty while it has no text.
    QRectF tagRect() const;
    /// Where the cell is painted; may lie outside the widget when zoomed.
    QRectF cellRect(MapCell cell) const;
    bool isZoomed() const;
    /// Whether the context menu and the Return key offer the step-by-step view of a row. Off by default; owners that
    /// turn it on must connect `stepsRequested`.
    void setOffersSteps(bool offers) { m_offersSteps = offers; }
    bool offersSteps() const { return m_offersSteps && !m_model->isEmpty(); }

    /// The map as shown, but with no tag, and on the scale of `range`; by default the model's.
    Picture picture(std::optional<MapRange> range = {}) const;
    /// Saves by suffix: .png, .svg, .pdf or .csv; reports the result with a SavingEvent.
    void exportTo(const QString& path);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    void showAll();

signals:
    /// Requests the step-by-step view of how this row's weights are computed.
    void stepsRequested(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    AttentionMapLayout layoutFor(const QSizeF& size) const;
    AttentionMapLayout shownLayout() const { return layoutFor(QSizeF(size())); }
    void refresh();   ///< recomputes what depends on the model's values and labels, or on the theme
    void describe();  ///< sets the texts for screen readers
    void zoom(double factor, QPointF anchor);

    AttentionMapModel* m_model;
    AttentionMapSelection* m_selection;
    AttentionMapSizes m_sizes;
    MapViewport m_viewport;
    AttentionImage m_image;
    QPointF m_pressedAt;
    QPointF m_viewAtPress;  ///< top left of the view when the mouse was pressed, in cells
    bool m_panning = false, m_offersSteps = false;
};

}  // namespace recscope::ui
