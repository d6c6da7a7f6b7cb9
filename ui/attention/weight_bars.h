// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/widgets/item_strip.h"

class QPainter;

namespace recscope::ui {

/// One bar per item of the model's input, the newest at the right, for models without attention maps that compute one
/// weight per item. Bars of positive weights rise above the zero line, bars of negative weights hang below it, on one
/// scale.
class WeightBars : public ItemStrip {
    Q_OBJECT
public:
    explicit WeightBars(QWidget* parent = nullptr);

    /// `first` is the position of the first item in the history, counted from 1.
    void setWeights(std::vector<float> weights, QStringList titles, int first);
    void clear();
    /// Extends the scale to the largest and smallest weight of `other`, until the next `setWeights`.
    void includeScaleOf(const WeightBars& other);
    int count() const override { return int(m_weights.size()); }
    /// "12. Aladdin (1992): weight −0.123", or a summary of all items if no item is current.
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
    QRectF slot(int item) const;  ///< the item's share of the plot: its full height, and the width between two items

    std::vector<float> m_weights;
    QStringList m_titles;
    int m_first = 1;
    float m_largest = 0, m_smallest = 0;  ///< m_largest >= 0, m_smallest <= 0
};

}  // namespace recscope::ui
