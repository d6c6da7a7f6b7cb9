// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/interval_delegate.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kWidth = 110, kMargin = 8;  ///< design pixels
constexpr double kDisc = 3.5;             ///< radius, design pixels
}  // namespace

void IntervalDelegate::setRange(double low, double high) {
    m_low = std::min(low, 0.0);
    m_high = std::max(high, 0.0);
    if (m_low == m_high) m_high = 1;
}

void IntervalDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    if (!index.data(ValueRole).isValid()) return;

    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QRectF bounds = QRectF(option.rect).adjusted(theme.px(kMargin), 0, -theme.px(kMargin), 0);
    const auto xOf = [&](double value) {
        return bounds.left() + std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0) * bounds.width();
    };
    const double y = bounds.center().y();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colours.line, 1));
    painter->drawLine(QPointF(xOf(0), option.rect.top()), QPointF(xOf(0), option.rect.bottom() + 1));
    // If the difference is not significant, the disc is hollow as well as muted, so that it can be recognised by its
    // shape, too.
    const bool clear = index.data(ClearRole).toBool();
    const QColor colour = clear ? colours.accent : colours.muted;
    painter->setPen(QPen(colour, theme.scale() * (clear ? 2 : 1.25), Qt::SolidLine, Qt::RoundCap));
    painter->drawLine(QPointF(xOf(index.data(LowRole).toDouble()), y),
                      QPointF(xOf(index.data(HighRole).toDouble()), y));
    painter->setBrush(clear ? colour : colours.surface);
    const double radius = kDisc * theme.scale(), value = index.data(ValueRole).toDouble();
    if (value >= m_low && value <= m_high) {
        painter->drawEllipse(QPointF(xOf(value), y), radius, radius);
    } else {
        const double tip = xOf(value), base = value > m_high ? tip - 2 * radius : tip + 2 * radius;
        painter->drawPolygon(QPolygonF({QPointF(tip, y), QPointF(base, y - radius), QPointF(base, y + radius)}));
    }
    painter->restore();
}

QSize IntervalDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = FullTextTipDelegate::sizeHint(option, index);
    size.setWidth(Theme::instance().px(kWidth));
    return size;
}

}  // namespace recscope::ui
