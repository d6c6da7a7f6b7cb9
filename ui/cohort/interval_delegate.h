// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace recscope::ui {

/// Draws a value and its interval relative to zero: a line from low to high, a disc at the value, a thin line at zero.
/// All cells of the column share one scale; an arrow at the edge replaces the disc if the value is beyond the scale. A
/// tooltip shows the numbers.
class IntervalDelegate : public FullTextTipDelegate {
    Q_OBJECT
public:
    /// Item data of a cell: the ends of the interval and the value (doubles); `ClearRole`: whether the difference from
    /// zero is significant (bool).
    enum Role { LowRole = Qt::UserRole + 20, ValueRole, HighRole, ClearRole };

    using FullTextTipDelegate::FullTextTipDelegate;
    /// Sets the values at the left and right edge of the cells; zero lies between them.
    void setRange(double low, double high);

    /// True for every cell with a value: the cell shows a drawing, so the tooltip has to state the numbers.
    bool isElided(const QModelIndex& index, int) const override { return index.data(ValueRole).isValid(); }
    QString fullText(const QModelIndex& index) const override { return index.data(Qt::ToolTipRole).toString(); }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    double m_low = -1, m_high = 1;
};

}  // namespace recscope::ui
