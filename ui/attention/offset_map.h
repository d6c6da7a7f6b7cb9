// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "core/recommender/attention_maps.h"

namespace recscope::ui {

/// The mean attention by relative position, one row per head: items before the query position are left of the middle,
/// later items right of it. Each row has its own colour range, so that a head with widely spread attention is not pale
/// beside a head with concentrated attention. The number at the end of a row is the value of its strongest colour.
class OffsetMap : public QWidget {
    Q_OBJECT
public:
    explicit OffsetMap(QWidget* parent = nullptr);

    /// `rows`: mean attention, shape (heads, 2 maxOffset + 1); an offset is the key position minus the query position,
    /// from -maxOffset to maxOffset.
    void setRows(std::vector<std::vector<double>> rows, const std::vector<HeadId>& heads);
    void setCurrentRow(int row);
    /// `offset`: from -maxOffset to maxOffset.
    QRectF cellRect(int row, int offset) const;
    QString textAt(int row, int offset) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rowChosen(int row);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int maxOffset() const { return m_rows.empty() ? 0 : int(m_rows.front().size()) / 2; }
    QRectF mapRect() const;
    double labelWidth() const;
    void paintLegend(QPainter& painter, const QRectF& line) const;
    bool cellAt(QPointF point, int& row, int& offset) const;

    std::vector<std::vector<double>> m_rows;
    QStringList m_names, m_labels;  ///< one per row: "layer 1, head 2"; "1 · 2"
    int m_current = -1;
};

}  // namespace recscope::ui
