// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/row_delegates.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/lists/row_painting.h"
#include "ui/lists/title_delegate.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

/// Colour of bars, as a position 0…1 on the colour scale of the attention map: dark enough to be visible.
constexpr double kBarShade = 0.72;
constexpr int kMinBarWidth = 36, kMaxBarWidth = 64;  ///< design pixels
constexpr int kLineWidth = 20;                       ///< width of the timeline in design pixels
/// Width of the table in design pixels; a narrower table shows bars without numbers.
constexpr int kNarrowView = 340;
constexpr int kWideView = 640;  ///< width of the table in design pixels; a wider table has longer bars

bool isNarrow(const QWidget* view) {
    return view && view->width() < Theme::instance().px(kNarrowView);
}

}  // namespace

void paintCell(QPainter* painter, QStyleOptionViewItem option, const QModelIndex& index) {
    const QVariant marked = index.data(Qt::BackgroundRole);
    if (marked.isValid()) painter->fillRect(option.rect, qvariant_cast<QBrush>(marked));
    option.text.clear();
    const QWidget* widget = option.widget;
    QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, widget);
}

QColor cellTextColour(const QModelIndex& index) {
    const QVariant foreground = index.data(Qt::ForegroundRole);
    return foreground.isValid() ? qvariant_cast<QBrush>(foreground).color() : Theme::instance().colours().text;
}

void PositionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    paintCell(painter, option, index);
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const int marks = index.data(PositionRole).toInt();
    const QRectF rect = option.rect;
    const QPointF middle(rect.left() + theme.px(kLineWidth) / 2.0, rect.center().y() + 0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool read = marks & PositionRead;
    painter->setPen(
        QPen(read ? colours.accent : colours.muted, read ? theme.px(2) : 1, read ? Qt::SolidLine : Qt::DotLine));
    painter->drawLine(QPointF(middle.x(), marks & PositionFirst ? middle.y() : rect.top()),
                      QPointF(middle.x(), marks & PositionLast ? middle.y() : rect.bottom() + 1));
    const QColor colour = marks & PositionHeldOut ? colours.good : read ? colours.accent : colours.muted;
    painter->setPen(QPen(colour, 1.5));
    painter->setBrush(marks & PositionRepeated ? colours.surface : colour);
    const double size = theme.px(3);
    if (marks & PositionHeldOut) {
        const double far = size * 1.5;
        painter->drawConvexPolygon(QPolygonF({{middle.x(), middle.y() - far},
                                              {middle.x() + far, middle.y()},
                                              {middle.x(), middle.y() + far},
                                              {middle.x() - far, middle.y()}}));
    } else {
        painter->drawEllipse(middle, size, size);
    }
    if (m_numbers) {
        painter->setFont(theme.numbers());
        painter->setPen(colours.muted);
        painter->drawText(rect.adjusted(theme.px(kLineWidth), 0, -theme.px(space::kUnit), 0),
                          Qt::AlignRight | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    }
    painter->restore();
}

QSize PositionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    // Every row reports the width of the last number, so that the column does not change its width during scrolling.
    const QString widest = QString::number(index.model() ? index.model()->rowCount() : 0);
    const int numberWidth =
        m_numbers ? QFontMetrics(theme.numbers()).horizontalAdvance(widest) + theme.px(space::kUnit) : 0;
    return {theme.px(kLineWidth) + numberWidth, QStyledItemDelegate::sizeHint(option, index).height()};
}

BarDelegate::BarDelegate(Kind kind, const QString& widestNumber, QObject* parent)
    : QStyledItemDelegate(parent), m_kind(kind), m_widestNumber(widestNumber) {}

void BarDelegate::setLines(TitleLines lines) {
    m_hasTwoLines = lines == TitleLines::Two;
    m_isThinLine = lines == TitleLines::Compact;
}

