// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/widgets/item_strip.h"

class QPainter;

namespace recscope::ui {

/// One weight for each item a model reads, as bars from left to right, the newest at the right: above the line what is
/// positive, below it what is negative, on one scale. For models that weigh a history once and have no maps.
class WeightBars : public ItemStrip {
    Q_OBJECT
public:
    explicit WeightBars(QWidget* parent = nullptr);

    /// `first` is the position in the history of the first one, counted from 1.
    void setWeights(std::vector<float> weights, QStringList titles, int first);
    void clear();
    /// Beside others: their largest and smallest weight count, too, until the next `setWeights`.
    void includeScaleOf(const WeightBars& other);
    int count() const override { return int(m_weights.size()); }
    /// "12. Aladdin (1992): weight −0.123", or what all of them are where none is current.
    QString currentText() const override;
    QRectF barRect(int item) const;
    double zeroLine() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    int itemAt(QPointF point) const override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void paint(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    QRectF plotRect() const;
    QRectF slot(int item) const;  ///< the whole height of an item

    std::vector<float> m_weights;
    QStringList m_titles;
    int m_first = 1;
    float m_largest = 0, m_smallest = 0;  ///< at least, and at most, 0
};

}  // namespace recscope::ui
