// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/title_delegate.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/lists/row_delegates.h"
#include "ui/lists/row_painting.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr double kBadgeShare = 0.6;           ///< largest share of a cell's width that a badge may take
constexpr int kMinCaptionWidth = 48;          ///< smallest width of a caption in design pixels, about one word
constexpr double kUnlimitedHeight = 100'000;  ///< height limit for laying out a text; larger than any row

/// Splits a title into as many whole words as fit into the width, and the rest.
std::pair<QString, QString> splitTitle(const QString& title, const QFontMetricsF& metrics, double width) {
    if (metrics.horizontalAdvance(title) <= width) return {title, {}};
    qsizetype end = title.indexOf(QLatin1Char(' '));
    for (qsizetype next = end; next >= 0; next = title.indexOf(QLatin1Char(' '), next + 1)) {
        if (metrics.horizontalAdvance(title.left(next)) > width) break;
        end = next;
    }
    if (end < 0) return {title, {}};
    return {title.left(end), title.mid(end + 1)};
}

double wrappedHeight(const QFont& font, const QString& text, double width) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, kUnlimitedHeight), Qt::TextWordWrap, text).height();
}

}  // namespace

QFont TitleDelegate::titleFont(const QModelIndex& index) const {
    QFont font = Theme::instance().body();
    const QVariant cellFont = index.data(Qt::FontRole);
    if (cellFont.isValid()) font.setWeight(qvariant_cast<QFont>(cellFont).weight());
    return font;
}

double TitleDelegate::badgeWidth(const QModelIndex& index) const {
    const QString badge = index.data(BadgeRole).toString();
    if (badge.isEmpty()) return 0;
    const Theme& theme = Theme::instance();
    return std::ceil(QFontMetricsF(theme.caption()).horizontalAdvance(badge)) + 2 * theme.px(6);
}

int TitleDelegate::rowHeight() const {
    const Theme& theme = Theme::instance();
    const int padding = theme.px(m_lines == TitleLines::Compact ? 6 : 10);
    return (m_lines == TitleLines::Two ? 2 : 1) * QFontMetrics(theme.body()).height() + padding;
}

int TitleDelegate::widthFor(const QModelIndex& index) const {
    const int gap = Theme::instance().px(space::kPadding);
    const double badge = badgeWidth(index);
    const double title = QFontMetricsF(titleFont(index)).horizontalAdvance(index.data().toString());
    return int(std::ceil(title + (badge > 0 ? badge + gap : 0))) + 2 * gap + 1;
}

QSize TitleDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    return {widthFor(index), rowHeight()};
}

int TitleDelegate::heightFor(const QModelIndex& index, int width) const {
    const Theme& theme = Theme::instance();
    const double gap = theme.px(space::kPadding), badge = badgeWidth(index), room = width - 2 * gap;
    const QString second = index.data(SecondLineRole).toString();
    if (second.isEmpty() && widthFor(index) <= width) return rowHeight();
    const double textWidth = badge > 0 ? room - std::min(badge, room * kBadgeShare) - gap : room;
    double height = wrappedHeight(titleFont(index), index.data().toString(), textWidth);
    if (!second.isEmpty()) height += wrappedHeight(theme.caption(), second, room);
    return std::max(rowHeight(), int(std::ceil(height)) + theme.px(10));
}

bool TitleDelegate::isElided(const QModelIndex& index, int width) const {
    if (m_lines == TitleLines::Wrapped) return false;
    if (isOneLine()) return widthFor(index) > width;
    const double available = width - 2 * Theme::instance().px(space::kPadding), badge = badgeWidth(index);
    const double below = badge > 0 ? available - badge - Theme::instance().px(space::kPadding) : available;
    const QFontMetricsF metrics(titleFont(index));
    const QString title = index.data().toString(), second = index.data(SecondLineRole).toString();
    if (!second.isEmpty())
        return index.data(WholeSecondLineRole).toString() != second || metrics.horizontalAdvance(title) > available ||
               QFontMetricsF(Theme::instance().caption()).horizontalAdvance(second) > below;
    const auto [first, rest] = splitTitle(title, metrics, available);
    return metrics.horizontalAdvance(first) > available || metrics.horizontalAdvance(rest) > below;
}

QString TitleDelegate::fullText(const QModelIndex& index) const {
    const QString second = m_lines == TitleLines::Two ? index.data(WholeSecondLineRole).toString() : QString();
    return second.isEmpty() ? index.data().toString() : index.data().toString() + QLatin1Char('\n') + second;
}