QSize BarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.numbers());
    if (m_hasTwoLines || m_isThinLine) {
        const int widest = std::max(metrics.horizontalAdvance(m_widestNumber), theme.px(kMinBarWidth));
        return {widest + theme.px(2 * space::kPadding), TitleDelegate().rowHeight()};
    }
    const bool wide = option.widget && option.widget->width() >= theme.px(kWideView);
    const int bar = wide ? kMaxBarWidth : kMinBarWidth;
    const int height = QStyledItemDelegate::sizeHint(option, index).height();
    if (isNarrow(option.widget)) return {theme.px(kMinBarWidth + 2 * space::kPadding), height};
    return {metrics.horizontalAdvance(m_widestNumber) + theme.px(bar + 2 * space::kPadding), height};
}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    paintCell(painter, option, index);
    const QVariant bar = index.data(BarRole);
    if (!bar.isValid()) return;
    const Theme& theme = Theme::instance();
    const double gap = theme.px(space::kPadding);
    const QFontMetricsF metrics(theme.numbers());
    const QRectF bounds = QRectF(option.rect).adjusted(gap, 0, -gap, 0);
    // If there is only room for the bar, the number is shown in the tooltip alone.
    const bool below = m_hasTwoLines || m_isThinLine, narrow = !below && isNarrow(option.widget);
    const double numberWidth = narrow ? 0 : std::ceil(metrics.horizontalAdvance(m_widestNumber));
    const double height = theme.px(m_isThinLine ? 3 : 8), beside = narrow || below ? 0 : numberWidth + gap;
    const double middle = m_hasTwoLines  ? bounds.top() + 0.72 * bounds.height()
                          : m_isThinLine ? bounds.bottom() - height
                                         : bounds.center().y();
    // A bar under a number is about as wide as the widest number, even if the column is wider.
    const double under = m_isThinLine ? std::max(numberWidth, double(theme.px(kMinBarWidth))) : bounds.width();
    const double left = bounds.right() - std::min(under, bounds.width());
    const QRectF track(left, middle - height / 2, bounds.right() - beside - left, height);
    const QRectF textRect = m_hasTwoLines  ? bounds.adjusted(0, theme.px(space::kUnit), 0, -bounds.height() / 2)
                            : m_isThinLine ? bounds.adjusted(0, 0, 0, -height)
                                           : bounds;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    const double value = bar.toDouble();
    if (m_kind == Kind::Share) {
        painter->setBrush(theme.sequential(kBarShade));
        const double width = std::clamp(value, 0.0, 1.0) * track.width();
        if (width >= 0.5) painter->drawRoundedRect(QRectF(track.left(), track.top(), width, track.height()), 2, 2);
    } else {
        const double zero = track.center().x();
        const double width = std::clamp(std::abs(value), 0.0, 1.0) * track.width() / 2;
        painter->setBrush(theme.diverging(value < 0 ? -kBarShade : kBarShade));
        if (width >= 0.5)
            painter->drawRoundedRect(QRectF(value < 0 ? zero - width : zero, track.top(), width, track.height()), 2, 2);
        painter->setPen(QPen(theme.colours().line, 1));
        // The zero line is continuous through all rows, but never crosses a number.
        const double top = below ? track.top() - (m_hasTwoLines ? theme.px(2) : 0) : option.rect.top();
        painter->drawLine(QPointF(zero, top), QPointF(zero, option.rect.bottom() + 1));
    }
    if (narrow) {
        painter->restore();
        return;
    }
    painter->setFont(theme.numbers());
    painter->setPen(cellTextColour(index));
    painter->drawText(QRectF(textRect.right() - numberWidth - 1, textRect.top(), numberWidth + 1, textRect.height()),
                      Qt::AlignRight | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    painter->restore();
}

bool BarDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                            const QModelIndex& index) {
    const QString text = index.data(Qt::DisplayRole).toString();
    if (event->type() == QEvent::ToolTip && index.data(Qt::ToolTipRole).toString() == text) {
        const Theme& theme = Theme::instance();
        const int available = option.rect.intersected(view->viewport()->rect()).width() - theme.px(2 * space::kPadding);
        const bool isNumberHidden = !m_hasTwoLines && !m_isThinLine && isNarrow(view);
        if (!isNumberHidden && QFontMetrics(theme.numbers()).horizontalAdvance(text) <= available) {
            QToolTip::hideText();
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace recscope::ui
