// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "ui/attention/attention_image.h"
#include "ui/attention/attention_map.h"
#include "ui/widgets/painted_cells.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

/// All attention maps of one history as small pictures, in a grid with a row for each layer and a column for each head.
/// A click or the arrow keys choose a head, whose map an `AttentionMap` shows large.
class HeadGrid : public QWidget, public StatefulWidget, public PaintedCells {
    Q_OBJECT
public:
    explicit HeadGrid(QWidget* parent = nullptr);

    /// Keeps the chosen head if it still exists.
    void setMaps(std::shared_ptr<const AttentionMaps> maps, AttentionMask attentionMask);
    void clear();
    /// Marks the columns of the predicted item's causes, known only for the sample data; the next call of `setMaps`
    /// removes the marks.
    void setCauses(std::vector<int> columns);
    const std::vector<int>& causes() const { return m_causes; }

    int layer() const { return m_layer; }
    int head() const { return m_head; }
    /// Where a head's map is painted.
    QRectF mapRect(int layer, int head) const;

    int cellRows() const override { return m_images.empty() ? 0 : m_maps->layers; }
    int cellColumns() const override { return m_images.empty() ? 0 : m_maps->heads; }
    QString cellText(PaintedCell cell) const override { return describe({cell.row, cell.column}); }
    QRect cellArea(PaintedCell cell) const override { return mapRect(cell.row, cell.column).toAlignedRect(); }
    std::optional<PaintedCell> currentCell() const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The chosen layer and head.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    void choose(int layer, int head);
    /// Sets the colour range of all maps; until the first call, they use their `usualRange`.
    void setRange(recscope::ui::MapRange range);
    /// As in `AttentionMapModel`: the colour scales of all heads end at this value, unless the range is `Row`; 0 = they
    /// end at the value that `setRange` determines.
    void setCommonMaximum(float maximum);

signals:
    void chosen(int layer, int head);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct HeadAt {
        int layer = 0, head = 0;
        bool operator==(const HeadAt&) const = default;
    };

    QSize sizeFor(int side) const;
    std::optional<HeadAt> headAt(QPointF point) const;
    QString describe(HeadAt at) const;
    void rebuild();
    void paintCauses(QPainter& painter, const QRectF& map) const;

    std::shared_ptr<const AttentionMaps> m_maps;
    AttentionMask m_attentionMask = AttentionMask::Bidirectional;
    std::vector<int> m_causes;
    std::optional<MapRange> m_range;       ///< set by `setRange`; empty = `usualRange`
    float m_common = 0;                    ///< see `setCommonMaximum`
    std::vector<AttentionImage> m_images;  ///< one per head, shape (layers * heads)
    int m_layer = 0, m_head = 0;
    std::optional<HeadAt> m_hovered;
};

}  // namespace recscope::ui