void TitleDelegate::paintBadge(QPainter& painter, const QRectF& line, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF metrics(theme.caption());
    const QString badge = index.data(BadgeRole).toString();
    const double pad = theme.px(6), width = std::min(badgeWidth(index), line.width() * kBadgeShare);
    const double height = std::ceil(metrics.height()) + 2;
    const QRectF pill(line.right() - width, std::round(line.center().y() - height / 2), width, height);
    const QColor colour = qvariant_cast<QColor>(index.data(BadgeColourRole));
    QColor fill = colour;
    fill.setAlphaF(0.12f);
    painter.setBrush(fill);
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(pill, height / 2, height / 2);
    painter.setPen(colour);
    painter.setFont(theme.caption());
    painter.drawText(pill.adjusted(pad, 0, -pad, 0), Qt::AlignCenter,
                     metrics.elidedText(badge, Qt::ElideRight, width - 2 * pad));
}

void TitleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    paintCell(painter, option, index);
    const Theme& theme = Theme::instance();
    const double gap = theme.px(space::kPadding);
    QRectF bounds = QRectF(option.rect).adjusted(gap, 0, -gap, 0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool hasTwoLines = m_lines == TitleLines::Two;
    QRectF below;  // the second line
    if (hasTwoLines) {
        const double inset = theme.px(space::kUnit);
        below = bounds.adjusted(0, bounds.height() / 2, 0, -inset);
        bounds.adjust(0, inset, 0, -bounds.height() / 2);
    }
    const double badge = badgeWidth(index);
    if (m_lines != TitleLines::Wrapped && badge > 0) {
        QRectF& line = hasTwoLines ? below : bounds;
        paintBadge(*painter, line, index);
        line.setRight(line.right() - std::min(badge, line.width() * kBadgeShare) - gap);
    }
    const QFont font = titleFont(index);
    const QFontMetricsF metrics(font);
    const QString title = index.data(Qt::DisplayRole).toString();
    painter->setFont(font);
    painter->setPen(cellTextColour(index));
    if (!isOneLine()) {
        hasTwoLines ? paintTwoLines(*painter, bounds, below, index) : paintWrapped(*painter, bounds, index);
        painter->restore();
        return;
    }
    painter->drawText(bounds, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(title, Qt::ElideMiddle, bounds.width()));

    const QFontMetricsF captionMetrics(theme.caption());
    const QString caption = index.data(CaptionRole).toString();
    const QRectF rest = bounds.adjusted(metrics.horizontalAdvance(title) + gap, 0, 0, 0);
    // A caption of two letters and an ellipsis would be useless.
    if (!caption.isEmpty() && rest.width() >= theme.px(kMinCaptionWidth)) {
        painter->setFont(theme.caption());
        painter->setPen(theme.colours().muted);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                          captionMetrics.elidedText(caption, Qt::ElideRight, rest.width()));
    }
    painter->restore();
}

void TitleDelegate::paintTwoLines(QPainter& painter, const QRectF& bounds, const QRectF& below,
                                  const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF metrics(painter.font());
    const QString title = index.data(Qt::DisplayRole).toString();
    const QString second = index.data(SecondLineRole).toString();
    const auto draw = [&](const QRectF& line, const QString& text) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, line.width()));
    };
    if (!second.isEmpty()) {
        draw(bounds, title);
        painter.setFont(theme.caption());
        painter.setPen(theme.colours().muted);
        return draw(below, second);
    }
    if (metrics.horizontalAdvance(title) <= bounds.width())
        return draw(index.data(BadgeRole).toString().isEmpty() ? bounds.united(below) : bounds, title);
    const auto [first, rest] = splitTitle(title, metrics, bounds.width());
    draw(bounds, first);
    if (!rest.isEmpty()) draw(below, rest);
}

void TitleDelegate::paintWrapped(QPainter& painter, const QRectF& bounds, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const double gap = theme.px(space::kPadding), badge = badgeWidth(index);
    const QFont font = painter.font();
    const QColor colour = painter.pen().color();
    const QString title = index.data(Qt::DisplayRole).toString();
    const QString second = index.data(SecondLineRole).toString();
    QRectF textRect = bounds;
    if (badge > 0) textRect.setRight(bounds.right() - std::min(badge, bounds.width() * kBadgeShare) - gap);
    textRect.setHeight(wrappedHeight(font, title, textRect.width()));
    const double below = second.isEmpty() ? 0 : wrappedHeight(theme.caption(), second, bounds.width());
    textRect.moveTop(std::round(bounds.center().y() - (textRect.height() + below) / 2));
    painter.drawText(textRect, Qt::AlignLeft | Qt::TextWordWrap, title);
    if (badge > 0) {
        const QRectF line(bounds.left(), textRect.top(), bounds.width(), QFontMetricsF(font).height());
        paintBadge(painter, line, index);
    }
    if (second.isEmpty()) return;
    painter.setFont(theme.caption());
    painter.setPen(theme.colours().muted);
    painter.drawText(QRectF(bounds.left(), textRect.bottom(), bounds.width(), below), Qt::AlignLeft | Qt::TextWordWrap,
                     second);
    painter.setFont(font);
    painter.setPen(colour);
}

}  // namespace recscope::ui
